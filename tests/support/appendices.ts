import type { Client } from '../../cli/demo/client.ts'
import { newId } from './prepared.ts'

export interface AppendixRecord {
  readonly key: string
  readonly _id: string
  readonly document_key: string
  readonly file_key: string | null
  readonly filename: string | null
  readonly blob_serving_url: string | null
  readonly description: string | null
  readonly audience: readonly string[]
  readonly date_created: string
  readonly date_updated: string
}

export const appendicesOf = async (of: Client, pack: string) =>
  (await of.get<{ document_appendices: readonly AppendixRecord[] }>(`/app/documents/${pack}/appendices`)).document_appendices

/** The first two steps of an upload. */
export async function putAppendix(of: Client, pack: string, filename: string, bytes: Uint8Array): Promise<string> {
  const asked = await of.get<{ url: string; file_key: string }>(
    `/app/get_document_appendix_upload_url/${pack}?${new URLSearchParams({ filename })}`,
  )
  await of.put(asked.url, bytes)
  return asked.file_key
}

/** A supporting document, uploaded in the specification's three steps and saved. */
export async function withAppendix(
  of: Client,
  pack: string,
  filename: string,
  bytes: Uint8Array,
  more: object = {},
): Promise<AppendixRecord> {
  const file_key = await putAppendix(of, pack, filename, bytes)
  await of.post(`/app/document_appendix_upload_success/${pack}`, { file_key, filename })
  const saved = await of.post<{ document_appendix: AppendixRecord }>(`/app/documents/${pack}/add_update_appendix`, {
    data: { key: newId(), file_key, filename, ...more },
  })
  return saved.document_appendix
}
