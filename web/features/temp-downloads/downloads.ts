import { proxy } from 'valtio'
import { generateTempDownloadAnswer, type TempDownloadType } from '#contract/temp-downloads'
import { http } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { madeFile } from './polling.ts'

export type Making = { readonly state: 'making' } | { readonly state: 'made'; readonly url: string } | { readonly state: 'failed' }

/** Downloads requested since the page was opened. They go on, and are saved, with the panel closed. */
export const downloads = proxy<Record<string, Making>>({})
export const idOf = (document: string, type: TempDownloadType) => `${document} ${type}`

export interface Wanted {
  readonly document: string
  readonly type: TempDownloadType
  readonly name: string
  /** What must be done before the server can make it as it is on the screen. */
  before?(): Promise<unknown>
}

/** Requests a file of a document and saves it once it is made. */
export async function prepare({ document, type, name, before }: Wanted): Promise<void> {
  const id = idOf(document, type)
  const words = wordsOf('temp_downloads')
  if (downloads[id]?.state === 'making') return
  downloads[id] = { state: 'making' }
  const call = async (key: string | null) => {
    const query = { document_temp_download_type: type, temp_download_key: key }
    const answer = await http.get(`/app/documents/${document}/generate_temp_document_download`, generateTempDownloadAnswer, { query })
    return answer.document_temp_download
  }
  try {
    await before?.()
    const file = await madeFile({ begin: async () => (await call(null)).key, ask: async (key) => (await call(key)).file_key })
    const url = `/app/serve_temp_download/${file}`
    downloads[id] = { state: 'made', url }
    handOver(url)
    say.success(words('made', { what: words(type), name }))
  } catch {
    downloads[id] = { state: 'failed' }
    say.danger(words('took_too_long'))
  }
}

function handOver(url: string): void {
  const link = window.document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
