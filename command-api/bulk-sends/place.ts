import type { FastifyRequest } from 'fastify'
import { bulkSend as aggregate, BULK_SEND, type BulkSend, mayManageBulkSends, maySeeBulkSends } from '#domain/bulk-send'
import { commandsOf } from '#platform/command-handler'
import type { Membership, TeamCaller } from '../edge/caller.ts'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { membershipIn, workspaceOf } from '../edge/workspace.ts'
import type { PackAccess, Packs } from '../pack/packs.ts'
import type { Services } from '../services.ts'

export interface Place extends Membership {
  readonly caller: TeamCaller
  readonly request: FastifyRequest
}
export interface FoundBulkSend {
  readonly key: string
  readonly place: Place
  readonly state: BulkSend
}

/** Where bulk sends are found, and what they are made from. */
export function bulkSendPlaces({ handler, keyIndex }: Pick<Services, 'handler' | 'keyIndex'>, packs: Pick<Packs, 'resolveAccess'>) {
  const commands = commandsOf(aggregate, handler)

  function placeIn(caller: TeamCaller, request: FastifyRequest): Place | Problem {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    return maySeeBulkSends(membership) ? { caller, request, ...membership } : problem('not-allowed')
  }
  async function at(place: Place, key: string): Promise<FoundBulkSend | Problem> {
    const of = (await keyIndex.find(key, BULK_SEND))?.pack
    const state = of === place.workspace ? await commands.load(key) : null
    return state?.exists ? { key, place, state } : problem('not-found')
  }
  /** A bulk send of the workspace in which the caller asks. */
  async function found(caller: TeamCaller, request: FastifyRequest, key: string): Promise<FoundBulkSend | Problem> {
    const place = placeIn(caller, request)
    return isProblem(place) ? place : at(place, key)
  }
  return {
    placeIn,
    found,
    async foundToChange(...of: Parameters<typeof found>): Promise<FoundBulkSend | Problem> {
      const there = await found(...of)
      return isProblem(there) || mayManageBulkSends(there.place) ? there : problem('not-allowed')
    },
    /** By a link, which names no workspace. */
    async linked(caller: TeamCaller, request: FastifyRequest, key: string): Promise<FoundBulkSend | Problem> {
      const of = (await keyIndex.find(key, BULK_SEND))?.pack
      const membership = membershipIn(caller, of)
      if (!membership) return problem('not-found')
      return maySeeBulkSends(membership) ? at({ caller, request, ...membership }, key) : problem('not-allowed')
    },
    /** A template of the same workspace that the caller may see. */
    async template({ caller, workspace }: Place, template: string): Promise<PackAccess | null> {
      const access = await packs.resolveAccess(caller, template)
      if (isProblem(access)) return null
      return access.state.workspace === workspace && access.state.kind === 'template' ? access : null
    },
  }
}
