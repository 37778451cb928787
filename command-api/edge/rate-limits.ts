import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { credentialsIn } from './authorization.ts'
import { networkOf } from './client-address.ts'
import { sessionOf } from './session-of.ts'

export interface Limits {
  /** Requests a minute of one session; and of one address, for the files that pages are made of: a whole office may open one at once. */
  readonly known: number
  /** Requests a minute of one application, over all of its tokens. */
  readonly application: number
  /** Requests a minute of one address without a session known to be alive; apart from them, live connections that nobody has been admitted to. */
  readonly unknown: number
  /** Attempts a minute of one address where a person's secret can be guessed: passwords. */
  readonly guessing: number
  /** Attempts a minute of one address at random tokens. Nobody guesses 160 bits, and a whole office may sign from one address. */
  readonly links: number
  /** Files a minute of one address that are checked here: each costs time. */
  readonly checking: number
  /** Live connections of one session to this process: one for each tab. Each process counts its own. */
  readonly liveOfSession: number
  /** Live connections of one address that nobody has been admitted to yet, at once. */
  readonly liveUnadmitted: number
  /** How long such a connection may take to say who it is, in milliseconds. */
  readonly liveAskMs: number
  /** How long a connection may be silent in the middle of a request, in milliseconds: then the client has gone without a word. */
  readonly silentMs: number
}
export const LIMITS: Limits = {
  known: 6_000,
  application: 1_200,
  unknown: 600,
  guessing: 20,
  links: 300,
  checking: 60,
  liveOfSession: 20,
  liveUnadmitted: 200,
  liveAskMs: 10_000,
  silentMs: 120_000,
}

/**
 * Sessions and credentials that were found alive lately, each with what it is counted by. Only they have a limit of their own: a made-up
 * cookie counts for its address, so that nobody escapes the limit by making up a new one for each request.
 */
export class KnownCallers {
  readonly #seen = new LRUCache<string, string>({ max: 10_000 })
  add(shown: string, bucket = `session ${shown}`): void {
    this.#seen.set(shown, bucket)
  }
  /** A secret that ended must not use up what its application may ask. */
  forget(shown: string): void {
    this.#seen.delete(shown)
  }
  bucketOf(request: FastifyRequest): string | null {
    const shown = credentialsIn(request.headers) === null ? sessionOf(request) : request.headers.authorization!
    return shown === null ? null : (this.#seen.get(shown) ?? null)
  }
}
const APPLICATION = 'application '
export const applicationBucket = (application: string) => APPLICATION + application

export async function rateLimits(app: FastifyInstance, known: KnownCallers, limits: Limits): Promise<void> {
  const most = (bucket: string | null) =>
    bucket === null ? limits.unknown : bucket.startsWith(APPLICATION) ? limits.application : limits.known
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: 60_000,
    cache: 20_000,
    max: (request) => (isPart(request) ? limits.known : most(known.bucketOf(request))),
    keyGenerator(request) {
      if (isPart(request)) return `parts ${networkOf(request.clientAddress)}`
      return known.bucketOf(request) ?? networkOf(request.clientAddress)
    },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
  })
}

/** A page has dozens, which cost next to nothing and never change under their names. */
const isPart = ({ url }: FastifyRequest) => url.startsWith('/assets/')

/** The strict limit, for calls by which something could be guessed. */
export function againstGuessing(limits: Limits, what: 'guessing' | 'links' | 'checking') {
  return {
    max: limits[what],
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => networkOf(request.clientAddress),
    groupId: what,
  }
}
