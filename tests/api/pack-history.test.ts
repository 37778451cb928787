import { expect, test } from 'vitest'
import { initial, type PackState, pack } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { type EventLog, memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys } from '#platform/subject-keys'
import { testWorld } from '#tests/world'
import { createPackHistory } from '../../command-api/replay/pack-history.ts'
import { CREATOR, type Person, prepared, renamed, requested, signed, uuid, withSigners } from '../projections/stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const KEY = uuid('pack', 1)
const STREAM = `pack-${KEY}`

/** A pack of a hundred events or so, and the state after each of them. */
async function history() {
  const world = testWorld()
  const log = memoryEventLog(world)
  const keys = memorySubjectKeys(world)
  const handler = commandHandler({ log, keys, world })
  const names = Array.from({ length: 80 }, (_, at) => renamed(`Lease ${at}`)).flat()
  const states: PackState[] = []
  for (const fact of [...prepared(1, 'Lease'), ...withSigners(1, [ann]), ...names, ...requested([ann]), ...signed(1, ann, 0)]) {
    const outcome = await handler.handle({
      stream: STREAM,
      aggregate: pack,
      decide: () => [fact],
      origin: { actor: { principal: `user:${CREATOR}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
    states.push(outcome.state)
  }
  return { log, keys, states }
}

function counting(log: EventLog) {
  const read = { count: 0 }
  const counted: Pick<EventLog, 'read'> = {
    async read(...asked) {
      const events = await log.read(...asked)
      read.count += events.length
      return events
    },
  }
  return { counted, read }
}

test('a pack after any of its events is what folding all before it gives, from checkpoints or without them', async () => {
  const { log, keys, states } = await history()
  for (const every of [7, 500]) {
    const moments = createPackHistory({ log, keys, every })
    expect(await moments.stateAt(KEY, -1)).toEqual(initial)
    for (const at of [states.length - 1, 3, 50, 49, 6, 7, 13, 0, states.length + 100]) {
      expect(await moments.stateAt(KEY, at), `after event ${at}, a checkpoint every ${every}`).toEqual(
        states[Math.min(at, states.length - 1)],
      )
    }
  }
})

test('what has a checkpoint is not read again, and no checkpoint outlives a key that was destroyed', async () => {
  const { log, keys, states } = await history()
  const { counted, read } = counting(log)
  const moments = createPackHistory({ log: counted, keys, every: 10 })
  const last = states.length - 1
  await moments.stateAt(KEY, last)
  read.count = 0
  const near = Math.floor((last + 1) / 10) * 10 - 1
  expect(await moments.stateAt(KEY, near)).toEqual(states[near])
  expect(read.count, 'a checkpoint needs nothing read').toBe(0)

  await keys.destroy(STREAM, ann.uuid)
  const after = await moments.stateAt(KEY, near)
  expect(read.count, 'what was opened with the key is folded anew without it').toBeGreaterThan(near)
  expect(after.signatories[0]).toMatchObject({ email: { $: expect.any(String) }, name: { $: expect.any(String) } })
  expect(JSON.stringify(after)).not.toContain('ann@example.com')
})
