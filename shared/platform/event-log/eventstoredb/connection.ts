import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Timers } from '#platform/ports'
import { driver, isOfType } from './driver.ts'

/** The server did not answer in time. The client itself would wait for as long as the line seems to live. */
export class ServerSilent extends Error {
  constructor(what: string) {
    super(`the event store did not answer: ${what}`)
    this.name = 'ServerSilent'
  }
}

const AWAY = ['unavailable', 'deadline-exceeded', 'timeout', 'cancelled', 'not-leader'] as const
/**
 * What a server says that is only starting, a node that knows of no leader, and the client of a cluster none of whose nodes answers.
 * None of them has a type of its own.
 */
const NO_LEADER = /No leader info/i
const NONE_FOUND = /^Failed to discover/
/** A server that is stopping ends a call that is under way so: with code 13, and without a status of its own. */
const ENDED = /Received RST_STREAM/
const AWAY_IN_WORDS = new RegExp(`Server Is Not Ready|${NO_LEADER.source}|${NONE_FOUND.source}|${ENDED.source}`, 'i')

/** The server, or the line to it, is not there now: the same later may well succeed. */
export function isLogAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof ServerSilent || AWAY_IN_WORDS.test(error.message) || isOfType(error, ...AWAY)
}

/** What keeps this program from the server, however long it waits. The client tells of a refused certificate as of a server that is away. */
export function logRefuses(error: unknown): 'credentials' | 'certificate' | null {
  if (noneFound(error)) return logRefuses(error.cause)
  if (isOfType(error, 'access-denied')) return 'credentials'
  return isOfType(error, 'unavailable') && /certificate|SSL routines|altnames/i.test(error.message) ? 'certificate' : null
}

/**
 * Answers about one call that say nothing against the client: a subscriber that was too slow (ABORTED), an append that was sent again
 * while it was still being written (DEADLINE_EXCEEDED), and every refusal that has a type.
 */
const ABOUT_ONE_CALL = [
  'timeout',
  'deadline-exceeded',
  'wrong-expected-version',
  'stream-deleted',
  'stream-not-found',
  'maximum-append-size-exceeded',
  'access-denied',
] as const
export const isAboutOneCall = (error: unknown) => isOfType(error, ...ABOUT_ONE_CALL)

export interface Connection {
  /** Asks the server, and gives up after a while of our own. */
  ask<T>(what: string, question: (client: EventStoreDBClient) => Promise<T>): Promise<T>
  /** The same for a write. Leaves the client unless the error is about this call alone. */
  write<T>(what: string, question: (client: EventStoreDBClient) => Promise<T>): Promise<T>
  /** The same for what comes one by one: it may take as long as it will over a slow line, and is given up where nothing more comes. */
  list<T>(what: string, question: (client: EventStoreDBClient) => AsyncIterable<T>): Promise<T[]>
  /** The client that serves now, for what goes on for long. */
  client(): EventStoreDBClient
  /**
   * Makes no further call through a client that failed: one that could not ask the server what it can do remembers that for ever.
   * Calls that are under way there keep it until they are over, since disposing of it cancels them all.
   */
  leave(client: EventStoreDBClient): void
  close(): Promise<void>
}

interface Serving {
  readonly client: EventStoreDBClient
  underWay: number
  disposed: Promise<void> | null
}

export function connect(address: string, timers: Timers, patienceMs: number): Connection {
  const url = forClient(address)
  const open = (): Serving => ({ client: driver().EventStoreDBClient.connectionString(url), underWay: 0, disposed: null })
  let current = open()
  const left = new Set<Serving>()

  const dispose = (serving: Serving) => {
    serving.disposed ??= serving.client.dispose().then(
      () => void left.delete(serving),
      () => void left.delete(serving),
    )
    return serving.disposed
  }
  function leave(failed: EventStoreDBClient): void {
    if (failed !== current.client) return
    const serving = current
    current = open()
    left.add(serving)
    if (serving.underWay === 0) void dispose(serving)
  }
  function ask<T>(
    what: string,
    question: (client: EventStoreDBClient, received: () => void) => Promise<T>,
    leavesOn: (error: unknown) => boolean = isWithoutLeader,
  ): Promise<T> {
    const serving = current
    const { client } = serving
    serving.underWay += 1
    let received = false
    const answered = question(client, () => {
      received = true
    }).then(
      (answer) => {
        // What a client still reads when it is disposed of ends there, as if that were all there is.
        if (serving.disposed) throw new ServerSilent(what)
        return answer
      },
      async (error: unknown) => {
        if (leavesOn(error)) leave(client)
        throw noneFound(error) ? new Error(error.message, { cause: await whatKeepsFromOne(url, patienceMs) }) : error
      },
    )
    const late = Promise.withResolvers<never>()
    const wait = () =>
      timers.after(patienceMs, () => {
        if (received) {
          received = false
          cancel = wait()
          return
        }
        late.reject(new ServerSilent(what))
        leave(client)
      })
    let cancel = wait()
    return Promise.race([answered, late.promise]).finally(() => {
      cancel()
      serving.underWay -= 1
      if (left.has(serving) && serving.underWay === 0) void dispose(serving)
    })
  }
  return {
    client: () => current.client,
    leave,
    ask,
    write: (what, question) => ask(what, question, (error) => !isAboutOneCall(error)),
    list: (what, question) =>
      ask(what, async (client, received) => {
        const found = []
        for await (const each of question(client)) {
          received()
          found.push(each)
        }
        return found
      }),
    async close() {
      await Promise.all([current, ...left].map(dispose))
    },
  }
}

/**
 * The address as the client bears it. By esdb+discover it would ask the first of several nodes only, dead or not; and it would wait for a
 * node that does not answer as long as we do for all, where another knows.
 */
function forClient(address: string): string {
  const url = address.replace(/^esdb\+discover(?=:\/\/[^/?]*,)/, 'esdb')
  return /[?&]gossip[-_]?timeout=/i.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}gossipTimeout=${GOSSIP_SECONDS}`
}
const GOSSIP_SECONDS = 2

/** A node that may be cut off from the others, who have a leader by now: its client would stay with it. */
const isWithoutLeader = (error: unknown) => error instanceof Error && NO_LEADER.test(error.message)
const noneFound = (error: unknown): error is Error => error instanceof Error && NONE_FOUND.test(error.message)

/**
 * That no node of a cluster was found is all that its client says. Asked for itself, as a server alone, a node says why. Null where it
 * answers: then it is the cluster that is not ready.
 */
async function whatKeepsFromOne(cluster: string, patienceMs: number): Promise<unknown> {
  const one = driver().EventStoreDBClient.connectionString(firstOf(cluster))
  try {
    for await (const _ of one.readAll({ maxCount: 1, deadline: patienceMs })) break
    return null
  } catch (error) {
    return error
  } finally {
    await one.dispose().catch(() => undefined)
  }
}

/** The address of a cluster's first node, with the same user and settings. */
const firstOf = (cluster: string) => cluster.replace(/^esdb(?:\+discover)?:\/\/((?:[^@/?]*@)?[^,/?]+)[^/?]*/, 'esdb://$1')
