import { beforeAll, expect, test } from 'vitest'
import { pack, streamOfPack } from '#domain/pack'
import { streamOfWorkspace, workspace } from '#domain/workspace'
import { loadMetrics } from '#pdf/text-layout'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { StreamRemoved } from '#platform/event-log'
import { repeatDeletions } from '#processes/deletion'

import { converted, create, filledBy, having, idOf, nothingYet, packInSetup, request, sent, sign, signedBy } from '#tests/pack'
import { makeEvents } from '#tests/stored-events'
import { type Life, life } from './mortal.ts'
import { PACK, STREAM, type Stage, stage } from './stage.ts'

const WORKSPACE = streamOfWorkspace(idOf('workspace'))
const BEGUN = idOf('begun')
const ABOUT_TO_BE = idOf('about to be')
const LINK = idOf('the link of the first')

/** As the route does: the workspace records who deletes which pack for good. */
async function intend(on: Stage): Promise<void> {
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const creator = idOf('creator')
  for (const command of [
    { do: 'CreateWorkspace', workspace: idOf('workspace'), name: 'Castell', personal: false, creator, member: idOf('member') },
    { do: 'RecordPackDeleted', pack: PACK },
  ] as const) {
    const outcome = await commandsOf(workspace, handler).perform({
      key: idOf('workspace'),
      who: { as: 'user', user: creator },
      commands: [command],
      origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
}

/** Everything a pack leaves behind in this world, and something of another pack. */
async function prepared(): Promise<Stage> {
  const on = stage()
  await on.happened(sent(packInSetup('first', 'second')))
  await on.command({ do: 'IssueSigningLink', signatory: idOf('first'), link: LINK, purpose: 'sign', request: null })
  on.files.set('theirs', { pack: PACK, bytes: new TextEncoder().encode('pages') })
  on.files.set('theirs too', { pack: PACK, bytes: new TextEncoder().encode('annex') })
  // Of its two copies one exists, and of the other only the files that its maker had shared before they died. A third is just being
  // made of the first, which has no appendix any more.
  await on.log.append(streamOfPack(idOf('other')), -1n, makeEvents(streamOfPack(idOf('other'))))
  on.files.set('others', { pack: idOf('other'), bytes: new TextEncoder().encode('pages') })
  on.files.set('nobody’s', { pack: BEGUN, bytes: new TextEncoder().encode('pages') })
  on.files.set('nobody’s too', { pack: BEGUN, bytes: new TextEncoder().encode('annex') })
  on.files.set('somebody’s', { pack: ABOUT_TO_BE, bytes: new TextEncoder().encode('pages') })
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
    expect([...on.files.keys()], where).toEqual(['others', 'somebody’s'])
    expect([...on.post.rows.keys()], where).toEqual([`mail ${idOf('other')}`])
    expect((await on.keyIndex.find('another', 'document'))?.pack, where).toBe(idOf('other'))
    for (const stream of [STREAM, streamOfPack(BEGUN)])
      await expect(on.log.append(stream, -1n, makeEvents(stream))).rejects.toBeInstanceOf(StreamRemoved)
    expect((await on.log.read(streamOfPack(idOf('other')), 0n, 100)).length, where).toBeGreaterThan(0)
    const third = streamOfPack(ABOUT_TO_BE)
    await on.log.append(third, -1n, makeEvents(third))
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

/** The life of a process that stands still at a given step, for as long as `meanwhile` takes, and goes on as if nothing had been. */
function standstill(at: number, meanwhile: () => Promise<void>): Life {
  let steps = 0
  let lastStep = ''
  return {
    dead: false,
    get steps() {
      return steps
    },
    get lastStep() {
      return lastStep
    },
    async step(name) {
      steps += 1
      if (steps !== at) return
      lastStep = name
      await meanwhile()
    },
  }
}

const upload = (on: Stage) => void on.files.set(idOf('upload'), { pack: PACK, bytes: new TextEncoder().encode('lease') })
const pages = (on: Stage) => void on.files.set(idOf('file'), { pack: PACK, bytes: new TextEncoder().encode('pages') })
const [add, receive] = converted()
const allSent = async (on: Stage) => (await on.state()).signatories.every(({ request: asked }) => asked?.state === 'sent')
const allHaveCopies = async (on: Stage) => {
  const copies = Object.values((await on.state()).finalCopies)
  return copies.length === 3 && copies.every(({ state }) => state === 'sent')
}

beforeAll(() => loadMetrics())

test.each([
  [
    'a conversion',
    {
      story: having(nothingYet, create, add!),
      files: upload,
      act: (on: Stage) => on.command(receive!),
      done: async (on: Stage) => (await on.state()).documents[0]?.conversion.state === 'converted',
      steps: ['after intake.convert', 'before files.reserve', 'before files.store', 'after files.store', 'before log.append'],
    },
  ],
  [
    'the requests',
    {
      story: packInSetup('first', 'second'),
      files: pages,
      act: (on: Stage) => on.command(request),
      done: allSent,
      steps: ['before keyIndex.register', 'before the mail is written down', 'after the mail server took the mail'],
    },
  ],
  [
    'the seal and its copies',
    {
      story: filledBy(signedBy(sent(packInSetup('first', 'second')), 'first'), 'second'),
      files: pages,
      act: (on: Stage) => on.command(sign('second')),
      done: allHaveCopies,
      steps: [
        'before files.open',
        'after sealer.stamp',
        'after sealer.sign',
        'before files.store',
        'after files.store',
        'before log.append',
      ],
    },
  ],
  [
    'the deletion itself, in another process,',
    {
      story: sent(packInSetup('first', 'second')),
      files: pages,
      act: intend,
      done: isGone,
      steps: ['before deletions.add', 'after keys.destroyAll', 'before log.remove', 'before keyIndex.removeOf', 'before done deletion'],
    },
  ],
] as const)(
  '[D-294] deleted for good while %s stands still at any step: whoever goes on late leaves nothing behind, and ends',
  async (_, its) => {
    const stood: string[] = []
    for (let step = 1; ; step++) {
      const on = stage()
      its.files(on)
      await on.happened(its.story)
      const [still, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let stands = false
      const first = standstill(step, async () => {
        stands = true
        still.resolve()
        await go.promise
      })
      const starting = on.server(first)
      await its.act(on)
      await on.until(async () => stands || (await its.done(on)), 'an end, or a standstill')
      if (!stands) {
        await (await starting).stop()
        break
      }
      const where = first.lastStep
      stood.push(where)
      if (its.act !== intend) await intend(on)
      const second = await on.server()
      await on.until(() => isGone(on), `the deletion while the first stands ${where}`)
      go.resolve()
      await on.until(() => [...on.jobs.values()].every(({ state }) => state === 'done'), `an end of all that was going on ${where}`)
      await on.rest()

      expect(await on.log.read(STREAM, 0n, 1), where).toEqual([])
      for (const whose of ['pack', idOf('first'), idOf('second')]) expect(await on.keys.existing(STREAM, whose), where).toBeNull()
      expect([...on.files.keys()], where).toEqual([])
      expect([...on.post.rows.keys()], where).toEqual([])
      expect(
        [...on.jobs.values()].filter(({ data }) => JSON.stringify(data).includes(PACK) && data !== null).map(({ queue }) => queue),
        where,
      ).toEqual([])
      expect(new Set(on.deletions.map((line) => JSON.stringify(line))).size, where).toBe(1)
      for (const server of [await starting, second]) {
        expect(
          server.status().flatMap(({ problem }) => problem ?? []),
          where,
        ).toEqual([])
        await server.stop()
      }
    }
    expect(stood).toEqual(expect.arrayContaining([...its.steps]))
  },
)

test('who looks at it while it is being taken away comes to nothing, then and ever after, though it was in no trash', async () => {
  const on = await prepared()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const exists = async () => (await handler.load(STREAM, pack)).state.exists
  expect(await exists()).toBe(true)
  await on.keys.destroyAll(STREAM)
  expect(await exists()).toBe(false)
  await on.log.remove(STREAM)
  expect(await exists()).toBe(false)
})

test('a start asks about all that was ever deleted in a few questions, and repeats what a restore took back', async () => {
  const on = stage()
  await intend(on)
  const asked = { time: '2026-03-01T09:00:00.000Z', by: `user:${idOf('creator')}` }
  const others = Array.from({ length: 1_200 }, (_, at) => idOf(`deleted ${at}`))
  const lines = [PACK, ...others].map((pack) => ({ workspace: idOf('workspace'), pack, ...asked }))
  const bare = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  let questions = 0
  const handler: typeof bare = {
    ...bare,
    handle(command) {
      questions += 1
      return bare.handle(command)
    },
  }
  const outside = { lines: async () => lines }
  expect(await repeatDeletions({ handler, keys: on.keys, outside })).toBe(others.length)
  expect(await repeatDeletions({ handler, keys: on.keys, outside })).toBe(0)
  expect(questions).toBeLessThan(10)
  const { state } = await bare.load(WORKSPACE, workspace)
  expect(others.every((pack) => state.deletedPacks.has(pack))).toBe(true)
})
