import { proxy, useSnapshot } from 'valtio'
import { appendixUploadAnswer, appendixUploadSuccessAnswer } from '#contract/appendices'
import { isExecutableName } from '#domain/file-name'
import { HttpOffline, HttpRefused, http, newKey, putFile } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { chooseFiles, say } from '../../ui/index.ts'

/** A file that can be a supporting document: it is there and was looked at. */
export interface Uploaded {
  readonly file: string
  readonly digest: string
  readonly size: number
  readonly filename: string
}
export interface AppendixUpload {
  readonly id: string
  readonly document: string
  readonly filename: string
  readonly size: number
  phase: 'starting' | 'sending' | 'finishing' | 'failed'
  /** Bytes that have left. */
  sent: number
  problem: string | null
}
interface Work {
  readonly file: File
  readonly abort: AbortController
  then(uploaded: Uploaded): void
}

const uploads = proxy<{ items: AppendixUpload[] }>({ items: [] })
const held = new Map<string, Work>()
const find = (id: string) => uploads.items.find((upload) => upload.id === id)

export const useAppendixUploads = (document: string) => useSnapshot(uploads).items.filter((upload) => upload.document === document)

/** Opens the system's dialog; `then` gets each file that arrives, even if another panel is open by then. */
export function chooseAppendices(document: string, several: boolean, then: (uploaded: Uploaded) => void): void {
  void chooseFiles({ multiple: several }).then((files) => {
    for (const file of files) upload(document, file, then)
  })
}

function upload(document: string, file: File, then: Work['then']): void {
  if (isExecutableName(file.name)) return void say.danger(wordsOf('appendix_editing')('executable'), undefined, { id: 'executable' })
  const id = newKey()
  held.set(id, { file, abort: new AbortController(), then })
  uploads.items.push({ id, document, filename: file.name, size: file.size, phase: 'starting', sent: 0, problem: null })
  void run(id)
}

/** The specification's three steps: ask where to, send the bytes, say that they are there. */
async function run(id: string): Promise<void> {
  const upload = find(id)
  const work = held.get(id)
  if (!upload || !work) return
  const { document } = upload
  const { file, abort, then } = work
  const { signal } = abort
  try {
    Object.assign(upload, { phase: 'starting', sent: 0, problem: null })
    const place = await http.get(`/app/get_document_appendix_upload_url/${document}`, appendixUploadAnswer, {
      query: { filename: file.name, size: file.size / 1_000_000 },
      signal,
    })
    upload.phase = 'sending'
    await putFile(place.url, file, (sent) => (upload.sent = sent), signal)
    Object.assign(upload, { phase: 'finishing', sent: file.size })
    const { digest, size, filename } = await http.post(`/app/document_appendix_upload_success/${document}`, appendixUploadSuccessAnswer, {
      body: { file_key: place.file_key, filename: file.name },
      signal,
    })
    forget(id)
    then({ file: place.file_key, digest, size, filename })
  } catch (thrown) {
    if (signal.aborted) return
    const words = wordsOf('appendix_editing')
    const detail = thrown instanceof HttpRefused ? thrown.message : thrown instanceof HttpOffline ? words('offline') : String(thrown)
    Object.assign(upload, { phase: 'failed', problem: detail })
    say.danger(words('failed', { detail }), undefined, { id: `upload-${id}` })
  }
}

function forget(id: string): void {
  held.delete(id)
  uploads.items = uploads.items.filter((upload) => upload.id !== id)
}

export function retryAppendix(id: string): void {
  void run(id)
}

export function cancelAppendix(id: string): void {
  held.get(id)?.abort.abort()
  forget(id)
}
