import { expect, vi } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import {
  type EventLog,
  MAX_APPEND_BYTES,
  NO_EVENTS,
  OutcomeUnknown,
  PositionPastEnd,
  RevisionConflict,
  START,
  StreamRemoved,
} from '#platform/event-log'
import type { EventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { freshStream, makeEvents } from '#tests/stored-events'
import { collect, readStream, surely } from './event-log.ts'

export interface Observed {
  readonly double: EventStoreDbDouble
  readonly log: EventLog
  /** Every answer that is waited for now has taken too long. */
  losePatience(): void
  /** How long is waited for what must come. */
  readonly within: { readonly timeout: number; readonly interval: number }
}
const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id)

/** The first append that comes meets this fate, all others are answered. */
function once(double: EventStoreDbDouble, fate: ReturnType<EventStoreDbDouble['fateOf']>): void {
  double.fateOf = () => {
    double.fateOf = () => 'answer'
    return fate
  }
}

/** Behaviour of a real server (23.10.6), and what must follow from it. Each throws where a log does not survive it. */
export const OBSERVATIONS = {
  'cut before it is written, an append is unknown, and sent again it is written': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    once(double, 'cut-before')
    await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(await surely(log, stream, NO_EVENTS, events)).toMatchObject({ revision: 1n })
    expect(await readStream(log, stream)).toEqual(events)
  },
  'cut between writing and answer, an append is unknown, and sent again it is found': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    once(double, 'cut-after')
    await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
    const again = await surely(log, stream, NO_EVENTS, events)
    expect(again.position).toBe(await log.head())
    expect(await readStream(log, stream)).toEqual(events)
  },
  'appends are known again by their ids after a restart too, since their expectation names a revision': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    const first = await log.append(stream, NO_EVENTS, events)
    await double.kill()
    await double.start()
    expect(await surely(log, stream, NO_EVENTS, events)).toEqual(first)
    expect(idsOf(await readStream(log, stream))).toEqual(idsOf(events))
    expect(double.attempts.map(({ expected }) => expected)).not.toContain('any')
  },
  'a conflict has neither words nor a code, and is told with the revision there is': async ({ log }) => {
    const [stream, events] = fresh(2)
    await log.append(stream, NO_EVENTS, events)
    const conflict = await log.append(stream, NO_EVENTS, makeEvents(stream)).catch((error: unknown) => error)
    expect(conflict).toBeInstanceOf(RevisionConflict)
    expect(conflict).toMatchObject({ expected: NO_EVENTS, actual: 1n })
  },
  'an append that is answered twice has one result, and others go on': async ({ double, log }) => {
    const [stream, events] = fresh(1)
    once(double, 'twice')
    expect(await log.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
    const [other, more] = fresh(1)
    expect(await log.append(other, NO_EVENTS, more)).toMatchObject({ revision: 0n })
  },
  'an answer that comes later than we wait leaves the outcome unknown, and sent again it is found': async ({
    double,
    log,
    losePatience,
    within,
  }) => {
    const [stream, events] = fresh(1)
    const answered = Promise.withResolvers<void>()
    once(double, { late: answered.promise })
    let thrown: unknown = null
    log.append(stream, NO_EVENTS, events).catch((error: unknown) => {
      thrown = error
    })
    await vi.waitFor(() => expect(double.store.read(stream)).toHaveLength(1), within)
    losePatience()
    await vi.waitFor(() => expect(thrown).toBeInstanceOf(OutcomeUnknown), within)
    answered.resolve()
    expect(await surely(log, stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
    expect(await readStream(log, stream)).toEqual(events)
  },
  'the same append while the first is still being written is unknown, does not end the first, and sent again it is found': async ({
    double,
    log,
    within,
  }) => {
    const [stream, events] = fresh(2)
    const answered = Promise.withResolvers<void>()
    once(double, { late: answered.promise })
    double.twinMs = 50
    const first = log.append(stream, NO_EVENTS, events)
    await vi.waitFor(() => expect(double.store.read(stream)).toHaveLength(2), within)
    await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
    answered.resolve()
    const appended = await first
    expect(appended).toMatchObject({ revision: 1n })
    expect(await log.append(stream, NO_EVENTS, events)).toEqual(appended)
    expect(double.store.read(stream)).toHaveLength(2)
  },
  'a burst of events drops the subscription, which misses nothing, and ends no append that is under way': async ({
    double,
    log,
    within,
  }) => {
    const follower = collect(log, { after: await log.head() })
    await vi.waitFor(() => expect(double.subscriptions()).toBe(1), within)
    const [[waiting, waits], [stream, burst]] = [fresh(1), fresh(200, 'a'.repeat(1_500))]
    const answered = Promise.withResolvers<void>()
    once(double, { late: answered.promise })
    const underWay = log.append(waiting, NO_EVENTS, waits)
    await vi.waitFor(() => expect(double.store.read(waiting)).toHaveLength(1), within)
    await log.append(stream, NO_EVENTS, burst)
    await vi.waitFor(() => expect([double.dropped, double.subscriptions()]).toEqual([1, 1]), within)
    answered.resolve()
    expect(await underWay).toMatchObject({ revision: 0n })
    await vi.waitFor(() => expect(follower.seen.map(({ event }) => event.id)).toEqual(idsOf([...waits, ...burst])), within)
    await follower.stop()
  },
  'a frozen server holds nobody up for longer than we wait': async ({ double, log, within, losePatience }) => {
    const [stream, events] = fresh(1)
    await log.append(stream, NO_EVENTS, events)
    double.line.freeze()
    const next = makeEvents(stream, { after: events[0] })
    let thrown: unknown = null
    log.append(stream, 0n, next).catch((error: unknown) => {
      thrown = error
    })
    await vi.waitFor(() => {
      losePatience()
      expect(thrown).toBeInstanceOf(OutcomeUnknown)
    }, within)
    double.line.thaw()
    expect(await surely(log, stream, 0n, next)).toMatchObject({ revision: 1n })
  },
  'a server that is not ready yet is asked again, and serves once it is': async ({ double, log }) => {
    const [stream, events] = fresh(1)
    double.notReady = true
    await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
    await expect(log.read(stream, 0n, 1)).rejects.toThrow()
    double.notReady = false
    expect(await surely(log, stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
  },
  'killed, it keeps what it acknowledged and may lose the rest, which is written when it is sent again': async ({
    double,
    log,
    within,
  }) => {
    const [stream, [kept, lost]] = fresh(2)
    await log.append(stream, NO_EVENTS, [kept!])
    const never = Promise.withResolvers<void>()
    once(double, { late: never.promise })
    const sent = surely(log, stream, 0n, [lost!])
    await vi.waitFor(() => expect(double.store.read(stream)).toHaveLength(2), within)
    await double.kill()
    await double.start({ loseUnacknowledged: true })
    expect(idsOf(double.store.read(stream) as unknown as StoredEvent[]).slice(0, 1)).toEqual([kept!.id])
    expect(await sent).toMatchObject({ revision: 1n })
    never.resolve()
    expect(await readStream(log, stream)).toEqual([kept, lost])
  },
  'subscriptions that are dropped, cut or killed come back and miss and repeat nothing': async ({ double, log, within }) => {
    const [stream, events] = fresh(12)
    const follower = collect(log, { after: await log.head() })
    const trouble = [double.dropSubscriptions, double.line.cut, async () => double.kill().then(() => double.start())]
    for (const [at, event] of events.entries()) {
      await vi.waitFor(() => expect(double.subscriptions()).toBeGreaterThan(0), within)
      await trouble[at % trouble.length]!()
      await surely(log, stream, BigInt(at) - 1n, [event])
      await vi.waitFor(() => expect(follower.seen).toHaveLength(at + 1), within)
    }
    await follower.stop()
    expect(follower.seen.map(({ event }) => event.id)).toEqual(idsOf(events))
  },
  'a place is told only when everything before it was handled': async ({ log, within }) => {
    const [stream, events] = fresh(40)
    const before = await log.head()
    await log.append(stream, NO_EVENTS, events)
    const handled: string[] = []
    const early: string[] = []
    const follower = collect(log, {
      after: before,
      pageSize: 7,
      async onEvent({ position }) {
        await new Promise(setImmediate)
        handled.push(position)
      },
      onCheckpoint(position) {
        const last = handled.at(-1)
        if (last !== undefined && log.compare(position, last) > 0) early.push(position)
        if (last === undefined) early.push(position)
      },
    })
    await vi.waitFor(() => expect(handled).toHaveLength(40), within)
    await follower.stop()
    expect(early).toEqual([])
  },
  'what was appended before a subscription was confirmed is given too': async ({ log, within }) => {
    const before = await log.head()
    const [stream, events] = fresh(3)
    const follower = collect(log, { after: before })
    await log.append(stream, NO_EVENTS, events)
    await vi.waitFor(() => expect(follower.seen.map(({ event }) => event.id)).toEqual(idsOf(events)), within)
    await follower.stop()
  },
  'events of the server’s own are nobody’s, and are not the end of the log': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    const before = await log.head()
    for (let at = 0; at < 40; at++) double.store.writeSystemEvent()
    const { position } = await log.append(stream, NO_EVENTS, events)
    for (let at = 0; at < 40; at++) double.store.writeSystemEvent()
    expect(await log.head()).toBe(position)
    const page = await log.readAll(before, 100)
    expect(page.events.map(({ event }) => event.id)).toEqual(idsOf(events))
    expect(page).toMatchObject({ position, atEnd: true })
  },
  'a removed stream’s events, which the server still shows among all, are given to nobody, in any process': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    const before = await log.head()
    const { position } = await log.append(stream, NO_EVENTS, events)
    await log.remove(stream)
    await log.remove(stream)
    expect(double.store.all.filter((event) => event.stream === stream && event.type !== '$streamDeleted')).toHaveLength(2)
    expect((await log.readAll(before, 100)).events).toEqual([])
    expect(await log.head()).toBe(position)
    expect(await log.read(stream, 0n, 10)).toEqual([])
    await expect(log.append(stream, 1n, makeEvents(stream, { after: events[1] }))).rejects.toBeInstanceOf(StreamRemoved)
  },
  'a removal whose note is lost, or answered with what cannot be read, is an outcome that is not known: asked for again, it is done once':
    async ({ double, log }) => {
      const before = await log.head()
      for (const fate of ['cut-before', 'cut-after', 'unreadable'] as const) {
        const [stream, events] = fresh(1)
        await log.append(stream, NO_EVENTS, events)
        once(double, fate)
        await expect(log.remove(stream)).rejects.toBeInstanceOf(OutcomeUnknown)
        expect(double.store.all.filter((event) => event.stream === stream)).toHaveLength(1)
        await log.remove(stream)
        expect((await log.readAll(before, 100)).events).toEqual([])
        expect(double.store.all.filter(({ data }) => Buffer.from(data).includes(stream))).toHaveLength(1)
      }
    },
  'events of a soft-deleted stream that are sent again are said to be written and are not': async ({ double, log }) => {
    const [stream, events] = fresh(2)
    await log.append(stream, NO_EVENTS, events)
    double.store.softDelete(stream)
    await expect(log.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(StreamRemoved)
    expect(await log.read(stream, 0n, 10)).toEqual([])
  },
  'a place beyond the end is told, of which the server itself says nothing': async ({ double, log, within }) => {
    const [stream, [first, second]] = fresh(2)
    await log.append(stream, NO_EVENTS, [first!])
    const never = Promise.withResolvers<void>()
    once(double, { late: never.promise })
    const lost = log.append(stream, 0n, [second!]).catch(() => undefined)
    await vi.waitFor(async () => expect(double.store.read(stream)).toHaveLength(2), within)
    const beyond = String(double.store.all.at(-1)!.position)
    await double.kill()
    await double.start({ loseUnacknowledged: true })
    await lost
    never.resolve()
    await vi.waitFor(() => log.head(), within)
    await expect(log.readAll(beyond, 10)).rejects.toBeInstanceOf(PositionPastEnd)
  },
  'what is too large is refused before it is sent: the server would end other clients’ appends with it': async ({ double, log }) => {
    const stream = freshStream()
    const before = double.attempts.length
    const large = makeEvents(stream, { data: { text: 'a'.repeat(MAX_APPEND_BYTES) } })
    await expect(log.append(stream, NO_EVENTS, large)).rejects.toMatchObject({ name: 'AppendTooLarge' })
    expect(double.attempts).toHaveLength(before)
    const many = makeEvents(stream, { count: 400, data: { text: 'a'.repeat(2_000) } })
    expect(await log.append(stream, NO_EVENTS, many)).toMatchObject({ revision: 399n })
  },
  'a filter that leaves everything out still moves on': async ({ log }) => {
    const [stream, events] = fresh(3)
    const before = await log.head()
    const { position } = await log.append(stream, NO_EVENTS, events)
    const filter = { types: ['Nothing'] }
    expect(await log.readAll(before, 2, filter)).toEqual({ events: [], position, atEnd: true })
    expect(log.compare(START, position)).toBeLessThan(0)
  },
} satisfies Record<string, (observed: Observed) => Promise<void>>
export type Observation = keyof typeof OBSERVATIONS

function fresh(count: number, text = ''): [string, readonly StoredEvent[]] {
  const stream = freshStream()
  return [stream, makeEvents(stream, { count, data: { text } })]
}
