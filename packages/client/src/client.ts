import type { Calls } from './calls.ts'
import { type FeedEntry, type FeedOptions, type FeedPosition, readFeed } from './feed.ts'
import { type HttpOptions, httpOf, ParaphError } from './http.ts'

export type Connection = HttpOptions

export type DocumentStatus = 'ready' | 'sealed'
type Name = keyof Calls
type Input<N extends Name> = Omit<Calls[N], 'answer'> & { readonly signal?: AbortSignal }
/** What may be left out where nothing of it is needed. */
type Arguments<N extends Name> = object extends Input<N> ? [input?: Input<N>] : [input: Input<N>]

export interface Signer {
  readonly name: string
  readonly email: string
  readonly role?: string
}
/** Further properties are those of `POST /app/documents/{key}/add_update_data_field`. Lengths are points from the page's top left. */
export interface Field extends Partial<FieldRecord> {
  readonly type: string
  /** From 0. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Which of the signers, from 0. */
  readonly signer: number
}
type FieldRecord = Calls['POST /app/documents/{key}/add_update_data_field']['body']['data'][number]

export interface Paraph {
  /** Any call of the product, by its method and path. Repeats it until it is answered. @throws ParaphError */
  call<N extends Name>(name: N, ...input: Arguments<N>): Promise<Calls[N]['answer']>
  /** Uploads a PDF, waits until it can be prepared and gives the key of its document. */
  upload(file: Uint8Array, filename: string): Promise<string>
  /** Says who signs, one after the other, and where. @throws ParaphError where a field is refused */
  prepare(key: string, parts: { readonly signers: readonly Signer[]; readonly fields: readonly Field[] }): Promise<void>
  /** Asks for the signatures. Refused where the document changed since it was read. */
  send(key: string): Promise<void>
  /** Waits until a document is ready to be prepared, or sealed. @throws ParaphError where it never will be */
  until(key: string, status: DocumentStatus, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** The sealed PDF. */
  finalFile(key: string): Promise<Uint8Array>
  feed(options?: FeedOptions): AsyncGenerator<FeedEntry, void, undefined>
  /** Where the feed ends now, for a program that begins now. */
  feedPosition(): Promise<FeedPosition>
}

const LOOK_MS = 500
const FAILED: Readonly<Record<string, string>> = {
  conversion_error: 'The file could not be converted',
  sealing_error: 'The document could not be sealed',
  rejected: 'A signer declined to sign',
}

/** A connection to an installation as an application. */
export function connect(connection: Connection): Paraph {
  const http = httpOf(connection)
  const pause = connection.pause ?? ((ms: number) => new Promise<void>((over) => setTimeout(over, ms)))

  const call: Paraph['call'] = async (name, ...[given]) => {
    const {
      path = {},
      query,
      body,
      signal,
    } = (given ?? {}) as {
      path?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
      signal?: AbortSignal
    }
    const [method, pattern] = name.split(' ') as [string, string]
    const at = pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
    const answer = await http(method, at, { query, body, signal })
    return (await answer.json()) as never
  }

  async function until(key: string, status: DocumentStatus, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    for (;;) {
      signal?.throwIfAborted()
      const { document } = await call('GET /app/documents/{key}', { path: { key } })
      const detail = String((document as { status_detail?: unknown }).status_detail)
      const failed = FAILED[detail]
      if (failed !== undefined) throw new ParaphError(409, { code: detail, message: `${failed}. Open it in Paraph to see why.` })
      if (status === 'sealed' ? detail === 'sealed' : !['uploading', 'converting'].includes(detail)) return
      await pause(LOOK_MS)
    }
  }

  return {
    call,
    until,
    async upload(file, filename) {
      const query = { filename, size: file.length / 1e6 }
      const { url, file_key, document, redirect_document_key } = await call('GET /app/get_document_upload_url', { query })
      await http('PUT', url, { body: file })
      await call('POST /app/document_upload_success/{key}', { path: { key: redirect_document_key }, body: { file_key } })
      await until(document.document_pack_key, 'ready')
      return document.document_pack_key
    },
    async prepare(key, { signers, fields }) {
      const path = { key }
      const signatories = signers.map((signer, at) => ({ uuid: crypto.randomUUID(), role: `signer-${at + 1}`, ...signer }))
      const signing_order = signatories.map(({ uuid }) => [uuid])
      await call('POST /app/documents/{key}/update_document', { path, body: { data: { signatories, signing_order } } })
      const { document } = await call('GET /app/documents/{key}', { path })
      const document_key = document.selected_document ?? key
      const data = fields.map(({ signer, ...field }) => ({
        uuid: crypto.randomUUID(),
        document_key,
        signatory_uuid: signatories[signer]?.uuid,
        ...field,
      }))
      const { refused } = await call('POST /app/documents/{key}/add_update_data_field', { path, body: { data } })
      if (refused[0]) throw new ParaphError(409, refused[0])
    },
    async send(key) {
      const { revision } = await call('GET /app/documents/{key}/view', { path: { key } })
      await call('POST /app/documents/{key}/update_document', {
        path: { key },
        query: { request_signatures_if_required: 'true' },
        body: { data: { status: 'awaiting_signatures', revision } },
      })
    },
    async finalFile(key) {
      const { document } = await call('GET /app/documents/{key}', { path: { key } })
      const answer = await http('GET', `/app/serve/${document.final_file_key}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    feed: (options = {}) => readFeed(http, options),
    async feedPosition() {
      const { last_position: position, chain } = await call('GET /app/feed/position')
      return { position, chain }
    },
  }
}
