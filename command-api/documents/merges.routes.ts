import { mergeAnswer, mergeBody } from '#contract/document-list'
import { can } from '#domain/pack'
import type { Joining } from '#pdf/intake'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { originRefusal } from '../pack/copy.ts'
import { type PackAccess, packProblem } from '../pack/packs.ts'
import { mergePacks } from './merge.ts'

/** One new document of several. All of them or none: a merge that silently lacks one of them would be signed as if it were whole. */
export function mergeRoutes(app: App<'files' | 'keyIndex' | 'sharedLeaves' | 'world', { readonly joining: Joining }>): void {
  const { edge, packs } = app

  call(edge, {
    method: 'POST',
    url: '/app/bulk_actions/document_actions/merge_multiple_documents',
    summary: 'Makes one new document of several, in the order of their keys. Each stays as it is.',
    access: 'team',
    body: mergeBody,
    answer: mergeAnswer,
    async run({ caller, request, body }) {
      const found = new Map<string, PackAccess>()
      const refused: { key: string; why: Problem }[] = []
      for (const key of new Set(body.document_keys)) {
        const place = await packs.resolveAccess(caller, key)
        const why = isProblem(place) ? place : refusalToMerge(place)
        if (why) refused.push({ key, why })
        else if (!isProblem(place) && !found.has(place.pack)) found.set(place.pack, place)
      }
      if (refused[0]) return { ...refused[0].why, at: refused.map(({ key }) => key) }
      const [first, second, ...rest] = found.values()
      if (!first || !second) return problem('merge-too-few')
      const places = [first, second, ...rest] as const
      if (places.some(({ state }) => state.workspace !== first.state.workspace)) return problem('merge-across-workspaces')
      const merged = await mergePacks(app, places, request)
      return isProblem(merged) ? merged : ok({ document_key: merged.pack, message: 'The documents were merged.' })
    },
  })
}

/** What each of them needs (readings 49), and whether it is whole. */
function refusalToMerge({ who, state }: PackAccess): Problem | null {
  const needed = state.kind === 'template' ? ['can_do_bulk_actions', 'can_merge_templates'] : ['can_do_bulk_actions']
  if (!needed.every((permission) => can(who, permission))) return problem('not-allowed')
  const refused = originRefusal(state)
  return refused ? packProblem({ refused }) : null
}
