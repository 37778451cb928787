import { expect, test } from 'vitest'
import { decideWorkspace, workspace } from '#domain/workspace'
import { commandHandler } from '#platform/command-handler'
import { StreamRemoved } from '#platform/event-log'
import { converted, create, having, idOf, nothingYet, packInSetup, sent } from '#tests/pack'
import { makeEvents } from '#tests/stored-events'
import { life } from './mortal.ts'
import { PACK, STREAM, type Stage, stage } from './stage.ts'

const WORKSPACE = `workspace-${idOf('workspace')}`
const LINK = idOf('the link of the first')

/** As the route does: the workspace records who deletes which pack for good. */
async function intend(on: Stage): Promise<void> {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const creator = idOf('creator')
  for (const command of [
    { do: 'CreateWorkspace', workspace: idOf('workspace'), name: 'Castell', personal: false, creator, member: idOf('member') },
    { do: 'RecordPackDeleted', pack: PACK },
  ] as const) {
    const outcome = await handler.handle({
      stream: WORKSPACE,
      aggregate: workspace,
      decide: (state) => decideWorkspace(command, state, { as: 'user', user: creator }),
      origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
}

/** What a pack leaves behind in this world, and something of another pack beside it. */
async function prepared(): Promise<Stage> {
  const on = stage()
  await on.happened(sent(packInSetup('first', 'second')))
  await on.command({ do: 'IssueSigningLink', signatory: idOf('first'), link: LINK, purpose: 'sign', request: null })
  on.files.set('theirs', { pack: PACK, bytes: new TextEncoder().encode('pages') })
  on.files.set('others', { pack: idOf('other'), bytes: new TextEncoder().encode('pages') })
  const mail = (owner: string) => ({
    key: `mail ${owner}`,
    owner,
    workspace: null,
    kind: 'request',
    to: 'a@b.c',
    subject: '',
    text: '',
    html: '',
  })
  for (const owner of [PACK, idOf('other')]) on.post.rows.set(`mail ${owner}`, { mail: mail(owner), state: 'sent', detail: null })
  await on.keyIndex.register([
    { key: PACK, kind: 'document', pack: PACK },
    { key: 'another', kind: 'document', pack: idOf('other') },
  ])
  return on
}

const isGone = async (on: Stage) =>
  (await on.log.read(STREAM, 0n, 1)).length === 0 &&
  !on.files.has('theirs') &&
  !on.post.rows.has(`mail ${PACK}`) &&
  (await on.keyIndex.find(PACK, 'document')) === null &&
  on.jobs.size > 0 &&
  [...on.jobs.values()].filter(({ queue }) => queue === 'deletion').every(({ state }) => state === 'done')

test('[D-294] killed at any step of a permanent deletion, the next start ends it: keys, stream, files, mails and rows are gone, others’ are not', async () => {
  const deaths: string[] = []
  for (let step = 1; ; step++) {
    const on = await prepared()
    await intend(on)
    const first = life(step)
    const starting = on.server(first)
    await on.until(async () => first.dead || (await isGone(on)), 'an end, or a crash')
    if (first.dead) {
      deaths.push(first.lastStep)
      // Nothing is gone that no restore would take away again.
      if ((await on.keys.existing(STREAM, 'pack')) === null) expect(on.deletions).not.toEqual([])
      const second = await on.server()
      await on.until(() => isGone(on), `an end after a crash ${first.lastStep}`)
      await second.stop()
    } else await (await starting).stop()

    const where = first.lastStep
    expect(await on.log.read(STREAM, 0n, 100), where).toEqual([])
    expect(await on.keys.existing(STREAM, 'pack'), where).toBeNull()
    expect(await on.keys.existing(STREAM, idOf('first')), where).toBeNull()
    expect(on.forgotten, where).toContain(STREAM)
    expect(on.ended, where).toContain(`link:${LINK}`)
    expect(on.deletions, where).toContainEqual({
      workspace: idOf('workspace'),
      pack: PACK,
      time: expect.stringMatching(/^20/),
      by: `user:${idOf('creator')}`,
    })
    expect([...on.files.keys()], where).toEqual(['others'])
    expect([...on.post.rows.keys()], where).toEqual([`mail ${idOf('other')}`])
    expect((await on.keyIndex.find('another', 'document'))?.pack, where).toBe(idOf('other'))
    await expect(on.log.append(STREAM, -1n, makeEvents(STREAM))).rejects.toBeInstanceOf(StreamRemoved)
    // What stays says who did it and when.
    const left = await on.log.read(WORKSPACE, 0n, 100)
    expect(left.at(-1), where).toMatchObject({
      type: 'PackPermanentlyDeleted',
      data: { pack: PACK },
      meta: { actor: { principal: `user:${idOf('creator')}` }, time: expect.stringMatching(/^20/) },
    })
    if (!first.dead) break
  }
  for (const where of [
    'before deletions.add',
    'after keys.destroyAll',
    'before sessions.endAllOf',
    'before the downloads are dropped',
    'after log.remove',
    'after files.removeOfPack',
    'before keyIndex.removeOf',
    'before positions.commit',
  ]) {
    expect(deaths).toContain(where)
  }
})

test('[D-294] work that was under way when the pack went leaves nothing behind, and holds up nobody', async () => {
  const on = stage()
  const [add, receive] = converted()
  await on.happened(having(nothingYet, create, add!, receive!))
  await intend(on)
  const server = await on.server()
  await on.until(() => isGone(on), 'the deletion')
  await on.rest()
  expect([...on.files.keys()]).toEqual([])
  expect(server.status().map(({ name, problem }) => [name, problem])).toEqual(server.status().map(({ name }) => [name, null]))
  await server.stop()
})
