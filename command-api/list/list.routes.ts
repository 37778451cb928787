import { customFieldNamesAnswer, customFieldNamesQuery, listAnswer, listQuery, searchAnswer } from '#contract/document-list'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'

/** The list of a workspace's documents, filtered and searched. */
export function listRoutes(app: App<'accounts' | 'queries'>): void {
  const { edge, services } = app
  const question = async (caller: Parameters<typeof workspaceOf>[0], request: Parameters<typeof workspaceOf>[1], query: ListQuery) => {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    return services.queries.list({
      workspace: membership.workspace,
      user: { key: caller.user, email: (await services.accounts.profileOf(caller.user))?.email ?? '' },
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
  }

  call(edge, {
    method: 'GET',
    url: '/app/documents',
    summary: 'The documents of the selected workspace, newest change first.',
    access: 'team',
    query: listQuery,
    answer: listAnswer,
    async run({ caller, request, query }) {
      const page = await question(caller, request, query)
      return isProblem(page) ? page : ok({ ...page, documents: [...page.documents] })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/search/documents',
    summary: 'The same, answered as the search screen reads it.',
    access: 'team',
    query: listQuery,
    answer: searchAnswer,
    async run({ caller, request, query }) {
      const page = await question(caller, request, query)
      if (isProblem(page)) return page
      return ok({ search_documents: [...page.documents], cursor: page.cursor, wait_for_response: false })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/user_defined_attributes',
    summary: 'The user-defined attributes (custom fields) that the newest documents, or templates, of the selected workspace show.',
    access: 'team',
    query: customFieldNamesQuery,
    answer: customFieldNamesAnswer,
    async run({ caller, request, query }) {
      const membership = workspaceOf(caller, request)
      if (isProblem(membership)) return membership
      return ok({ user_defined_attributes: [...(await services.queries.customFieldNames(membership.workspace, query.document_type))] })
    },
  })
}

type ListQuery = (typeof listQuery)['_output']
