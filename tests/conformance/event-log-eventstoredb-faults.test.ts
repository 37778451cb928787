import { ANY, type AppendToStreamOptions, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import {
  AppendTooLarge,
  type EventLog,
  eventStoreDbEventLog,
  isLogAway,
  NO_EVENTS,
  OutcomeUnknown,
  type SubscribeOptions,
} from '#platform/event-log'
import { type EventStoreDbDouble, eventStoreDbDouble } from '#tests/eventstoredb-double/index'
import { liveWorld } from '#tests/live-world'
import { patience } from '#tests/patience'
import { freshStream, makeEvents } from '#tests/stored-events'
import { connect } from '../../shared/platform/event-log/eventstoredb/connection.ts'
import { comparePlaces } from '../../shared/platform/event-log/eventstoredb/places.ts'
import { collect } from './event-log.ts'
import { OBSERVATIONS, type Observation, type Observed } from './eventstoredb-observations.ts'

const world = liveWorld()
let double: EventStoreDbDouble
let right: EventLog
const closing: (() => Promise<void>)[] = []

const { ms: PATIENCE, timers, lose: losePatience } = patience()

beforeEach(async () => {
  double = await eventStoreDbDouble()
  right = eventStoreDbEventLog({ url: double.url, ...world, timers, patienceMs: PATIENCE, pollMs: 3_600_000 })
})
afterEach(async () => {
  double.line.thaw()
  for (const close of closing.splice(0)) await close()
  // Whatever still waits for an answer need not.
  losePatience()
  await right.close()
  await double.close()
})

describe('the adapter survives the faults seen in EventStoreDB', () => {
  for (const [name, observe] of Object.entries<(observed: Observed) => Promise<void>>(OBSERVATIONS)) {
    test(name, () => observe({ double, log: right, losePatience, within: { timeout: 60_000, interval: 5 } }))
  }
})

test('places of two parts, as the server has them for what is not ours, stand in its order', () => {
  const places = ['', '2', '10.3', '10.9', '10', '11.4']
  expect(places.toReversed().sort(comparePlaces)).toEqual(places)
})

test('a read goes on to its end though its client is left in the middle; of one that is closed there, no part passes for all there is', async () => {
  const events = makeEvents(freshStream(), { count: 600 })
  await right.append(events[0]!.stream, NO_EVENTS, events)
  const connection = connect(double.url, timers, PATIENCE)
  closing.push(() => connection.close())
  const read = (each: (client: EventStoreDBClient) => unknown) =>
    connection.list('reading a stream', async function* (client) {
      for await (const event of client.readStream(events[0]!.stream)) {
        yield event
        each(client)
      }
    })
  const served = connection.client()
  expect(await read(connection.leave)).toHaveLength(600)
  expect(connection.client()).not.toBe(served)
  expect(await read(() => undefined)).toHaveLength(600)
  await expect(read(() => connection.close())).rejects.toSatisfy(isLogAway)
})

test('a read is given up once nothing more comes of it, however long all of it takes', async () => {
  const connection = connect(double.url, timers, PATIENCE)
  closing.push(() => connection.close())
  const slow = await connection.list('reading a stream', async function* () {
    for (let at = 0; at < 5; at++) {
      yield at
      losePatience()
    }
  })
  expect(slow).toEqual([0, 1, 2, 3, 4])
  const stalled = connection.list('reading a stream', async function* () {
    yield 0
    losePatience()
    losePatience()
    await new Promise(() => undefined)
  })
  await expect(stalled).rejects.toSatisfy(isLogAway)
})

test('an answer that lacks what it is about fails the append it answers, and no other', async () => {
  const [stream, other] = [freshStream(), freshStream()]
  const [events, others] = [makeEvents(stream), makeEvents(other)]
  const answered = Promise.withResolvers<void>()
  double.fateOf = (attempt) => (attempt.stream === stream ? 'unreadable' : { late: answered.promise })
  const client = bareClient()
  const sent = bareAppend(client, other, NO_EVENTS, others)
  await expect(bareAppend(client, stream, NO_EVENTS, events)).rejects.toMatchObject({ type: 'unknown' })
  answered.resolve()
  expect(await sent).toMatchObject({ revision: 0n })
  await expect(right.append(stream, NO_EVENTS, events)).rejects.toBeInstanceOf(OutcomeUnknown)
  double.fateOf = () => 'answer'
  expect(await right.append(stream, NO_EVENTS, events)).toMatchObject({ revision: 0n })
})

test('an append of another process wakes a subscription at once, long before the next poll, also after its line broke', async () => {
  const other = eventStoreDbEventLog({ url: double.url, ...world, timers, patienceMs: PATIENCE, pollMs: 3_600_000 })
  closing.push(() => other.close())
  const within = { timeout: 60_000, interval: 5 }
  const follower = collect(right, { after: await right.head() })
  const events = makeEvents(freshStream(), { count: 6 })
  for (const [at, event] of events.entries()) {
    // Caught up and listening, so that only what the server says can wake it.
    await vi.waitFor(() => expect([follower.seen.length, follower.caughtUp(), double.subscriptions()]).toEqual([at, 1, 1]), within)
    // Every other one comes while nobody listens.
    if (at % 2 === 1) double.dropSubscriptions()
    await other.append(event.stream, BigInt(at) - 1n, [event])
  }
  await vi.waitFor(() => expect(follower.seen).toHaveLength(events.length), within)
  await follower.stop()
  expect(follower.seen.map(({ event }) => event.id)).toEqual(events.map(({ id }) => id))
})

test('a server that is set to take less refuses what is too large for it: nothing was written, and the same append is not tried for ever', async () => {
  double.store.mostData = 10_000
  const [small, large] = [makeEvents(freshStream()), makeEvents(freshStream(), { data: { text: 'a'.repeat(20_000) } })]
  await expect(right.append(large[0]!.stream, NO_EVENTS, large)).rejects.toBeInstanceOf(AppendTooLarge)
  expect(await right.append(small[0]!.stream, NO_EVENTS, small)).toMatchObject({ revision: 0n })
})

test('what ends the appends of one client ends none of another', async () => {
  const [stream, other] = [freshStream(), freshStream()]
  const answered = Promise.withResolvers<void>()
  double.fateOf = () => ({ late: answered.promise })
  const client = bareClient()
  const sent = right.append(stream, NO_EVENTS, makeEvents(stream))
  const ended = bareAppend(client, other, NO_EVENTS, makeEvents(other)).catch(() => 'ended')
  await vi.waitFor(() => expect(double.attempts).toHaveLength(2))
  await client.dispose()
  expect(await ended).toBe('ended')
  answered.resolve()
  expect(await sent).toMatchObject({ revision: 0n })
})

test('appends that wait for a line that takes no more fail with it, each for itself and nothing besides', async () => {
  const floating: unknown[] = []
  const float = (error: unknown) => void floating.push(error)
  process.on('unhandledRejection', float)
  closing.push(async () => void process.off('unhandledRejection', float))
  const client = bareClient()
  await bareAppend(client, freshStream(), NO_EVENTS, makeEvents('any'))
  double.line.freeze()
  const large = makeEvents('any', { data: { text: 'a'.repeat(200_000) } })
  const sent = Array.from({ length: 100 }, () => bareAppend(client, freshStream(), NO_EVENTS, large).then(String, (error) => error.type))
  // By now all have been begun, and most of them wait.
  await new Promise((later) => setTimeout(later, 200))
  double.line.cut()
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['unavailable']))
  await new Promise((later) => setTimeout(later, 50))
  expect(floating).toEqual([])
})

/** Bypasses the adapter, as one that was written with a mistake would. */
function bareClient(): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(double.url)
  closing.push(() => client.dispose())
  return client
}
const asEvent = ({ id, type, data }: StoredEvent) => ({ id, type, data, contentType: 'application/json' as const, metadata: {} })
/** As the client itself appends, with nothing around it. */
async function bareAppend(
  client: EventStoreDBClient,
  stream: string,
  expected: bigint,
  events: readonly StoredEvent[],
  over: AppendToStreamOptions = {},
) {
  const expectedRevision = expected === NO_EVENTS ? NO_STREAM : expected
  const { nextExpectedRevision, position } = await client.appendToStream(stream, events.map(asEvent), { expectedRevision, ...over })
  return { revision: nextExpectedRevision, position: String(position?.commit) }
}
const wrong = (over: Partial<EventLog>): EventLog => ({ ...right, ...over })
const subscribing = (change: (options: SubscribeOptions) => SubscribeOptions): Partial<EventLog> => ({
  subscribe: (options) => right.subscribe(change(options)),
})

/** Mistakes an adapter could well be made with, and the observation that finds each. */
const MISTAKES: Record<string, { readonly log: () => EventLog; readonly foundBy: Observation }> = {
  'an append is retried under new ids': {
    foundBy: 'cut between writing and answer, an append is unknown, and sent again it is found',
    log: () =>
      wrong({
        append: (stream, expected, events) =>
          right.append(
            stream,
            expected,
            events.map((event) => ({ ...event, id: crypto.randomUUID() })),
          ),
      }),
  },
  'appends expect any revision': {
    foundBy: 'appends are known again by their ids after a restart too, since their expectation names a revision',
    log() {
      const client = bareClient()
      return wrong({
        async append(stream, expected, events) {
          try {
            return await bareAppend(client, stream, expected, events, { expectedRevision: ANY })
          } catch (error) {
            throw new OutcomeUnknown(stream, error)
          }
        },
      })
    },
  },
  'a conflict is known by its words': {
    foundBy: 'a conflict has neither words nor a code, and is told with the revision there is',
    log() {
      const client = bareClient()
      return wrong({
        async append(stream, expected, events) {
          try {
            return await bareAppend(client, stream, expected, events)
          } catch (error) {
            if (/WrongExpectedVersion/.test((error as Error).message)) return right.append(stream, expected, events)
            throw new OutcomeUnknown(stream, error)
          }
        },
      })
    },
  },
  'places are told when they are read, not when they were handled': {
    foundBy: 'a place is told only when everything before it was handled',
    log: () =>
      wrong(
        subscribing((options) => ({
          ...options,
          onEvent(logged) {
            void options.onCheckpoint?.(logged.position)
            return options.onEvent(logged)
          },
        })),
      ),
  },
  'a lost connection counts as a failure that wrote nothing': {
    foundBy: 'cut before it is written, an append is unknown, and sent again it is written',
    log: () =>
      wrong({
        append: (stream, expected, events) =>
          right.append(stream, expected, events).catch((error: unknown) => {
            throw error instanceof OutcomeUnknown ? new Error('failed') : error
          }),
      }),
  },
  'the server’s own deadline is relied on': {
    foundBy: 'a frozen server holds nobody up for longer than we wait',
    log() {
      const client = bareClient()
      return wrong({ append: (stream, expected, events) => bareAppend(client, stream, expected, events, { deadline: 400 }) })
    },
  },
  'a client that once asked a server that was not ready is kept': {
    foundBy: 'a server that is not ready yet is asked again, and serves once it is',
    log() {
      const client = bareClient()
      return wrong({
        async append(stream, expected, events) {
          try {
            return await bareAppend(client, stream, expected, events)
          } catch (error) {
            throw new OutcomeUnknown(stream, error)
          }
        },
      })
    },
  },
  'a subscription is opened once and relied on': {
    foundBy: 'subscriptions that are dropped, cut or killed come back and miss and repeat nothing',
    log() {
      const client = bareClient()
      return wrong({
        subscribe(options) {
          const subscription = client.subscribeToAll({
            fromPosition: { commit: BigInt(options.after || 0), prepare: BigInt(options.after || 0) },
          })
          subscription.on('error', () => undefined)
          subscription.on('data', ({ event }) => {
            if (event && !event.type.startsWith('$'))
              void options.onEvent({ position: String(event.position?.commit), event: event as unknown as StoredEvent })
          })
          return { stop: () => subscription.unsubscribe() }
        },
      })
    },
  },
  'a subscription begins at the end': {
    foundBy: 'what was appended before a subscription was confirmed is given too',
    log: () =>
      wrong({
        append: async (stream, expected, events) => right.append(stream, expected, events),
        subscribe(options) {
          let inner: ReturnType<EventLog['subscribe']> | null = null
          const begun = (async () => {
            // By then the append has been made.
            await new Promise((soon) => setTimeout(soon, 100))
            inner = right.subscribe({ ...options, after: await right.head() })
          })()
          return { stop: () => begun.then(() => inner?.stop()) }
        },
      }),
  },
  'what the server says it wrote is believed without a place': {
    foundBy: 'events of a soft-deleted stream that are sent again are said to be written and are not',
    log() {
      const client = bareClient()
      return wrong({ append: (stream, expected, events) => bareAppend(client, stream, expected, events) })
    },
  },
  'removed streams are only tombstoned': {
    foundBy: 'a removed stream’s events, which the server still shows among all, are given to nobody, in any process',
    log() {
      const client = bareClient()
      return wrong({
        async remove(stream) {
          await client.tombstoneStream(stream).catch(() => undefined)
        },
      })
    },
  },
  'the size is left to the server': {
    foundBy: 'what is too large is refused before it is sent: the server would end other clients’ appends with it',
    log() {
      const client = bareClient()
      return wrong({ append: (stream, expected, events) => bareAppend(client, stream, expected, events) })
    },
  },
}

describe('a mistake in the adapter is found', () => {
  for (const [name, { log, foundBy }] of Object.entries(MISTAKES)) {
    test(name, async () => {
      const observe: (observed: Observed) => Promise<void> = OBSERVATIONS[foundBy]
      await expect(observe({ double, log: log(), losePatience, within: { timeout: 1_000, interval: 5 } })).rejects.toThrow()
    })
  }
})
