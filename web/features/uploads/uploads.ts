import { proxy, ref, useSnapshot } from 'valtio'
import { done } from '#contract/envelope'
import { documentUploadAnswer } from '#contract/uploads'
import { capitalised } from '#domain/kernel'
import { HttpOffline, HttpRefused, http, newKey, putFile } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { chooseFiles as choose, go, say } from '../../ui/index.ts'
import { isPdf, PDFS } from './accept.ts'
import { choosePdf } from './replace.ts'

export interface Upload {
  readonly id: string
  readonly filename: string
  readonly size: number
  phase: 'waiting' | 'starting' | 'sending' | 'finishing' | 'failed'
  /** Bytes that have left. */
  sent: number
  /** Why it failed, as a sentence. */
  problem: string | null
  /** The document that was made for it, once there is one. */
  document: string | null
}

export const uploads = proxy<{ items: Upload[] }>({ items: [] })
export const useUploads = () => useSnapshot(uploads).items

const AT_ONCE = 3
interface Opening {
  /** What the address ends in. */
  readonly as: '' | '/with_sample_fields'
  readonly from: string
}
interface Held {
  readonly file: File
  readonly abort: AbortController
  /** The existing document that waits for it; a document made for it goes when the upload is given up. */
  readonly whose: string | null
  /** The one file that was chosen: its document opens, where nobody went elsewhere meanwhile. */
  readonly opens: Opening | null
}
const held = new Map<string, Held>()
const listeners = new Set<(document: string) => Promise<void>>()

/** Called when a document has its file. The upload's row stays until what is returned has settled. */
export function onUploaded(listener: (document: string) => Promise<void>): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const failureOf = (id: string) => `upload-${id}`

const find = (id: string) => uploads.items.find((upload) => upload.id === id)

export function uploadFiles(files: Iterable<File>, as: Opening['as'] = ''): void {
  const all = [...files]
  const pdfs = all.filter(isPdf)
  if (pdfs.length < all.length) say.danger(wordsOf('uploads')('only_pdf'), undefined, { id: 'only-pdf' })
  const opens = all.length === 1 && uploads.items.length === 0 ? { as, from: location.hash } : null
  for (const file of pdfs) add(file, null, opens)
  startNext()
}

/** Lets somebody choose the file of a document whose own never came. */
export async function uploadAgain(document: string): Promise<void> {
  const file = await choosePdf()
  if (!file) return
  add(file, document, null)
  startNext()
}

function add(file: File, whose: string | null, opens: Opening | null): void {
  const id = newKey()
  held.set(id, { file: ref(file), abort: new AbortController(), whose, opens })
  uploads.items.unshift({ id, filename: file.name, size: file.size, phase: 'waiting', sent: 0, problem: null, document: whose })
}

function startNext(): void {
  const running = uploads.items.filter(({ phase }) => phase !== 'waiting' && phase !== 'failed').length
  const waiting = uploads.items.filter(({ phase }) => phase === 'waiting')
  for (const upload of waiting.reverse().slice(0, Math.max(0, AT_ONCE - running))) void run(upload.id)
}

/** The specification's three steps: ask where to, send the bytes, say that they are there. */
async function run(id: string): Promise<void> {
  const upload = find(id)
  const work = held.get(id)
  if (!upload || !work) return
  const { file, abort, whose } = work
  try {
    upload.phase = 'starting'
    upload.sent = 0
    const place = await http.get('/app/get_document_upload_url', documentUploadAnswer, {
      query: { filename: file.name, size: file.size / 1_000_000, document_key_to_upload_to: upload.document },
      // However often it is tried again after an answer that was lost, it is one document.
      ...(upload.document === null && { idempotencyKey: id }),
    })
    // Cancelled while the document was being made: only now is it known which one to remove.
    if (abort.signal.aborted) return whose ? undefined : await discard(place.document.document_pack_key)
    upload.document = place.document.document_pack_key
    upload.phase = 'sending'
    await putFile(place.url, file, (sent) => (upload.sent = sent), abort.signal)
    upload.sent = file.size
    upload.phase = 'finishing'
    await http.post(`/app/document_upload_success/${place.redirect_document_key}`, done, {
      body: { file_key: place.file_key },
      signal: abort.signal,
    })
    await Promise.allSettled([...listeners].map((listener) => listener(place.document.document_pack_key)))
    forget(id)
    if (work.opens?.from === location.hash) go(`documents/${place.document.document_pack_key}${work.opens.as}`)
  } catch (thrown) {
    if (abort.signal.aborted) return
    const words = wordsOf('uploads')
    const detail = thrown instanceof HttpRefused ? thrown.message : thrown instanceof HttpOffline ? words('offline') : String(thrown)
    upload.phase = 'failed'
    upload.problem = capitalised(detail)
    say.danger(words('failed', { detail }), undefined, { id: failureOf(id) })
  } finally {
    startNext()
  }
}

function forget(id: string): void {
  say.hide(failureOf(id))
  held.delete(id)
  uploads.items = uploads.items.filter((upload) => upload.id !== id)
}

export function retryUpload(id: string): void {
  const upload = find(id)
  const work = held.get(id)
  if (!upload || !work) return
  held.set(id, { ...work, abort: new AbortController() })
  say.hide(failureOf(id))
  upload.phase = 'waiting'
  upload.problem = null
  startNext()
}

/** Stops it and removes the empty document, where that was made for it. */
export async function cancelUpload(id: string): Promise<void> {
  const upload = find(id)
  if (!upload) return
  const { document, filename, phase } = upload
  const { abort, whose = null } = held.get(id) ?? {}
  abort?.abort()
  forget(id)
  startNext()
  if (phase !== 'failed') say.info(wordsOf('uploads')('cancelled', { name: filename }))
  if (document && document !== whose) await discard(document)
}

/** Where this fails its row stays, and can be deleted there. */
async function discard(document: string): Promise<void> {
  await http.get(`/app/documents/${document}/delete_document`, done).catch(() => undefined)
}

/** Opens the system's dialog for choosing PDFs. */
export function chooseFiles(): void {
  void choose({ accept: PDFS, multiple: true }).then(uploadFiles)
}

export async function uploadSample(): Promise<void> {
  const words = wordsOf('uploads')
  const response = await fetch('/sample.pdf').catch(() => null)
  if (!response?.ok) return void say.danger(words('sample_failed'))
  uploadFiles([new File([await response.blob()], words('sample_name'), { type: 'application/pdf' })], '/with_sample_fields')
}
