import { expect, onTestFinished, test } from 'vitest'
import { streamOfWorkspace, type WorkspaceFact, workspace } from '#domain/workspace'
import { commandHandler } from '#platform/command-handler'
import { idOf, packInSetup } from '#tests/pack'
import { followLog } from '../../command-api/live/follow-log.ts'
import { type PackMessage, type PackRoom, watchedPack } from '../../command-api/live/watched-pack.ts'
import { PACK, STREAM, stage } from '../process/stage.ts'

const roomOf = (sent: PackMessage[]): PackRoom => ({
  audiences: () => [{ of: 'team' }],
  tell: (_, news) => void sent.push(news),
  ended: () => undefined,
  lookAgain: async () => undefined,
})
const called = (name: string) => ({ do: 'RenamePack', name }) as const

test('a room that is handed events from behind a gap reads what lies between, and tells all of it in order', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const sent: PackMessage[] = []
  const room = roomOf(sent)
  const watched = watchedPack({ eventLog: on.log, subjectKeys: on.keys, handler }, PACK, room)
  await watched.advance()
  sent.splice(0)
  await on.command(called('One'), called('Two'))
  const stored = await on.log.read(STREAM, 0n, 1_000)
  await watched.advance(stored.slice(-1))
  const [from, to] = [stored.length - 2, stored.length - 1]
  expect(sent).toMatchObject([{ kind: 'events', message: { from, to, events: [{ data: { name: 'One' } }, { data: { name: 'Two' } }] } }])
})

test('where a fold was let go of, people in the room get a fresh view of everything before it was made again, and after it events', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const sent: PackMessage[] = []
  const room = roomOf(sent)
  const madeAgain = watchedPack({ eventLog: on.log, subjectKeys: on.keys, handler }, PACK, room)
  await on.command(called('One'))
  await madeAgain.advance((await on.log.read(STREAM, 0n, 1_000)).slice(-1))
  await on.command(called('Two'))
  await madeAgain.advance()
  expect(sent).toMatchObject([
    { kind: 'fresh', message: { view: { name: 'One' } } },
    { kind: 'events', message: { events: [{ data: { name: 'Two' } }] } },
  ])
})

test('a notice that could not be sent while something was away is sent once it is back', async () => {
  const on = stage()
  await on.happened(packInSetup('first'))
  const sent: string[] = []
  let away = true
  const nothing = async () => undefined
  const following = await followLog(
    { eventLog: on.log, world: on.world },
    {
      async packsChanged(came) {
        if (away) throw new Error('away')
        sent.push(...(came.get(PACK) ?? []).map(({ type }) => type))
      },
      workspacesChanged: nothing,
      usersChanged: nothing,
      packsMoved: nothing,
      packsDeleted: nothing,
      onEvent: () => undefined,
    },
  )
  onTestFinished(() => following.stop())
  await on.command(called('One'))
  await on.rest()
  away = false
  for (let second = 0; second < 60; second++) {
    on.world.advance(1_000)
    await on.rest()
  }
  expect(sent).toEqual(['PackRenamed'])
})

test('of what happens in a workspace only what changes rights has them looked at again, and of a deletion the document’s own room is notified', async () => {
  const on = stage()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const [team, member, one, two] = ['team', 'member', 'one', 'two'].map(idOf) as [string, string, string, string]
  const looks: string[][] = []
  const deleted: object[] = []
  const following = await followLog(
    { eventLog: on.log, world: on.world },
    {
      packsChanged: async () => undefined,
      workspacesChanged: async (workspaces) => void looks.push([...workspaces]),
      usersChanged: async () => undefined,
      packsDeleted: async (packs) => void deleted.push(...packs),
      packsMoved: async () => undefined,
      onEvent: () => undefined,
    },
  )
  onTestFinished(() => following.stop())
  const happen = async (...facts: WorkspaceFact[]) => {
    const origin = { actor: { principal: 'process:test', capacity: 'process' }, correlation: idOf('c'), causation: idOf('c') } as const
    await handler.handle({ stream: streamOfWorkspace(team), aggregate: workspace, decide: () => facts, origin })
    await on.rest()
  }
  await happen(
    { type: 'WorkspaceCreated', data: { workspace: team, creator: member, personal: false, name: 'Team' } },
    { type: 'MemberAdded', data: { member, user: member, administrator: true } },
  )
  expect(looks).toEqual([[team]])
  const at = '2026-03-02T09:00:00.000Z'
  for (const pack of [one, two]) {
    await happen({ type: 'DeletionAnnounced', data: { pack, because: 'trash', since: at, on: at } })
    await happen({ type: 'LegalHoldPlaced', data: { pack, reason: 'a case' } }, { type: 'LegalHoldLifted', data: { pack } })
    await happen({ type: 'PackPermanentlyDeleted', data: { pack } })
  }
  await happen({ type: 'SenderPresenceSwitched', data: { on: true } }, { type: 'RetentionChanged', data: { years: 7, trashDays: 30 } })
  expect(looks).toHaveLength(1)
  expect(deleted).toEqual([one, two].map((pack) => ({ workspace: team, pack })))
  await happen({ type: 'MemberPermissionsChanged', data: { member, granted: [], withdrawn: ['can_sign_in_person'], reset: [] } })
  expect(looks).toEqual([[team], [team]])
})
