import type { FastifyRequest } from 'fastify'
import { isOfTeam, refusalToTake, type Who } from '#domain/pack'
import { accountProblem } from '../edge/account-problem.ts'
import { byCaller, type Membership } from '../edge/caller.ts'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import type { Services } from '../services.ts'
import { type Copied, type Copying, copyPackInto } from './copy.ts'
import { type PackAccess, type Packs, packProblem, whoIn } from './packs.ts'

export interface Moving {
  readonly packs: Packs
  readonly services: Pick<Services, 'members'>
}
/** What the workspaces decided is carried out in their name. */
const MOVER: Who = { as: 'process', name: 'moves' }

/** Makes the pack at this place another workspace's, with all that happened to it. Null: it is there. */
export async function movePack(
  { packs, services: { members } }: Moving,
  place: PackAccess,
  target: Membership,
  request: FastifyRequest,
): Promise<Problem | null> {
  const { pack, state, caller } = place
  const { workspace: to } = target
  const from = state.workspace
  if (from === to || caller.as === 'signer') return null
  const refused = refusalTo(place, target)
  if (refused) return refused
  const recorded = await members.recordMove(pack, { from, to }, byCaller(caller), requestOriginOf(request))
  if (recorded) return accountProblem(recorded)
  const moved = await packs.change({ on: { ...place, who: MOVER }, request, plan: () => [{ do: 'MovePack', from, to }] })
  return isProblem(moved) ? moved : null
}

/** Makes a pack like the one at this place in another workspace, as a draft there. */
export async function copyToWorkspace(
  copying: Copying,
  place: PackAccess,
  target: Membership,
  request: FastifyRequest,
): Promise<Copied | Problem> {
  if (place.caller.as === 'signer') return problem('not-allowed')
  return refusalTo(place, target) ?? copyPackInto(copying, place, whoIn(target, place.caller), request)
}

function refusalTo({ who, state, caller }: PackAccess, target: Membership): Problem | null {
  if (!isOfTeam(who) || caller.as === 'signer') return problem('not-allowed')
  const refused = refusalToTake(state.kind, who, whoIn(target, caller))
  return refused && packProblem(refused)
}
