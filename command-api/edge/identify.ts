import type { FastifyRequest } from 'fastify'
import type { ReadBarrier } from '#platform/command-handler'
import { type Credentials, credentialsIn } from './authorization.ts'
import { type ApplicationCaller, type Caller, NOBODY } from './caller.ts'
import { neighbourhoodOf } from './client-address.ts'
import { isProblem, type Problem } from './problem.ts'
import { applicationBucket, type KnownCallers } from './rate-limits.ts'
import { sessionOf } from './session-of.ts'

/** Finds who is behind a session token; null for one that is unknown or has ended. */
export type FindCaller = (token: string, since?: ReadBarrier, network?: () => string) => Promise<Caller | null>
export type AdmitApplication = (credentials: Credentials, network: string, since?: ReadBarrier) => Promise<ApplicationCaller | Problem>

export interface Identified {
  readonly caller: Caller
  /** A session was named, but it is no more. */
  readonly ended: boolean
  /** When the request came. */
  readonly moment: ReadBarrier
}
export interface Identify {
  bySession(request: FastifyRequest): Promise<Identified>
  /** By the credentials of an application where it carries some, else by its session. */
  byAny(request: FastifyRequest): Promise<Identified | Problem>
}

export function identifyBy(find: FindCaller, admit: AdmitApplication, known: KnownCallers, now: () => ReadBarrier): Identify {
  async function bySession(request: FastifyRequest): Promise<Identified> {
    const moment = now()
    const token = sessionOf(request)
    if (token === null) return { caller: NOBODY, ended: false, moment }
    const caller = await find(token, moment, () => neighbourhoodOf(request.clientAddress))
    if (caller) known.add(token)
    return { caller: caller ?? NOBODY, ended: caller === null, moment }
  }
  return {
    bySession,
    async byAny(request) {
      const credentials = credentialsIn(request.headers)
      if (credentials === null) return bySession(request)
      const moment = now()
      const caller = await admit(credentials, neighbourhoodOf(request.clientAddress), moment)
      const header = request.headers.authorization!
      if (isProblem(caller)) {
        known.forget(header)
        return caller
      }
      known.add(header, applicationBucket(caller.application))
      return { caller, ended: false, moment }
    },
  }
}
