import { expect, test } from 'vitest'
import { type WorkspaceCommand, workspace } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { idOf, packInSetup } from '#tests/pack'
import { killedEverywhere } from './killed-everywhere.ts'
import { life } from './mortal.ts'
import { PACK, type Stage, stage } from './stage.ts'

const [HERE, THERE] = [idOf('workspace'), idOf('other workspace')]
const CREATOR = idOf('creator')

async function tell(on: Stage, key: string, ...commands: WorkspaceCommand[]): Promise<void> {
  const outcome = await commandsOf(workspace, commandHandler({ log: on.log, keys: on.keys, world: on.world })).perform({
    key,
    who: { as: 'installation' },
    commands,
    origin: { actor: { principal: `user:${CREATOR}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
}
async function prepared(): Promise<Stage> {
  const on = stage()
  for (const key of [HERE, THERE])
    await tell(on, key, { do: 'CreateWorkspace', workspace: key, name: key, personal: false, creator: CREATOR, member: idOf(`of ${key}`) })
  await on.happened(packInSetup('first'))
  return on
}
const factsOf = async (on: Stage, key: string) =>
  (await on.log.read(workspace.streamNameOf(key), 0n, 100)).map(({ type }) => type).filter((type) => type.startsWith('Pack'))

test('a move that was decided when its server died is carried out, whole and once', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = await prepared()
      await tell(on, HERE, { do: 'MovePackOut', pack: PACK, to: THERE })
      return on
    },
    done: async (on) => (await on.state()).workspace === THERE,
    async check(on, where) {
      expect(await on.count('PackMoved'), where).toBe(1)
      expect(await factsOf(on, THERE), where).toEqual(['PackMovedIn'])
    },
  })
  expect(deaths).toContain('after log.append')
})

test('of a move that was ended and undone since, nothing is done again', async () => {
  const on = await prepared()
  const there = async (from: string, to: string) => {
    await tell(on, from, { do: 'MovePackOut', pack: PACK, to })
    await tell(on, to, { do: 'MovePackIn', pack: PACK, from })
    await on.command({ do: 'MovePack', from, to })
  }
  await there(HERE, THERE)
  await there(THERE, HERE)
  const assigned: string[] = []
  await on.server(life(), { assignToWorkspace: async (_, to) => void assigned.push(to) })
  await on.until(() => assigned.length === 2)
  expect(assigned).toEqual([HERE, HERE])
  expect([await factsOf(on, HERE), await factsOf(on, THERE)]).toEqual([
    ['PackMovedOut', 'PackMovedIn'],
    ['PackMovedIn', 'PackMovedOut'],
  ])
  expect((await on.state()).workspace).toBe(HERE)
})

test('[D-294] a document that is deleted for good where it moved to is gone from the first workspace’s history, too', async () => {
  const on = await prepared()
  await tell(on, HERE, { do: 'PlaceLegalHold', pack: PACK, reason: 'About Ann' }, { do: 'LiftLegalHold', pack: PACK })
  await tell(on, HERE, { do: 'MovePackOut', pack: PACK, to: THERE })
  await on.server()
  await on.until(async () => (await on.state()).workspace === THERE)
  await tell(on, THERE, { do: 'RecordPackDeleted', pack: PACK })
  await on.until(async () => !(await on.state()).exists)
  expect(await factsOf(on, HERE)).toEqual(['PackMovedOut', 'PackPermanentlyDeleted'])
  const { state } = await commandHandler({ log: on.log, keys: on.keys, world: on.world }).load(workspace.streamNameOf(HERE), workspace)
  expect(state.deletedPacks.has(PACK)).toBe(true)
  const held = await commandsOf(workspace, commandHandler({ log: on.log, keys: on.keys, world: on.world })).history(HERE)
  const reasons = held.flatMap(({ fact }) => (fact.type === 'LegalHoldPlaced' ? [fact.data.reason] : []))
  expect(reasons).toEqual([expect.not.stringContaining('Ann')])
})
