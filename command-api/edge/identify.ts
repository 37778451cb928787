import type { FastifyRequest } from 'fastify'
import type { Moment } from '#platform/command-handler'
import { type Caller, NOBODY } from './caller.ts'
import { neighbourhoodOf } from './client-address.ts'
import type { KnownSessions } from './rate-limits.ts'
import { sessionOf } from './session-of.ts'

/** Finds who is behind a session token; null for one that is unknown or has ended. */
export type FindCaller = (token: string, since?: Moment, network?: () => string) => Promise<Caller | null>
/** `ended`: a session was named, but it is no more. `moment`: when the request came. */
export type Identify = (request: FastifyRequest) => Promise<{ caller: Caller; ended: boolean; moment: Moment }>

export function identifyBy(find: FindCaller, known: KnownSessions, now: () => Moment): Identify {
  return async (request) => {
    const moment = now()
    const token = sessionOf(request)
    if (token === null) return { caller: NOBODY, ended: false, moment }
    const caller = await find(token, moment, () => neighbourhoodOf(request.clientAddress))
    if (caller) known.add(token)
    return { caller: caller ?? NOBODY, ended: caller === null, moment }
  }
}
