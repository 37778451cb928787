import { customFieldNamesAnswer, customFieldNamesQuery, listAnswer, listQuery, searchAnswer } from '#contract/document-list'
import type { App } from '../app.ts'
import { ok } from '../edge/problem.ts'
import { workspaceCall } from '../edge/workspace-call.ts'

/** The list of a workspace's documents, filtered and searched. */
export function listRoutes(app: App<'accounts' | 'queries'>): void {
  const { edge, services } = app
  const page = async (workspace: string, user: string, query: ListQuery) =>
    services.queries.list({
      workspace,
      user: { key: user, email: (await services.accounts.profileOf(user))?.email ?? '' },
      kind: query.document_type,
      status: query.document_status,
      trashed: query.is_trash_view,
      limit: query.limit,
      ...(query.search_query ? { search: query.search_query } : {}),
      ...(query.bulk_send_key ? { bulkSend: query.bulk_send_key } : {}),
      customFields: [
        ...query.user_defined_attributes,
        ...(query.user_defined_attribute_id
          ? [{ id: query.user_defined_attribute_id, operator: 'is', value: query.user_defined_attribute_value ?? '' } as const]
          : []),
      ],
      ...(query.cursor ? { cursor: query.cursor } : {}),
      ...(query.search_offset === undefined ? {} : { offset: query.search_offset }),
    })

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/documents',
    summary: 'The documents of the selected workspace, newest change first.',
    query: listQuery,
    answer: listAnswer,
    async run({ caller, membership: { workspace }, query }) {
      const found = await page(workspace, caller.user, query)
      return ok({ ...found, documents: [...found.documents] })
    },
  })

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/search/documents',
    summary: 'The same, answered as the search screen reads it.',
    query: listQuery,
    answer: searchAnswer,
    async run({ caller, membership: { workspace }, query }) {
      const { documents, cursor } = await page(workspace, caller.user, query)
      return ok({ search_documents: [...documents], cursor, wait_for_response: false })
    },
  })

  workspaceCall(edge, {
    method: 'GET',
    url: '/app/user_defined_attributes',
    summary: 'The user-defined attributes (custom fields) that the newest documents, or templates, of the selected workspace show.',
    query: customFieldNamesQuery,
    answer: customFieldNamesAnswer,
    async run({ membership: { workspace }, query }) {
      return ok({ user_defined_attributes: [...(await services.queries.customFieldNames(workspace, query.document_type))] })
    },
  })
}

type ListQuery = (typeof listQuery)['_output']
