import { bulkAnswer, copyMoveBody, differencesAnswer } from '#contract/document-list'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { membershipIn, workspaceOf } from '../edge/workspace.ts'
import { copyToWorkspace, movePack } from '../pack/move.ts'
import { keyParams } from '../pack/pack-call.ts'

/** Documents that go to another workspace of the caller's, or a copy of them. */
export function moveRoutes(app: App<'files' | 'keyIndex' | 'members' | 'queries' | 'sharedLeaves' | 'world'>): void {
  const { edge, packs, services } = app

  call(edge, {
    method: 'POST',
    url: '/app/copy_move_documents',
    summary: 'Moves or copies documents to another workspace of the caller’s. What may not go does not stop the others.',
    access: 'account',
    body: copyMoveBody,
    answer: bulkAnswer,
    async run({ caller, request, body: { data } }) {
      const target = membershipIn(caller, data.to_account_key)
      if (!target) return problem('not-a-member')
      const done: string[] = []
      const refused: { key: string; why: Problem }[] = []
      for (const key of new Set(data.document_keys)) {
        const place = await packs.resolveAccess(caller, key)
        const went = isProblem(place)
          ? place
          : await (data.action === 'Move' ? movePack(app, place, target, request) : copyToWorkspace(app, place, target, request))
        if (isProblem(went)) refused.push({ key, why: went })
        else done.push(key)
      }
      const [first] = refused
      const failed = 'An error occurred while performing this move.'
      if (first && done.length === 0) return { ...first.why, message: failed, at: refused.map(({ key }) => key) }
      return ok({
        partial: refused.length > 0,
        done,
        refused: refused.map(({ key, why }) => ({ key, code: why.code, message: why.message })),
        message: `${done.length === 1 ? '1 document' : `${done.length} documents`} moved.`,
      })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/copy_move_documents/:key/differences',
    summary:
      'How long another workspace of the caller’s keeps documents and what it records, next to the selected one: to be read before a move.',
    access: 'account',
    params: keyParams,
    answer: differencesAnswer,
    async run({ caller, request, params: { key } }) {
      const here = workspaceOf(caller, request)
      if (isProblem(here)) return here
      const there = membershipIn(caller, key)
      if (!there) return problem('not-a-member')
      const rulesOf = async (workspace: string) => {
        const { years, trashDays, recordsVisits } = await services.members.keepingOf(workspace)
        const named = await Promise.all(
          (['document', 'template'] as const).map((kind) => services.queries.customFieldNames(workspace, kind)),
        )
        return {
          retention_years: years,
          trash_days: trashDays,
          records_visits: recordsVisits,
          shows_sender_presence: await services.members.showsSenderPresence(workspace),
          custom_field_ids: [...new Set(named.flat().map(({ id }) => id))],
        }
      }
      return ok({ here: await rulesOf(here.workspace), there: await rulesOf(there.workspace) })
    },
  })
}
