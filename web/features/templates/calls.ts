import { type ListRow, listAnswer, searchAnswer } from '#contract/document-list'
import { documentAnswer } from '#contract/documents'
import { http, newKey } from '../../http/index.ts'
import type { Ask, From, Page } from '../../list/index.ts'

export async function findTemplates({ search }: { readonly search: string }, _from: From, ask: Ask): Promise<Page<ListRow>> {
  const { limit, ...options } = ask
  const query = { document_type: 'template', document_status: 'setup', is_trash_view: false, limit }
  if (search === '') {
    const { documents, cursor } = await http.get('/app/documents', listAnswer, { ...options, query })
    return { rows: documents, cursor }
  }
  const found = await http.get('/app/search/documents', searchAnswer, { ...options, query: { ...query, search_query: search } })
  return { rows: found.search_documents, cursor: found.cursor }
}

// Their paths are GETs and they make something: sent again after a lost answer, the key makes it once.
const makes = async (path: string, query: Record<string, boolean> = {}) =>
  (await http.get(path, documentAnswer, { query, idempotencyKey: newKey() })).document

export const copyDocument = (key: string) => makes(`/app/documents/${key}/create_a_copy`)
export const documentFrom = (template: string) => makes(`/app/documents/${template}/create_a_copy`, { template_to_document: true })
export const templateFrom = (document: string) => makes(`/app/documents/${document}/convert_to_template`)
