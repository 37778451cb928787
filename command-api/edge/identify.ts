import type { FastifyRequest } from 'fastify'
import { type Caller, NOBODY } from './caller.ts'
import type { KnownSessions } from './rate-limits.ts'
import { sessionOf } from './session-of.ts'

/** Finds who is behind a session token; null for one that is unknown or has ended. */
export type FindCaller = (token: string) => Promise<Caller | null>
/** `ended`: a session was named, but it is no more. */
export type Identify = (request: FastifyRequest) => Promise<{ caller: Caller; ended: boolean }>

export function identifyBy(find: FindCaller, known: KnownSessions): Identify {
  return async (request) => {
    const token = sessionOf(request)
    if (token === null) return { caller: NOBODY, ended: false }
    const caller = await find(token)
    if (caller) known.add(token)
    return { caller: caller ?? NOBODY, ended: caller === null }
  }
}
