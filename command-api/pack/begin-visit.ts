import type { FastifyRequest } from 'fastify'
import { viewDigest } from '#domain/pack'
import { type Problem, problem } from '../edge/problem.ts'
import type { PackDone, Packs, Target } from './packs.ts'

/** Records that a signer was shown the pack as it is now. */
export async function beginVisit(packs: Packs, on: Target, request: FastifyRequest, visit: string): Promise<PackDone | Problem> {
  const { who } = on
  if (who.as !== 'signatory') return problem('not-allowed')
  const { signatory, link } = who
  return packs.change({ on, request, plan: (now) => [{ do: 'RecordVisit', signatory, visit, link, view: viewDigest(now, signatory) }] })
}
