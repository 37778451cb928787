import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'
import type { Account, Membership, TeamCaller } from './caller.ts'
import { type Problem, problem } from './problem.ts'

/** What somebody is in a workspace; undefined: nothing. To them there is no such workspace. */
export function membershipIn({ memberships }: Pick<TeamCaller, 'memberships'>, workspace: string | undefined): Membership | undefined {
  return memberships.find((one) => one.workspace === workspace)
}

/** The workspace a request is about: the one its header names, else the caller's first. Membership is asked each time. */
export function workspaceOf(caller: TeamCaller, request: FastifyRequest): Membership | Problem {
  const named = request.headers[HEADERS.workspace]
  const membership = typeof named === 'string' && named !== '' ? membershipIn(caller, named) : caller.memberships[0]
  return membership ?? problem('not-a-member')
}

/**
 * Where somebody who was added comes by this request: the workspace that it names, which is what a person does by choosing it, or the only
 * one that they had before their own. The default of several is nobody's choice.
 */
export function enteredBy({ memberships: [first, ...others] }: Account, request: FastifyRequest): Membership | null {
  const named = request.headers[HEADERS.workspace]
  const isOnly = others.every(({ isPersonal }) => isPersonal)
  const entered = isOnly ? first : [first, ...others].find((one) => one?.workspace === named)
  return entered && entered.invitation !== null ? entered : null
}

/** The workspace that was named, where the caller administers it. Others do not learn that it exists. */
export function administeredBy(caller: TeamCaller, named: string): Membership | Problem {
  const own = membershipIn(caller, named)
  if (!own) return problem('not-found')
  return own.permissions.has('can_manage_account') ? own : problem('not-an-administrator')
}
