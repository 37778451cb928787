import type { FastifyRequest } from 'fastify'
import type { VisitReport } from '#contract/retention'
import { signatoryOf, viewDigest } from '#domain/pack'
import type { Members } from '../accounts/index.ts'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import type { PackAccess, PackDone, Packs, Target } from './packs.ts'

/** Records what a signer's page tells of their visit, under the newest one that they began; false: the workspace records none. */
export async function observeVisit(
  { packs, members }: { readonly packs: Packs; readonly members: Members },
  place: PackAccess,
  request: FastifyRequest,
  { moments, told }: VisitReport,
): Promise<boolean | Problem> {
  const { who, state } = place
  if (who.as !== 'signatory') return problem('not-allowed')
  const visit = signatoryOf(state, who.signatory)?.visit
  if (!visit || !(await members.keepingOf(state.workspace)).recordsVisits) return false
  const observed = await packs.change({
    on: place,
    request,
    plan: () => [{ do: 'ObserveVisit', signatory: who.signatory, visit, moments, ...(told && { told }) }],
  })
  return isProblem(observed) ? observed : true
}

/** Records that a signer was shown the pack as it is now. */
export async function beginVisit(packs: Packs, on: Target, request: FastifyRequest, visit: string): Promise<PackDone | Problem> {
  const { who } = on
  if (who.as !== 'signatory') return problem('not-allowed')
  const { signatory, link } = who
  return packs.change({ on, request, plan: (now) => [{ do: 'RecordVisit', signatory, visit, link, view: viewDigest(now, signatory) }] })
}
