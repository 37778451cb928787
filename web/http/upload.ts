import { refusal } from '#contract/envelope'
import { wordsOf } from '../messages/index.ts'
import { headersOf } from './client.ts'
import { HttpOffline, HttpRefused } from './refused.ts'

/** Nothing passed for so long, and nothing was answered: on this line nothing will. */
const SILENT_MS = 60_000

/**
 * PUTs a file to the URL the server gave for it. `fetch` reports no progress, so this one is an XMLHttpRequest.
 * @param onProgress bytes sent so far and in all
 * @throws HttpOffline where the connection broke, or fell silent; HttpRefused where the server said no
 */
export function putFile(url: string, file: Blob, onProgress: (sent: number, total: number) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    const { 'content-type': _, ...headers } = headersOf('PUT', {})
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    let silence: ReturnType<typeof setTimeout> | undefined
    let isSilent = false
    const onSign = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        isSilent = true
        request.abort()
      }, SILENT_MS)
    }
    request.upload.addEventListener('progress', (event) => {
      onSign()
      onProgress(event.loaded, event.lengthComputable ? event.total : file.size)
    })
    request.addEventListener('loadend', () => clearTimeout(silence))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve()
      const said = refusal.safeParse(parsed(request.responseText))
      if (said.success) reject(new HttpRefused(said.data.code, said.data.message, request.status, said.data.at ?? []))
      else reject(new HttpRefused('upload-failed', wordsOf('http')('server_error'), request.status))
    })
    request.addEventListener('error', () => reject(new HttpOffline()))
    request.addEventListener('abort', () => reject(isSilent ? new HttpOffline() : new DOMException('cancelled', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
    onSign()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
