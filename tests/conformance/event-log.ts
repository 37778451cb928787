import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import {
  AppendTooLarge,
  DuplicateEventId,
  type EventLog,
  type LoggedEvent,
  MAX_APPEND_BYTES,
  NO_EVENTS,
  OutcomeUnknown,
  PositionPastEnd,
  pagesOf,
  RevisionConflict,
  START,
  StreamRemoved,
  type SubscribeOptions,
} from '#platform/event-log'
import { freshStream, makeEvents } from '#tests/stored-events'

export interface LogUnderTest {
  readonly log: EventLog
  /** The same storage as another process sees it; closed by the suite's end. */
  another(): EventLog
  close(): Promise<void>
}

/** The whole number in the long lane, a tenth otherwise. */
export const scaled = (count: number) => (process.env.LONG_TESTS ? count : Math.ceil(count / 10))

export async function readStream(log: EventLog, stream: string, from = 0n): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of pagesOf(log, stream, from)) events.push(...page)
  return events
}

/** Sends the identical events until their outcome is known, as everything that appends does. */
export async function surely(log: EventLog, stream: string, expected: bigint, events: readonly StoredEvent[], attempts = 50) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await log.append(stream, expected, events)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown) || attempt === attempts) throw error
    }
  }
}

/** All of them side by side. One that fails stops the others, so that none still writes during the next test. */
async function writers(count: number, write: (writer: number, goesOn: () => boolean) => Promise<void>): Promise<void> {
  let failed = false
  const ended = await Promise.allSettled(
    Array.from({ length: count }, (_, writer) =>
      write(writer, () => !failed).catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
}

/** Follows the log and keeps what it was given. Ends with its test at the latest. */
export function collect(log: EventLog, options: Partial<SubscribeOptions> = {}) {
  const seen: LoggedEvent[] = []
  const checkpoints: string[] = []
  let caughtUp = 0
  const subscription = log.subscribe({
    after: START,
    onEvent: (logged) => void seen.push(logged),
    onCheckpoint: (position) => void checkpoints.push(position),
    onCaughtUp: () => {
      caughtUp += 1
    },
    ...options,
  })
  onTestFinished(() => subscription.stop())
  return { seen, checkpoints, stop: () => subscription.stop(), caughtUp: () => caughtUp }
}

/** Follows the log, and pauses at the first event until it is released. */
function slowly(log: EventLog, options: Partial<SubscribeOptions>) {
  const [entered, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const follower = collect(log, {
    ...options,
    async onEvent(logged) {
      seen.push(logged)
      entered.resolve()
      await going.promise
    },
  })
  const seen: LoggedEvent[] = []
  return { seen, entered: entered.promise, goOn: going.resolve, stop: follower.stop }
}

/** A promise, and whether it is settled. */
function over(promise: Promise<unknown>) {
  const outcome = { isOver: false, promise }
  const settled = () => {
    outcome.isOver = true
  }
  promise.then(settled, settled)
  return outcome
}

const idsOf = (events: readonly { readonly event: StoredEvent }[]) => events.map(({ event }) => event.id)
const WITHIN = { timeout: 60_000, interval: 5 }

export interface Abilities {
  /** Whether an id that stands in another stream is noticed. Where it is not, ids must be unique by how they are made. */
  readonly knowsAllIds?: boolean
  /** Server and client share this process and speak a protocol that is dear to write: fewer places are resumed from in the short lane. */
  readonly dear?: boolean
}

export function eventLogConformance(
  name: string,
  open: () => Promise<LogUnderTest>,
  { knowsAllIds = true, dear = false }: Abilities = {},
): void {
  describe(`event log, ${name}`, () => {
    let on: LogUnderTest
    let log: EventLog
    beforeAll(async () => {
      on = await open()
      log = on.log
    })
    afterAll(() => on.close())

    test('appended events come back, byte for byte, and its chain verifies', async () => {
      const stream = freshStream()
      const data = JSON.parse(
        '{"z":1,"a":{"10":1,"9":2,"B":[],"b":{}},"text":"Ünïcode 𝄞 עברית \\u0000 \\\\ \\" \\n \\u2028","__proto__":{"x":true},"big":9007199254740991,"low":-9007199254740991,"none":null,"deep":[[[[["x"]]]]]}',
      )
      const events = makeEvents(stream, { count: 3, data })
      expect(await log.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 2n })
      const read = await readStream(log, stream)
      expect(read).toEqual(events)
      expect(read.map((event) => JSON.stringify(event.data))).toEqual(events.map((event) => JSON.stringify(event.data)))
      expect(verifyChain(read)).toEqual([])
    })

    test('a stream is read from any revision, by any limit; one that is not there is empty', async () => {
      const stream = freshStream()
      const events = makeEvents(stream, { count: 5 })
      await log.append(stream, NO_EVENTS, events)
      expect(await log.read(stream, 2n, 2)).toEqual(events.slice(2, 4))
      expect(await log.read(stream, 5n, 10)).toEqual([])
      expect(await log.read(freshStream(), 0n, 10)).toEqual([])
    })

    test('an append at another revision than the current one is refused with both, and writes nothing', async () => {
      const stream = freshStream()
      const first = makeEvents(stream, { count: 2 })
      await log.append(stream, NO_EVENTS, first)
      const tooLow = makeEvents(stream, { after: first[0] })
      const tooHigh = makeEvents(stream, { after: { ...first[1]!, revision: 7 } })
      await expect(log.append(stream, 0n, tooLow)).rejects.toMatchObject({ name: 'RevisionConflict', stream, expected: 0n, actual: 1n })
      await expect(log.append(stream, 7n, tooHigh)).rejects.toMatchObject({ expected: 7n, actual: 1n })
      await expect(log.append(stream, NO_EVENTS, makeEvents(stream))).rejects.toBeInstanceOf(RevisionConflict)
      const missing = freshStream()
      const hanging = makeEvents(missing, { after: { ...first[0]!, revision: 0 } })
      await expect(log.append(missing, 0n, hanging)).rejects.toMatchObject({ actual: NO_EVENTS })
      expect(await readStream(log, stream)).toEqual(first)
    })

    test('of 16 rivals for one revision, in two processes, one wins and 15 get a conflict', async () => {
      const other = on.another()
      for (let round = 0; round < scaled(100); round++) {
        const stream = freshStream()
        const rivals = Array.from({ length: 16 }, () => makeEvents(stream, { count: 2 }))
        const outcomes = await Promise.allSettled(rivals.map((events, at) => (at % 2 ? log : other).append(stream, NO_EVENTS, events)))
        const won = outcomes.flatMap((outcome, at) => (outcome.status === 'fulfilled' ? [at] : []))
        expect(won).toHaveLength(1)
        const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
        expect(lost.every((error) => error instanceof RevisionConflict && error.actual >= 1n)).toBe(true)
        expect(await readStream(log, stream)).toEqual(rivals[won[0]!])
      }
    })

    test('the same events with the same expectation give the first result again: at once, later, for a part, for several appends', async () => {
      const stream = freshStream()
      const [a, b, c] = makeEvents(stream, { count: 3 }) as [StoredEvent, StoredEvent, StoredEvent]
      const [first, twin] = await Promise.all([surely(log, stream, NO_EVENTS, [a, b]), surely(log, stream, NO_EVENTS, [a, b])])
      expect(twin).toEqual(first)
      const last = await log.append(stream, 1n, [c])
      expect(await log.append(stream, NO_EVENTS, [a, b])).toEqual(first)
      expect(await on.another().append(stream, NO_EVENTS, [a, b])).toEqual(first)
      expect(await log.append(stream, NO_EVENTS, [a])).toMatchObject({ revision: 0n })
      expect(await log.append(stream, NO_EVENTS, [a, b, c])).toEqual(last)
      expect(await readStream(log, stream)).toEqual([a, b, c])
    })

    test('old and new events mixed, or old ones in another order, are a conflict', async () => {
      const stream = freshStream()
      const [a, b] = makeEvents(stream, { count: 2 }) as [StoredEvent, StoredEvent]
      await log.append(stream, NO_EVENTS, [a, b])
      const swapped = [
        { ...b, revision: 0 },
        { ...a, revision: 1 },
      ]
      await expect(log.append(stream, NO_EVENTS, swapped)).rejects.toBeInstanceOf(RevisionConflict)
      await expect(log.append(stream, NO_EVENTS, [a, ...makeEvents(stream, { after: a })])).rejects.toBeInstanceOf(RevisionConflict)
      await expect(log.append(stream, NO_EVENTS, [a, b, ...makeEvents(stream, { after: b })])).rejects.toBeInstanceOf(RevisionConflict)
      expect(await readStream(log, stream)).toEqual([a, b])
    })

    test.runIf(knowsAllIds)('an event id that stands elsewhere is refused, and those appended at the same moment are not', async () => {
      const [stream, other, third] = [freshStream(), freshStream(), freshStream()]
      const used = makeEvents(stream)
      await log.append(stream, NO_EVENTS, used)
      const outcomes = await Promise.allSettled([
        log.append(other, NO_EVENTS, makeEvents(other)),
        log.append(third, NO_EVENTS, [{ ...makeEvents(third)[0]!, id: used[0]!.id }]),
        log.append(stream, 0n, makeEvents(stream, { after: used[0] })),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(DuplicateEventId)
      const twice = makeEvents(third)[0]!
      await expect(log.append(third, NO_EVENTS, [twice, { ...twice, revision: 1 }])).rejects.toBeInstanceOf(DuplicateEventId)
      expect(await readStream(log, third)).toEqual([])
    })

    test('appends under way together have each their own outcome', async () => {
      const taken = freshStream()
      await log.append(taken, NO_EVENTS, makeEvents(taken))
      const streams = Array.from({ length: 40 }, (_, at) => (at % 4 === 1 ? taken : freshStream()))
      const appends = streams.map((stream) => makeEvents(stream, { count: 2 }))
      const before = await log.head()
      const outcomes = await Promise.allSettled(appends.map((events, at) => log.append(streams[at]!, NO_EVENTS, events)))
      const { events: stored } = await log.readAll(before, 1_000)
      const places = new Map(stored.map(({ event, position }) => [event.id, position]))
      for (const [at, outcome] of outcomes.entries()) {
        if (streams[at] === taken) expect((outcome as PromiseRejectedResult).reason).toMatchObject({ stream: taken, actual: 0n })
        else expect(outcome).toMatchObject({ value: { revision: 1n, position: places.get(appends[at]![1]!.id) } })
      }
    })

    test('appends of one client that build on each other may be sent without waiting', async () => {
      const stream = freshStream()
      const events = makeEvents(stream, { count: 20 })
      const results = await Promise.all(events.map((event, at) => log.append(stream, BigInt(at) - 1n, [event])))
      expect(results.map(({ revision }) => revision)).toEqual(events.map((event) => BigInt(event.revision)))
      expect(await readStream(log, stream)).toEqual(events)
    })

    test('an append that is empty, too large or made for another place is refused before it is sent', async () => {
      const stream = freshStream()
      const large = makeEvents(stream, { data: { text: 'ä'.repeat(MAX_APPEND_BYTES / 2) } })
      await expect(log.append(stream, NO_EVENTS, [])).rejects.toBeInstanceOf(RangeError)
      await expect(log.append(stream, NO_EVENTS, large)).rejects.toBeInstanceOf(AppendTooLarge)
      await expect(log.append(stream, 0n, makeEvents(stream))).rejects.toBeInstanceOf(RangeError)
      await expect(log.append(stream, NO_EVENTS, makeEvents(freshStream()))).rejects.toBeInstanceOf(RangeError)
      expect(await readStream(log, stream)).toEqual([])
      const fits = makeEvents(stream, { data: { text: 'a'.repeat(MAX_APPEND_BYTES - 1_000) } })
      await log.append(stream, NO_EVENTS, fits)
      expect(await readStream(log, stream)).toEqual(fits)
    })

    test('all events have one order, which any page size and any place to begin agree on', async () => {
      const streams = [freshStream(), freshStream()]
      const before = await log.head()
      const made: string[] = []
      const last = new Map<string, StoredEvent>()
      for (let at = 0; at < 11; at++) {
        const stream = streams[at % 2]!
        const after = last.get(stream)
        const events = makeEvents(stream, { count: 1 + (at % 3), after })
        const { position } = await log.append(stream, BigInt(after?.revision ?? -1), events)
        expect(position).toBe(await log.head())
        last.set(stream, events.at(-1)!)
        made.push(...events.map((event) => event.id))
      }
      const all = (await log.readAll(before, 1_000)).events
      expect(idsOf(all)).toEqual(made)
      for (const size of [1, 2, 7, made.length]) {
        const paged: LoggedEvent[] = []
        for (let after = before, atEnd = false; !atEnd; ) {
          const page = await log.readAll(after, size)
          expect(page.events.length).toBeLessThanOrEqual(size)
          paged.push(...page.events)
          after = page.position
          atEnd = page.atEnd
        }
        expect(paged).toEqual(all)
      }
      for (const [at, { position }] of all.entries()) {
        expect(idsOf((await log.readAll(position, 1_000)).events)).toEqual(made.slice(at + 1))
        expect(log.compare(position, before)).toBeGreaterThan(0)
        if (at > 0) expect(log.compare(all[at - 1]!.position, position)).toBeLessThan(0)
      }
      expect(log.compare(START, before)).toBeLessThan(0)
      expect(log.compare(START, START)).toBe(0)
    })

    test('filters by prefix and by type move their checkpoint past what they leave out', async () => {
      const before = await log.head()
      const [wanted, unwanted] = [freshStream('filtered'), freshStream('other')]
      const mine = [...makeEvents(wanted, { count: 2, type: 'Kept' })]
      mine.push(...makeEvents(wanted, { count: 1, type: 'Dropped', after: mine.at(-1) }))
      await log.append(wanted, NO_EVENTS, mine)
      await log.append(unwanted, NO_EVENTS, makeEvents(unwanted, { count: 5, type: 'Kept' }))
      const head = await log.head()
      const read = (filter: object) => log.readAll(before, 100, filter)
      expect(await read({ streamPrefixes: ['filtered-'] })).toMatchObject({ position: head, atEnd: true })
      expect((await read({ streamPrefixes: ['filtered-'] })).events).toHaveLength(3)
      expect((await read({ streamPrefixes: ['filtered-', 'other-'], types: ['Kept'] })).events).toHaveLength(7)
      expect((await read({ streamPrefixes: ['filtered-'], types: ['Kept', 'Dropped'] })).events).toHaveLength(3)
      expect((await read({ types: ['Nothing'] })).events).toEqual([])
      expect((await read({ types: [] })).events).toEqual([])

      const follower = collect(log, { after: before, filter: { types: ['Dropped'] } })
      await vi.waitFor(() => expect(follower.checkpoints.at(-1)).toBe(head), WITHIN)
      expect(idsOf(follower.seen)).toEqual([mine[2]!.id])
      await log.append(unwanted, 4n, makeEvents(unwanted, { after: { ...mine[2]!, stream: unwanted, revision: 4 } }))
      const later = await log.head()
      await vi.waitFor(() => expect(follower.checkpoints.at(-1)).toBe(later), WITHIN)
      expect(follower.seen).toHaveLength(1)
      await follower.stop()
    })

    test('a place beyond the end is an error and not waited at: the log was restored from an older copy', async () => {
      const stream = freshStream()
      await log.append(stream, NO_EVENTS, makeEvents(stream))
      const beyond = `${BigInt(await log.head()) + 1_000_000n}`
      await expect(log.readAll(beyond, 10)).rejects.toBeInstanceOf(PositionPastEnd)
      const trouble = Promise.withResolvers<unknown>()
      const follower = collect(log, { after: beyond, onTrouble: trouble.resolve })
      expect(await trouble.promise).toBeInstanceOf(PositionPastEnd)
      await follower.stop()
      expect(follower.seen).toEqual([])
    })

    test('[D-294] a removed stream reads as empty and takes nothing ever again; all others keep their places, and no place is given out twice', async () => {
      const before = await log.head()
      const [gone, stays] = [freshStream(), freshStream()]
      const mine = makeEvents(gone, { count: 3 })
      const others = makeEvents(stays, { count: 2 })
      await log.append(gone, NO_EVENTS, mine.slice(0, 2))
      await log.append(stays, NO_EVENTS, others)
      const { position: last } = await log.append(gone, 1n, mine.slice(2))
      const whole = await log.readAll(before, 100)
      await log.remove(gone)
      await on.another().remove(gone)
      expect(await log.read(gone, 0n, 100)).toEqual([])
      // The end of the log stays where it was, though its last event is gone.
      expect(await log.head()).toBe(last)
      expect(await log.readAll(before, 100)).toEqual({
        events: whole.events.filter(({ event }) => event.stream === stays),
        position: last,
        atEnd: true,
      })
      await expect(log.append(gone, NO_EVENTS, mine)).rejects.toBeInstanceOf(StreamRemoved)
      await expect(on.another().append(gone, 2n, makeEvents(gone, { after: mine[2]! }))).rejects.toBeInstanceOf(StreamRemoved)
      const more = makeEvents(stays, { after: others[1]! })
      const { position } = await log.append(stays, 1n, more)
      expect(log.compare(position, last)).toBeGreaterThan(0)
      expect((await log.readAll(last, 10)).events.map(({ event }) => event)).toEqual(more)
      const never = freshStream()
      await log.remove(never)
      await expect(log.append(never, NO_EVENTS, makeEvents(never))).rejects.toBeInstanceOf(StreamRemoved)
      expect(await log.head()).toBe(position)
    })

    test('a stream that never was is taken out before it is made, and one that has been made by then stays as it is', async () => {
      const [never, made] = [freshStream(), freshStream()]
      const events = makeEvents(made)
      await log.append(made, NO_EVENTS, events)
      const before = await log.head()
      for (const each of [log, on.another()]) {
        expect(await each.removeUnborn(never)).toBe(true)
        expect(await each.removeUnborn(made)).toBe(false)
      }
      expect(await log.head()).toBe(before)
      await expect(log.append(never, NO_EVENTS, makeEvents(never))).rejects.toBeInstanceOf(StreamRemoved)
      expect((await log.read(made, 0n, 10)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      await log.append(made, 0n, makeEvents(made, { after: events[0]! }))
      await log.remove(made)
      expect(await log.removeUnborn(made)).toBe(true)

      // A writer that makes it at the same moment has made it for good, or is refused.
      const raced = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const stream = freshStream()
          const making = log.append(stream, NO_EVENTS, makeEvents(stream)).then(
            () => 'made',
            (error: unknown) => (error instanceof StreamRemoved ? 'refused' : Promise.reject(error)),
          )
          const [is, removed] = await Promise.all([making, on.another().removeUnborn(stream)])
          expect([is, removed]).toEqual(removed ? ['refused', true] : ['made', false])
          expect(await log.read(stream, 0n, 10)).toHaveLength(removed ? 0 : 1)
          return removed
        }),
      )
      expect(raced).toHaveLength(20)
    })

    test('[D-294] a subscription that is reading while streams are removed misses nothing of the others, and goes on', async () => {
      const before = await log.head()
      const streams = Array.from({ length: 6 }, () => freshStream())
      const first = streams.map((stream) => makeEvents(stream, { count: 4 }))
      for (const [at, stream] of streams.entries()) await log.append(stream, NO_EVENTS, first[at]!)
      const kept = streams.filter((_, at) => at % 2 === 0)
      let removing: Promise<unknown> | null = null
      const follower = collect(log, {
        after: before,
        pageSize: 3,
        onCheckpoint: async () => {
          removing ??= Promise.all(streams.filter((stream) => !kept.includes(stream)).map((stream) => on.another().remove(stream)))
          await removing
        },
      })
      await vi.waitFor(() => expect(follower.caughtUp()).toBe(1), WITHIN)
      const later = makeEvents(kept[0]!, { after: first[0]!.at(-1)! })
      await log.append(kept[0]!, 3n, later)
      await vi.waitFor(() => expect(idsOf(follower.seen)).toContain(later[0]!.id), WITHIN)
      await follower.stop()
      const ofKept = follower.seen.filter(({ event }) => kept.includes(event.stream))
      expect(idsOf(ofKept)).toEqual([...[0, 2, 4].flatMap((at) => first[at]!.map(({ id }) => id)), later[0]!.id])
    })

    test('a subscription gives past events, says once that it has caught up, and gives what comes, also from another process', async () => {
      const before = await log.head()
      const stream = freshStream()
      const events = makeEvents(stream, { count: 7 })
      await log.append(stream, NO_EVENTS, events.slice(0, 3))
      const follower = collect(log, { after: before, pageSize: 2 })
      await vi.waitFor(() => expect(follower.caughtUp()).toBe(1), WITHIN)
      expect(idsOf(follower.seen)).toEqual(events.slice(0, 3).map((event) => event.id))
      await log.append(stream, 2n, events.slice(3, 5))
      await on.another().append(stream, 4n, events.slice(5))
      await vi.waitFor(() => expect(follower.seen).toHaveLength(7), WITHIN)
      await vi.waitFor(async () => expect(follower.checkpoints.at(-1)).toBe(await log.head()), WITHIN)
      expect(follower.seen.map(({ event }) => event)).toEqual(events)
      expect(follower.caughtUp()).toBe(1)
      await follower.stop()
      await log.append(stream, 6n, makeEvents(stream, { after: events.at(-1) }))
      expect(follower.seen).toHaveLength(7)
    })

    test('a handler that fails gets the same event again, and none is skipped; a checkpoint waits for its events', async () => {
      const before = await log.head()
      const stream = freshStream()
      await log.append(stream, NO_EVENTS, makeEvents(stream, { count: 6 }))
      const tried: number[] = []
      const handled: number[] = []
      const stored: string[] = []
      const troubles: unknown[] = []
      const follower = collect(log, {
        after: before,
        pageSize: 2,
        onEvent: async ({ event }) => {
          tried.push(event.revision)
          if (event.revision === 3 && tried.filter((revision) => revision === 3).length < 3) throw new Error('not now')
          handled.push(event.revision)
        },
        onCheckpoint: async () => {
          stored.push(`after ${handled.length}`)
          if (stored.length === 1) throw new Error('not stored')
        },
        onTrouble: (error) => troubles.push(error),
      })
      await vi.waitFor(() => expect(follower.caughtUp()).toBe(1), WITHIN)
      await follower.stop()
      expect(tried).toEqual([0, 1, 2, 3, 3, 3, 4, 5])
      expect(handled).toEqual([0, 1, 2, 3, 4, 5])
      expect(stored).toEqual(['after 2', 'after 2', 'after 4', 'after 6'])
      expect(troubles).toHaveLength(3)
    })

    test('under 16 writers in two processes subscriptions miss and repeat nothing, from the start and from any place', async () => {
      const before = await log.head()
      const other = on.another()
      const each = scaled(500)
      const live = collect(other, { after: before, pageSize: 50 })
      const written: string[] = []
      await writers(16, async (writer, goesOn) => {
        const stream = freshStream()
        let last: StoredEvent | undefined
        for (let at = 0; at < each && goesOn(); at++) {
          const events = makeEvents(stream, { count: 1 + ((at + writer) % 3), after: last })
          await surely(writer % 2 ? log : other, stream, BigInt(last?.revision ?? -1), events)
          last = events.at(-1)
          written.push(...events.map((event) => event.id))
        }
      })
      await vi.waitFor(() => expect(live.seen.length).toBeGreaterThanOrEqual(written.length), WITHIN)
      await live.stop()
      const ids = idsOf(live.seen)
      expect(ids).toHaveLength(written.length)
      expect(new Set(ids)).toEqual(new Set(written))
      for (let at = 1; at < live.seen.length; at++) {
        expect(log.compare(live.seen[at - 1]!.position, live.seen[at]!.position)).toBeLessThan(0)
      }
      const revisions = new Map<string, number>()
      for (const { event } of live.seen) {
        expect(event.revision).toBe((revisions.get(event.stream) ?? -1) + 1)
        revisions.set(event.stream, event.revision)
      }
      const places = scaled(dear ? 80 : 400)
      for (let place = 0; place < places; place++) {
        const from = Math.floor((place * live.seen.length) / places)
        const resumed = collect(log, { after: live.seen[from]!.position })
        await vi.waitFor(() => expect(resumed.caughtUp()).toBe(1), WITHIN)
        await resumed.stop()
        expect(idsOf(resumed.seen)).toEqual(ids.slice(from + 1))
      }
    }, 240_000)

    test('a subscription that is stopped ends with the handler that is running, and is given nothing more', async () => {
      const stream = freshStream()
      const events = makeEvents(stream, { count: 4 })
      const slow = slowly(log, { after: await log.head() })
      await log.append(stream, NO_EVENTS, events.slice(0, 2))
      await slow.entered
      const stopping = over(slow.stop())
      const follower = collect(log, { after: await log.head() })
      await log.append(stream, 1n, events.slice(2))
      await vi.waitFor(() => expect(follower.seen).toHaveLength(2), WITHIN)
      expect(stopping.isOver).toBe(false)
      slow.goOn()
      await stopping.promise
      await log.append(stream, 3n, makeEvents(stream, { after: events[3]! }))
      await vi.waitFor(() => expect(follower.seen).toHaveLength(3), WITHIN)
      await follower.stop()
      expect(idsOf(slow.seen)).toEqual([events[0]!.id])
    })

    test('a log that is closed has ended its subscriptions, and running appends have their answer', async () => {
      const own = await open()
      const stream = freshStream()
      const events = makeEvents(stream, { count: 2 })
      const slow = slowly(own.log, { after: await own.log.head() })
      await own.log.append(stream, NO_EVENTS, events.slice(0, 1))
      await slow.entered
      const appending = over(own.log.append(stream, 0n, events.slice(1)))
      const closing = over(own.log.close())
      await appending.promise
      for (let asked = 0; asked < 20; asked++) await log.head()
      expect(closing.isOver).toBe(false)
      slow.goOn()
      await closing.promise
      expect(idsOf(slow.seen)).toEqual([events[0]!.id])
      await own.close()

      const busy = await open()
      const last = over(busy.log.append(stream, NO_EVENTS, makeEvents(stream)))
      await busy.log.close()
      expect(last.isOver).toBe(true)
      await busy.close()
    })

    test.each(['here', 'by another process'])(
      '[D-294] a reader that is behind when a stream is removed %s gets none of it',
      async (where) => {
        const [first, gone, kept] = [freshStream(), freshStream(), freshStream()]
        const slow = slowly(log, { after: await log.head() })
        await log.append(first, NO_EVENTS, makeEvents(first))
        await slow.entered
        for (const stream of [gone, kept]) await log.append(stream, NO_EVENTS, makeEvents(stream))
        await (where === 'here' ? log : on.another()).remove(gone)
        // Later events arrive after it.
        const follower = collect(log, { after: await log.head() })
        for (const received of [1, 2]) {
          const stream = freshStream()
          await on.another().append(stream, NO_EVENTS, makeEvents(stream))
          await vi.waitFor(() => expect(follower.seen).toHaveLength(received), WITHIN)
        }
        await follower.stop()
        slow.goOn()
        await vi.waitFor(() => expect(slow.seen.map(({ event }) => event.stream)).toContain(kept), WITHIN)
        await slow.stop()
        expect(slow.seen.map(({ event }) => event.stream).slice(0, 2)).toEqual([first, kept])
      },
    )

    test(`a stream of ${scaled(10_000)} events is read whole, in pages, in order`, async () => {
      const stream = freshStream()
      const count = scaled(10_000)
      const events = makeEvents(stream, { count })
      for (let at = 0; at < count; at += 100) await log.append(stream, BigInt(at) - 1n, events.slice(at, at + 100))
      const read = await readStream(log, stream)
      expect(read).toEqual(events)
      expect(verifyChain(read)).toEqual([])
      expect(await log.read(stream, BigInt(count - 1), 10)).toEqual(events.slice(-1))
    }, 60_000)

    test('a stream that has grown and was removed is reported as grown: a reader with less of it does not have all', async () => {
      const [stream, other] = [freshStream(), freshStream()]
      const events = makeEvents(stream, { count: 3 })
      const { position: first } = await log.append(stream, NO_EVENTS, events.slice(0, 1))
      await log.append(stream, 0n, events.slice(1))
      const { position } = await log.append(other, NO_EVENTS, makeEvents(other))
      await log.remove(stream)
      const grown = await log.grownSince(first)
      expect(grown.streams.get(stream)).toBeGreaterThanOrEqual(2)
      expect(grown).toMatchObject({ position, complete: true })
      expect((await log.grownSince(position)).streams.get(stream)).toBeUndefined()
    })

    test('how streams have grown is reported to the last event, or as incomplete', async () => {
      const stream = freshStream()
      const before = await log.head()
      const events = makeEvents(stream, { count: 1_100 })
      for (let at = 0; at < events.length; at += 100) await log.append(stream, BigInt(at) - 1n, events.slice(at, at + 100))
      const { complete, streams, position: reached } = await log.grownSince(before)
      expect(complete ? streams.get(stream) : 1_099).toBe(1_099)
      expect(reached).toBe(await log.head())
      await expect(log.grownSince(`${BigInt(reached) + 1_000_000n}`)).rejects.toBeInstanceOf(PositionPastEnd)
      const late = makeEvents(stream, { after: events.at(-1)! })
      const { position } = await log.append(stream, 1_099n, late)
      const [last] = (await log.readAll(before, 2_000)).events.slice(-2)
      expect(await log.grownSince(last!.position)).toEqual({ streams: new Map([[stream, 1_100]]), position, complete: true })
    })
  })
}
