import { beforeEach, describe, expect, test } from 'vitest'
import { isWithheld, type StoredEvent } from '#domain/kernel'
import { type Command, type CommandHandler, commandHandler, type Done, RequestAbandoned } from '#platform/command-handler'
import { encodeEvent, subjectsOf, verifyChain } from '#platform/event-codec'
import { type EventLog, memoryEventLog, OutcomeUnknown } from '#platform/event-log'
import type { Timers } from '#platform/ports'
import { memorySnapshots, type Snapshots } from '#platform/snapshots'
import { memorySubjectKeys, type SubjectKey, type SubjectKeys } from '#platform/subject-keys'
import { arrive, type GuestBook, type GuestFact, type GuestRefusal, giveRoom, guestBook } from '#tests/guest-book'
import { liveWorld } from '#tests/live-world'
import { freshStream } from '#tests/stored-events'

type Booking = Command<GuestBook, GuestFact, GuestRefusal>
const world = liveWorld()
const origin = {
  actor: { principal: 'user:1', capacity: 'team' as const, session: 's' },
  correlation: 'c',
  causation: 'c',
  address: '192.0.2.7',
  agent: 'Browser 1.0',
}

let log: EventLog
let keys: SubjectKeys
let handler: CommandHandler
let stream: string
let asked: { reads: number; appends: StoredEvent[][] }
/** Runs before each append reaches the log; may throw in its place. */
let beforeEachAppend: () => Promise<void> | void
let afterEachAppend: () => void

beforeEach(() => {
  const inner = memoryEventLog(world)
  asked = { reads: 0, appends: [] }
  beforeEachAppend = () => undefined
  afterEachAppend = () => undefined
  log = {
    ...inner,
    async append(to, expected, events) {
      asked.appends.push([...events])
      await beforeEachAppend()
      const appended = await inner.append(to, expected, events)
      afterEachAppend()
      return appended
    },
    async read(...args) {
      asked.reads += 1
      return inner.read(...args)
    },
  }
  keys = memorySubjectKeys(world)
  handler = commandHandler({ log, keys, world })
  stream = freshStream()
})

const command = (decide: Booking['decide'], more: Partial<Booking> = {}): Booking => ({
  stream,
  aggregate: guestBook,
  decide,
  origin,
  ...more,
})
async function done(decide: Booking['decide'], more: Partial<Booking> = {}): Promise<Done<GuestBook, GuestFact>> {
  const outcome = await handler.handle(command(decide, more))
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome
}
/** Another process on the same log. */
const rival = () => commandHandler({ log, keys, world })
const stored = () => log.read(stream, 0n, 1_000)

describe('deciding', () => {
  test('a command appends its events, chained and sealed, and answers the state it reached', async () => {
    const first = await done(arrive('g1', 'Ada L.'))
    expect(first).toMatchObject({ revision: 0, repeated: false, state: { guests: { g1: { name: 'Ada L.', room: null } } } })
    const second = await done((state) => [
      ...(giveRoom('g1', 7)(state) as GuestFact[]),
      { type: 'GuestArrived', data: { guest: 'g2', name: 'Bo B.' } },
    ])
    expect(second.revision).toBe(2)
    expect(second.position).toBe(await log.head())
    const events = await stored()
    expect(verifyChain(events)).toEqual([])
    expect(JSON.stringify(events)).not.toMatch(/Ada L|Bo B|192\.0\.2|Browser 1/)
    expect(await handler.history(stream, guestBook)).toEqual([...first.events, ...second.events])
    expect(second.events[1]!.meta).toMatchObject({ address: '192.0.2.7', agent: 'Browser 1.0', actor: origin.actor })
  })

  test('a state folded from the log equals the one the command answered', async () => {
    await done(arrive('g1', 'Ada'))
    const { state, revision } = await done(giveRoom('g1', 3))
    expect(await rival().load(stream, guestBook)).toEqual({ state, revision })
    expect(await handler.load(stream, guestBook)).toEqual({ state, revision })
    expect(await handler.load(freshStream(), guestBook)).toEqual({ state: guestBook.initial, revision: -1 })
  })

  test('a command that decides on nothing answers the current revision and appends nothing', async () => {
    await done(arrive('g1', 'Ada'))
    expect(await done(arrive('g1', 'Ada'))).toMatchObject({ revision: 0, events: [], position: null })
    expect(asked.appends).toHaveLength(1)
  })

  test('a refusal is answered as it is and leaves nothing behind', async () => {
    expect(await handler.handle(command(giveRoom('g1', 1)))).toEqual({ refused: 'not-here' })
    expect(await stored()).toEqual([])
  })

  test('a decision that throws leaves the stream usable', async () => {
    await expect(
      handler.handle(
        command(() => {
          throw new Error('broken')
        }),
      ),
    ).rejects.toThrow('broken')
    expect(await done(arrive('g1', 'Ada'))).toMatchObject({ revision: 0 })
  })

  test('data that its own codec could not read again is not written', async () => {
    const wrong = () => [{ type: 'RoomGiven', data: { guest: 'g1', room: 1.5 } }] as GuestFact[]
    await expect(handler.handle(command(wrong))).rejects.toThrow()
    expect(await stored()).toEqual([])
  })
})

describe('warm states', () => {
  test('a warm stream is written without reading it, and read by its tail alone', async () => {
    for (let room = 0; room < 600; room++) await done(room ? giveRoom('g1', room) : arrive('g1', 'Ada'))
    expect(asked.reads).toBe(1)
    const from: bigint[] = []
    const read: EventLog['read'] = (of, at, limit) => {
      from.push(at)
      return log.read(of, at, limit)
    }
    const watched = commandHandler({ log: { ...log, read }, keys, world })
    await watched.load(stream, guestBook)
    await done(giveRoom('g1', 1_000))
    expect((await watched.load(stream, guestBook)).revision).toBe(600)
    expect(from).toEqual([0n, 500n, 600n])
  })

  test('no refusal and no "nothing to do" rests on a stale state', async () => {
    await done(arrive('g1', 'Ada'))
    const other = rival()
    await other.handle(command(arrive('g2', 'Bo')))
    expect(await done(giveRoom('g2', 4))).toMatchObject({ revision: 2 })
    await other.handle(command(giveRoom('g2', 5)))
    expect(await done(giveRoom('g2', 4))).toMatchObject({ revision: 4 })
  })

  test('a read sees what another process wrote; one that asks for at least a revision it has needs no log', async () => {
    await done(arrive('g1', 'Ada'))
    await rival().handle(command(giveRoom('g1', 9)))
    const reads = asked.reads
    expect((await handler.load(stream, guestBook, { atLeast: 0 })).revision).toBe(0)
    expect(asked.reads).toBe(reads)
    expect((await handler.load(stream, guestBook, { atLeast: 1 })).revision).toBe(1)
    expect((await handler.load(stream, guestBook)).state.guests.g1?.room).toBe(9)
  })

  /** A handler whose first read is held up before its answer comes. */
  function slowly() {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let slow = true
    const read: EventLog['read'] = async (...args) => {
      const events = await log.read(...args)
      if (!slow) return events
      slow = false
      begun.resolve()
      await held.promise
      return events
    }
    return { on: commandHandler({ log: { ...log, read }, keys, world }), begun: begun.promise, release: held.resolve }
  }

  test('a slow reader does not put an older state over a newer one', async () => {
    await done(arrive('g1', 'Ada'))
    const { on, begun, release } = slowly()
    const reading = on.load(stream, guestBook)
    await begun
    await on.handle(command(giveRoom('g1', 1)))
    release()
    expect((await reading).revision).toBe(0)
    expect((await on.load(stream, guestBook, { atLeast: 0 })).revision).toBe(1)
  })

  test('what came to the stream while a slow reader read it is not missed by the next, though the log was looked at meanwhile', async () => {
    await done(arrive('g1', 'Ada'))
    const { on, begun, release } = slowly()
    const reading = on.load(stream, guestBook)
    await begun
    await done(giveRoom('g1', 1))
    const other = freshStream()
    await done(arrive('g2', 'Bo'), { stream: other })
    for (let look = 0; look < 2; look++) await on.load(other, guestBook)
    release()
    expect((await reading).revision).toBe(0)
    expect((await on.load(stream, guestBook)).revision).toBe(1)
  })

  test('states beyond the capacity are folded again, and are right', async () => {
    const small = commandHandler({ log, keys, world, warmStreams: 2 })
    const streams = Array.from({ length: 5 }, () => freshStream())
    for (let room = 0; room < 4; room++) {
      for (const one of streams) await small.handle(command(room ? giveRoom('g', room) : arrive('g', 'Ada'), { stream: one }))
    }
    for (const one of streams)
      expect(await small.load(one, guestBook)).toMatchObject({ revision: 3, state: { guests: { g: { room: 3 } } } })
  })
})

describe('kept states', () => {
  const plain = { ...guestBook, plain: true as const }
  const on = (kept: Snapshots, over: Partial<EventLog> = {}) =>
    commandHandler({ log: { ...log, ...over }, keys, world, snapshots: kept, keptEvery: 10 })
  const write = (by: CommandHandler, decide: Booking['decide'], id?: string) =>
    by.handle({ ...command(decide, id ? { idempotency: { id, digest: 'd' } } : {}), aggregate: plain })
  async function longStream(kept: Snapshots): Promise<void> {
    const by = on(kept)
    for (let room = 0; room < 25; room++) await write(by, room ? giveRoom('g1', room) : arrive('g1', 'Ada'), `key ${room}`)
  }

  test('who knows nothing of a long stream reads its end alone, comes to the same, and knows which requests were carried out', async () => {
    const kept = memorySnapshots(keys)
    await longStream(kept)
    const from: bigint[] = []
    const read: EventLog['read'] = (of, at, limit) => {
      from.push(at)
      return log.read(of, at, limit)
    }
    const other = on(kept, { read })
    const folded = await rival().load(stream, guestBook)
    expect(await other.load(stream, plain)).toEqual(folded)
    // The event that was kept last, to hold it against the log, and what came after it.
    expect(from).toEqual([19n, 20n])
    expect(await write(on(kept), giveRoom('g1', 3), 'key 3')).toMatchObject({ repeated: true, revision: 3 })
    expect(await write(on(kept), giveRoom('g1', 77))).toMatchObject({ ok: true, revision: 25 })
    expect(verifyChain(await stored())).toEqual([])
  })

  test('of another log, a log from before, or a stream that is gone it says nothing', async () => {
    const kept = memorySnapshots(keys)
    await longStream(kept)
    const early = await log.read(stream, 0n, 12)
    const read: EventLog['read'] = async (_, at, limit) => early.slice(Number(at), Number(at) + limit)
    expect(await on(kept, { read }).load(stream, plain)).toMatchObject({ revision: 11, state: { guests: { g1: { room: 11 } } } })
    expect(await on(kept, { read: async () => [] }).load(stream, plain)).toEqual({ state: plain.initial, revision: -1 })
    const changed: EventLog['read'] = async (...args) => (await log.read(...args)).map((event) => ({ ...event, hash: 'other' }))
    await expect(on(kept, { read: changed }).load(stream, plain)).rejects.toThrow('not chained')
    // A whole one, in which other things happened.
    const another = memoryEventLog(world)
    const there = commandHandler({ log: another, keys, world })
    for (let room = 0; room < 22; room++) await write(there, room ? giveRoom('g1', room) : arrive('g1', 'Ada'))
    expect(await on(kept, { read: another.read }).load(stream, plain)).toMatchObject({
      revision: 21,
      state: { guests: { g1: { room: 21 } } },
    })
  })

  test('a key that is destroyed takes stored state along', async () => {
    const kept = memorySnapshots(keys)
    await longStream(kept)
    await keys.destroy(stream, 'g1')
    const { state, revision } = await on(kept).load(stream, plain)
    expect([revision, isWithheld(state.guests.g1!.name)]).toEqual([24, true])
    await write(on(kept), arrive('g2', 'Bo'))
    expect(await kept.find(stream)).toBeNull()
  })

  test('of a state that is not plain, nor of a short stream, nothing is kept', async () => {
    const kept = memorySnapshots(keys)
    const by = on(kept)
    for (let room = 0; room < 25; room++) await by.handle(command(room ? giveRoom('g1', room) : arrive('g1', 'Ada')))
    await by.handle({ ...command(arrive('g1', 'Ada'), { stream: freshStream() }), aggregate: plain })
    expect(kept.size).toBe(0)
  })
})

describe('a key that another process destroyed', () => {
  /** A process that receives notices only from the test. */
  async function deaf() {
    const listeners: ((of: string | null) => void)[] = []
    const onDestroyed: SubjectKeys['onDestroyed'] = (listener) => {
      listeners.push(listener)
      return () => undefined
    }
    const there = commandHandler({ log, keys: { ...keys, onDestroyed }, world })
    await done(arrive('g1', 'Ada'))
    const nameThere = async () => (await there.load(stream, guestBook)).state.guests.g1?.name
    expect(await nameThere()).toBe('Ada')
    await keys.destroy(stream, 'g1')
    expect(await nameThere()).toBe('Ada')
    return { nameThere, tell: (of: string | null) => listeners.forEach((listener) => void listener(of)) }
  }

  test('drops its sealed values from memory where its stream is notified', async () => {
    const { nameThere, tell } = await deaf()
    tell(freshStream())
    expect(await nameThere()).toBe('Ada')
    tell(stream)
    expect(await nameThere()).not.toBe('Ada')
  })

  test('takes all out of memory where it is not known which it was', async () => {
    const { nameThere, tell } = await deaf()
    tell(null)
    expect(await nameThere()).not.toBe('Ada')
  })
})

describe('rivals', () => {
  test('who loses a race decides again on the newer state', async () => {
    await done(arrive('g1', 'Ada'))
    await done(arrive('g2', 'Bo'))
    const other = rival()
    await other.load(stream, guestBook)
    const [a, b] = await Promise.all([handler.handle(command(giveRoom('g1', 1))), other.handle(command(giveRoom('g2', 1)))])
    expect([a, b].filter((outcome) => 'refused' in outcome)).toEqual([{ refused: 'room-taken' }])
    const [c, d] = await Promise.all([handler.handle(command(arrive('g3', 'Cy'))), other.handle(command(arrive('g4', 'Di')))])
    expect([c, d].map((outcome) => 'ok' in outcome && outcome.revision).sort()).toEqual([3, 4])
    expect(verifyChain(await stored())).toEqual([])
  })

  test('16 writers in two processes on one stream are all carried out, once each', async () => {
    const other = rival()
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let at = 0; at < 10; at++) {
          const outcome = await (writer % 2 ? handler : other).handle(command(arrive(`${writer}-${at}`, 'N')))
          expect(outcome).toMatchObject({ ok: true })
        }
      }),
    )
    const events = await stored()
    expect(events).toHaveLength(160)
    expect(verifyChain(events)).toEqual([])
    expect(Object.keys((await handler.load(stream, guestBook)).state.guests)).toHaveLength(160)
  })

  test('commands of one process on one stream queue: none of their appends is refused', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, at) => done(arrive(`g${at}`, 'N'))))
    expect(asked.appends).toHaveLength(50)
  })

  test('a caller who loses every race gets an error, after a bounded number of tries', async () => {
    await done(arrive('g1', 'Ada'))
    const other = rival()
    let room = 1
    let busy = false
    beforeEachAppend = async () => {
      if (busy) return
      busy = true
      await other.handle(command(giveRoom('g1', room++)))
      busy = false
    }
    expect(await handler.handle(command(arrive('g2', 'Bo')))).toEqual({ refused: 'too-many-rivals' })
    expect(room).toBe(17)
  })
})

describe('a caller who gave up', () => {
  const givenUp = { origin: { ...origin, isWaitedFor: () => false } }

  test('is given no decision any more, so that nothing they asked again since is undone; a repetition is answered', async () => {
    const idempotency = { id: 'late', digest: 'd' }
    await expect(handler.handle(command(arrive('g1', 'Ada'), givenUp))).rejects.toBeInstanceOf(RequestAbandoned)
    expect(await stored()).toEqual([])
    const first = await done(arrive('g1', 'Ada'), { idempotency })
    expect(await done(arrive('g1', 'Ada'), { idempotency, ...givenUp })).toMatchObject({ revision: first.revision, repeated: true })
    expect(await stored()).toHaveLength(1)
  })

  test('while a race was run is not decided for once more', async () => {
    await done(arrive('g1', 'Ada'))
    let waits = true
    beforeEachAppend = async () => {
      if (!waits) return
      waits = false
      await rival().handle(command(giveRoom('g1', 7)))
    }
    const late = command(giveRoom('g1', 8), { origin: { ...origin, isWaitedFor: () => waits } })
    await expect(handler.handle(late)).rejects.toBeInstanceOf(RequestAbandoned)
    expect((await handler.load(stream, guestBook)).state.guests.g1?.room).toBe(7)
    expect((await stored())[0]?.meta).not.toHaveProperty('isWaitedFor')
  })
})

describe('requests sent again', () => {
  const idempotency = { id: 'key-1', digest: 'digest-of-the-request' }

  test('the same request by the same actor gives its first result and changes nothing, later and in another process', async () => {
    const first = await done(arrive('g1', 'Ada'), { idempotency })
    await done(giveRoom('g1', 1))
    for (const on of [handler, rival()]) {
      // Were it decided again, the second call would be refused.
      const again = await on.handle(command(arrive('g1', 'Eve'), { idempotency }))
      expect(again).toMatchObject({ ok: true, repeated: true, revision: 0, events: first.events })
    }
    expect(await stored()).toHaveLength(2)
  })

  test('of twins at once, in one process or two, one is carried out and both get its result', async () => {
    await done(arrive('g0', 'Ada'))
    const other = rival()
    await other.load(stream, guestBook)
    const outcomes = await Promise.all(
      [handler, handler, other, other].map((on) => on.handle(command(arrive('g1', 'Bo'), { idempotency }))),
    )
    expect(outcomes.map((outcome) => ('ok' in outcome ? outcome.revision : outcome.refused))).toEqual([1, 1, 1, 1])
    expect(outcomes.filter((outcome) => 'ok' in outcome && !outcome.repeated)).toHaveLength(1)
  })

  test('the same key with another request, or by somebody else, is refused', async () => {
    await done(arrive('g1', 'Ada'), { idempotency })
    const other = { ...origin, actor: { ...origin.actor, principal: 'user:2' } }
    const refused = { refused: 'idempotency-key-reused' }
    expect(await handler.handle(command(arrive('g2', 'Bo'), { idempotency: { id: 'key-1', digest: 'd2' } }))).toEqual(refused)
    expect(await handler.handle(command(arrive('g1', 'Ada'), { idempotency, origin: other }))).toEqual(refused)
    expect(await stored()).toHaveLength(1)
  })

  test('the log does not reveal whether a guess at the request is right, without the stream’s own key', async () => {
    await done(arrive('g1', 'Ada'), { idempotency })
    expect(JSON.stringify(await stored())).not.toContain(idempotency.digest)
    const elsewhere = freshStream()
    await handler.handle({ ...command(arrive('g1', 'Ada'), { idempotency }), stream: elsewhere })
    const tags = [...(await stored()), ...(await log.read(elsewhere, 0n, 1))].map(({ meta }) => (meta.key as { digest: string }).digest)
    expect(new Set(tags).size).toBe(2)
    await keys.destroyAll(stream)
    expect(await rival().handle(command(arrive('g1', 'Ada'), { idempotency }))).toEqual({ refused: 'subject-erased' })
  })

  test('a request that an earlier version recorded by its digest is known again', async () => {
    const fact: GuestFact = { type: 'GuestArrived', data: { guest: 'g1', name: 'Ada' } }
    const meta = { ...origin, time: '2026-03-01T09:00:00.000Z', key: idempotency }
    const own = new Map<string, SubjectKey>()
    for (const subject of subjectsOf(fact, meta, guestBook.codec)) own.set(subject, await keys.keyFor(stream, subject))
    const place = { id: 'id-0', stream, revision: 0, prev: '' }
    await log.append(stream, -1n, [encodeEvent({ ...place, fact, meta }, guestBook.codec, (subject) => own.get(subject)!, world.random)])
    expect(await handler.handle(command(arrive('g1', 'Ada'), { idempotency }))).toMatchObject({ repeated: true, revision: 0 })
  })

  test('the result of a request with several events is all of them', async () => {
    await done(arrive('g0', 'Ada'))
    const two: GuestFact[] = ['g1', 'g2'].map((guest) => ({ type: 'GuestArrived', data: { guest, name: 'N' } }))
    const first = await done(() => two, { idempotency })
    await done(giveRoom('g1', 1))
    const again = await rival().handle(command(() => two, { idempotency }))
    expect(again).toMatchObject({ repeated: true, revision: 2, events: first.events })
  })
})

describe('unknown outcomes', () => {
  test.each(['before', 'after'] as const)('lost %s it was written: identical bytes are sent until the log knows', async (when) => {
    let failures = 3
    const lose = () => {
      if (failures-- > 0) throw new OutcomeUnknown(stream, 'lost')
    }
    if (when === 'before') beforeEachAppend = lose
    else afterEachAppend = lose
    const outcome = await done(arrive('g1', 'Ada'))
    expect(outcome.revision).toBe(0)
    expect(asked.appends).toHaveLength(4)
    expect(new Set(asked.appends.map((events) => JSON.stringify(events))).size).toBe(1)
    expect((await stored()).map((event) => event.hash)).toEqual(outcome.events.map((event) => event.hash))
  })

  test('written, unanswered, and a rival after it: the command still gets its own result', async () => {
    let lost = false
    const other = commandHandler({ log: { ...log }, keys, world })
    afterEachAppend = () => {
      if (lost) return
      lost = true
      throw new OutcomeUnknown(stream, 'lost')
    }
    beforeEachAppend = async () => {
      if (!lost || asked.appends.length !== 2) return
      await other.handle(command(arrive('g2', 'Bo')))
    }
    expect(await done(arrive('g1', 'Ada'))).toMatchObject({ revision: 0, events: [{ revision: 0 }] })
    expect((await handler.load(stream, guestBook)).revision).toBe(1)
    expect(verifyChain(await stored())).toEqual([])
  })

  test('not written and a rival in its place: the command decides again', async () => {
    await done(arrive('g1', 'Ada'))
    const other = rival()
    let lost = 0
    beforeEachAppend = async () => {
      if (lost++ > 0) return
      await other.handle(command(giveRoom('g1', 1)))
      throw new OutcomeUnknown(stream, 'lost')
    }
    expect(await done(giveRoom('g1', 2))).toMatchObject({ revision: 2, state: { guests: { g1: { room: 2 } } } })
  })

  test('a log out of reach is reported in the end, and the same request afterwards is carried out once', async () => {
    const atOnce: Timers = {
      after(_, task) {
        queueMicrotask(task)
        return () => undefined
      },
    }
    const eager = commandHandler({
      log,
      keys,
      world: { ...world, timers: atOnce },
    })
    let down = true
    afterEachAppend = () => {
      if (down) throw new OutcomeUnknown(stream, 'down')
    }
    const request = command(arrive('g1', 'Ada'), { idempotency: { id: 'k', digest: 'd' } })
    await expect(eager.handle(request)).rejects.toBeInstanceOf(OutcomeUnknown)
    down = false
    expect(await eager.handle(request)).toMatchObject({ ok: true, repeated: true, revision: 0 })
    expect(await stored()).toHaveLength(1)
  })
})

describe('around the append', () => {
  test('what must be findable is registered before its events are there', async () => {
    const order: string[] = []
    afterEachAppend = () => void order.push('appended')
    await done(arrive('g1', 'Ada'), { beforeAppend: async (facts) => void order.push(`registered ${facts.length}`) })
    expect(order).toEqual(['registered 1', 'appended'])
    await expect(
      handler.handle(command(arrive('g2', 'Bo'), { beforeAppend: async () => Promise.reject(new Error('full')) })),
    ).rejects.toThrow('full')
    expect(await stored()).toHaveLength(1)
  })

  test('a stream that is removed in this very moment takes nothing more, which is said', async () => {
    await done(arrive('g1', 'Ada'))
    beforeEachAppend = () => log.remove(stream)
    expect(await handler.handle(command(giveRoom('g1', 1)))).toEqual({ refused: 'subject-erased' })
  })

  test('a stored event that was changed is never folded', async () => {
    await done(arrive('g1', 'Ada'))
    await done(giveRoom('g1', 1))
    const [first, second] = (await stored()) as [StoredEvent, StoredEvent]
    const forged = (events: StoredEvent[]) =>
      commandHandler({ log: { ...log, read: async () => events }, keys, world }).load(stream, guestBook)
    await expect(forged([first, { ...second, data: { guest: 'g1', room: 2 } }])).rejects.toThrow('hash')
    await expect(forged([first, { ...second, prev: '' }])).rejects.toThrow('chained')
    expect((await forged([first, second])).revision).toBe(1)
  })
})
