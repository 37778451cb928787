import type { FastifyRequest } from 'fastify'
import type { Members } from '../accounts/index.ts'
import { accountProblem } from '../edge/account-problem.ts'
import type { Problem } from '../edge/problem.ts'
import type { PackAccess, PackDone, Packs } from '../pack/packs.ts'

export interface Erasing {
  readonly packs: Pick<Packs, 'change'>
  readonly members: Pick<Members, 'retentionOf'>
}

/**
 * Deletes a document's data of these people, unless it is under a hold. A hold placed at this very moment keeps everything until it
 * is lifted: the process that carries the deletion out looks again (`processes/deletion/people`).
 */
export async function erasePeople(
  { packs, members }: Erasing,
  on: PackAccess,
  request: FastifyRequest,
  people: readonly string[],
): Promise<PackDone | Problem> {
  const { held } = await members.retentionOf(on.state.workspace)
  if (held.has(on.pack)) return accountProblem({ refused: 'legal-hold' })
  return packs.change({ on, request, plan: () => [{ do: 'ErasePeople', people }] })
}
