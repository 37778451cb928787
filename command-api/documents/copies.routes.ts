import { bulkAnswer, bulkCopyBody, copyQuery } from '#contract/document-list'
import { documentAnswer } from '#contract/documents'
import { isOfTeam, viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { type Copied, copyPack } from '../pack/copy.ts'
import { packCall } from '../pack/pack-call.ts'
import { documentRecordOf } from '../pack/records.ts'

/** Copies: of a document, of a template, a document from a template, a template from a document. Origins stay as they are. */
export function copyRoutes(app: App<'files' | 'keyIndex' | 'sharedLeaves' | 'world'>): void {
  const { edge, packs } = app
  const answer = (copied: Copied | Problem) =>
    isProblem(copied) ? copied : ok({ document: documentRecordOf(copied.pack, copied.pack, viewFor(copied.state, { of: 'team' })) })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/create_a_copy',
    summary: 'Makes a copy in setup; of a template, with template_to_document, a document.',
    changes: true,
    teamOnly: true,
    query: copyQuery,
    answer: documentAnswer,
    run: async ({ place, request, query }) =>
      answer(await copyPack(app, place, query.template_to_document ? 'document' : place.state.kind, request)),
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/convert_to_template',
    summary: 'Makes a template of the document, which stays. The signers become roles.',
    changes: true,
    teamOnly: true,
    answer: documentAnswer,
    run: async ({ place, request }) => answer(await copyPack(app, place, 'template', request)),
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_actions/document_actions/copy_multiple_documents',
    summary: 'Copies several documents. What may not be copied does not stop the others.',
    access: 'team',
    body: bulkCopyBody,
    answer: bulkAnswer,
    async run({ caller, request, body }) {
      const done: string[] = []
      const refused: { key: string; why: Problem }[] = []
      for (const key of new Set(body.document_keys)) {
        const place = await packs.resolveAccess(caller, key)
        const may = !isProblem(place) && isOfTeam(place.who) && place.who.permissions.has('can_do_bulk_actions')
        const copied = isProblem(place)
          ? place
          : may
            ? await copyPack(app, place, body.type ?? place.state.kind, request)
            : problem('not-allowed')
        if (isProblem(copied)) refused.push({ key, why: copied })
        else done.push(key)
      }
      const [first] = refused
      if (first && done.length === 0) return { ...first.why, message: 'Documents could not be copied', at: refused.map(({ key }) => key) }
      return ok({
        partial: refused.length > 0,
        done,
        refused: refused.map(({ key, why }) => ({ key, code: why.code, message: why.message })),
        message: first ? 'Some documents could not be copied' : 'The documents were copied.',
      })
    },
  })
}
