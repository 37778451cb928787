import type { z } from 'zod'
import {
  bulkAnswer,
  customFieldNamesAnswer,
  differencesAnswer,
  type ListRow,
  listAnswer,
  mergeAnswer,
  searchAnswer,
  type TAKING,
  updatesAnswer,
} from '#contract/document-list'
import { signingLinkAnswer } from '#contract/documents'
import { done } from '#contract/envelope'
import { http, newKey, unlessGone } from '../../http/index.ts'
import { type Ask, FIRST_PAGE, type From, type Page } from '../../list/index.ts'
import { DOCUMENTS, type Filter } from './membership.ts'

export async function fetchPage(filter: Filter, from: From, { limit, signal, quiet = false }: Ask): Promise<Page<ListRow>> {
  const options = {
    query: {
      document_type: filter.type,
      document_status: filter.status,
      search_query: filter.search || undefined,
      is_trash_view: filter.trash,
      bulk_send_key: filter.bulkSend ?? undefined,
      user_defined_attributes: filter.customFields.length > 0 ? JSON.stringify(filter.customFields) : undefined,
      include_signatories: true,
      cursor: filter.search ? null : from.cursor,
      search_offset: filter.search ? from.offset : undefined,
      limit,
    },
    ...(signal ? { signal } : {}),
    quiet,
  }
  if (!filter.search) {
    const { documents, cursor: next, counts } = await http.get('/app/documents', listAnswer, options)
    return { rows: documents, cursor: next, counts }
  }
  const { search_documents, cursor: next } = await http.get('/app/search/documents', searchAnswer, options)
  return { rows: search_documents, cursor: next }
}

export const fetchCustomFieldNames = async (type: Filter['type']) =>
  (await http.get('/app/user_defined_attributes', customFieldNamesAnswer, { query: { document_type: type } })).user_defined_attributes

export async function searchDocuments(
  query: string,
  type: Filter['type'],
  limit: number,
  signal?: AbortSignal,
): Promise<readonly ListRow[]> {
  return (
    await fetchPage({ ...DOCUMENTS, type, search: query }, FIRST_PAGE, {
      limit,
      ...(signal ? { signal } : {}),
    })
  ).rows
}

export const fetchUpdates = async (keys: readonly string[], trash: boolean) =>
  (await http.post('/app/documents/updates', updatesAnswer, { body: { keys, is_trash_view: trash }, retries: 0, quiet: true })).documents

const bulk = '/app/bulk_actions/document_actions'
type Bulk = (keys: readonly string[], type: Filter['type'], idempotencyKey: string) => Promise<z.infer<typeof bulkAnswer>>
/** What is done with several documents at once: those that may be are done, and the answer names the others. */
export const bulkCalls = {
  delete: (document_keys, _, idempotencyKey) =>
    http.post(`${bulk}/delete_multiple_documents`, bulkAnswer, { body: { document_keys }, idempotencyKey }),
  recover: (document_keys, _, idempotencyKey) =>
    http.post(`${bulk}/recover_multiple_documents`, bulkAnswer, { body: { document_keys }, idempotencyKey }),
  copy: (document_keys, type, idempotencyKey) =>
    http.post(`${bulk}/copy_multiple_documents`, bulkAnswer, { body: { document_keys, type }, idempotencyKey }),
} satisfies Record<string, Bulk>
export type BulkAction = keyof typeof bulkCalls

export type Taking = (typeof TAKING)[number]
/** To another workspace: what cannot go does not stop the others. */
export const copyOrMove = (document_keys: readonly string[], action: Taking, to_account_key: string, idempotencyKey: string) =>
  http.post('/app/copy_move_documents', bulkAnswer, { data: { document_keys, action, to_account_key }, idempotencyKey })
export const fetchDifferences = (account: string) => http.get(`/app/copy_move_documents/${account}/differences`, differencesAnswer)

export const mergeDocuments = async (keys: readonly string[]) =>
  (await http.post(`${bulk}/merge_multiple_documents`, mergeAnswer, { body: { document_keys: keys } })).document_key

export const deleteDocument = (key: string) => http.get(`/app/documents/${key}/delete_document`, done, { idempotencyKey: newKey() })
export const recoverDocument = (key: string) => http.get(`/app/documents/${key}/recover_document`, done, { idempotencyKey: newKey() })

/** Asks those again whose request did not arrive or whose link has ended; reminds all who wait. */
export const enqueueRequests = (key: string, remind = false) =>
  http.post(`/app/documents/${key}/enqueue_document_mails`, done, { body: { remind } })

export const deleteForever = (key: string) => http.del(`/app/document_actions/${key}/permanently_delete_document`, done).catch(unlessGone)

export const signingLink = (document: string, signatory: string, type: 'sign' | 'sign_in_person' = 'sign') =>
  http.post(`/app/documents/${document}/generate_signing_link_for_signatory/${signatory}`, signingLinkAnswer, {
    body: { token_type: type },
    // A host who lends their device in the room stays at the document where that fails: the reason is shown there.
    ignoreUnauthorised: type === 'sign_in_person',
  })
