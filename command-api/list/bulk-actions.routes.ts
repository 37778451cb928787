import { bulkAnswer, bulkBody } from '#contract/document-list'
import type { PackCommand } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'

/** Several documents at once: each is decided for itself, and what may be done is done. */
export function bulkActionRoutes({ edge, packs }: App): void {
  const bulk = (verb: string, command: PackCommand, summary: string, says: { readonly all: string; readonly some: string }) =>
    call(edge, {
      method: 'POST',
      url: `/app/bulk_actions/document_actions/${verb}`,
      summary,
      access: 'team',
      body: bulkBody,
      answer: bulkAnswer,
      async run({ caller, request, body }) {
        const done: string[] = []
        const refused: { key: string; why: Problem }[] = []
        for (const key of body.document_keys) {
          const place = await packs.resolveAccess(caller, key)
          const membership = isProblem(place) ? undefined : membershipIn(caller, place.state.workspace)
          if (isProblem(place)) refused.push({ key, why: place })
          else if (!membership?.permissions.has('can_do_bulk_actions')) refused.push({ key, why: problem('not-allowed') })
          else {
            const changed = await packs.change({ on: place, request, plan: () => [command] })
            if (isProblem(changed)) refused.push({ key, why: changed })
            else done.push(key)
          }
        }
        const [first] = refused
        if (first && done.length === 0) return { ...first.why, at: refused.map(({ key }) => key) }
        return ok({
          partial: refused.length > 0,
          done,
          refused: refused.map(({ key, why }) => ({ key, code: why.code, message: why.message })),
          message: first ? says.some : says.all,
        })
      },
    })

  bulk('delete_multiple_documents', { do: 'TrashPack' }, 'Moves several documents to the trash.', {
    all: 'The documents were moved to the trash.',
    some: "Some documents could not be deleted since you don't have the permissions",
  })
  bulk('recover_multiple_documents', { do: 'RestorePack' }, 'Takes several documents out of the trash.', {
    all: 'The documents were recovered.',
    some: "Some documents could not be recovered since you don't have the permissions",
  })
}
