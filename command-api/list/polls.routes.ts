import { z } from 'zod'
import { word } from '#contract/bounds'
import { updatesAnswer, updatesBody } from '#contract/document-list'
import { changesAnswer, documentUpdatesAnswer } from '#contract/documents'
import { viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { ok } from '../edge/problem.ts'
import { packCall } from '../pack/pack-call.ts'
import { documentRecordOf, updatesOf } from '../pack/records.ts'

const asked = word.optional()

/** What clients ask now and then while their socket is down. */
export function pollRoutes(app: App<'queries'>): void {
  const { services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/get_data_field_signatory_updates',
    summary: 'When fields and signatories changed last.',
    answer: changesAnswer,
    async run({ place }) {
      return ok({ ...updatesOf(viewFor(place.state, place.audience)) })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/get_document_updates',
    summary: 'The document’s state, with signatories, fields and children only where they are asked for.',
    query: z.object({
      last_update: asked,
      conversion: asked,
      return_signatories: asked,
      return_data_fields: asked,
      return_child_documents: asked,
    }),
    answer: documentUpdatesAnswer,
    async run({ place, params, query }) {
      const record = documentRecordOf(place.pack, params.key, viewFor(place.state, place.audience), await app.people.namesFor(place))
      const { signatories, data_fields, child_documents, ...rest } = record
      return ok({
        document: {
          ...rest,
          ...(isAsked(query.return_signatories) ? { signatories } : {}),
          ...(isAsked(query.return_data_fields) ? { data_fields } : {}),
          ...(isAsked(query.return_child_documents) ? { child_documents } : {}),
        },
      })
    },
  })

  call(app.edge, {
    method: 'POST',
    url: '/app/documents/updates',
    summary: 'Which of these documents of the list changed, and which have left it.',
    access: 'team',
    // It changes nothing, but the specification makes it a POST, and every POST carries the header.
    body: updatesBody,
    answer: updatesAnswer,
    async run({ caller, body }) {
      const mine = new Set(caller.memberships.map(({ workspace }) => workspace))
      const rows = (await services.queries.rowsOf(body.keys)).filter((row) => mine.has(row.account_key))
      const found = new Map(rows.map((row) => [row.key, row]))
      return ok({
        documents: body.keys.map((key) => {
          const row = found.get(key)
          return { key, date_updated: row?.date_updated ?? null, _deleted: row ? row.is_deleted !== body.is_trash_view : true }
        }),
      })
    },
  })
}

function isAsked(flag: string | undefined): boolean {
  return flag !== undefined && flag !== '' && flag !== 'false' && flag !== '0'
}
