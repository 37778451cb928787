import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface SlowBody {
  /** The answer; null where the connection ended without one. */
  readonly answered: Promise<{ status: number; code?: string } | null>
  /** All but its last byte has left. */
  readonly sent: Promise<void>
  isOpen(): boolean
  /** Sends what is missing. */
  finish(): void
  cut(): void
}

/** A request that announces so many bytes of JSON, and stops after `sends` of them, one before the last at most. */
export function slowBody(url: string, headers: Readonly<Record<string, string>>, bytes: number, sends = 10): SlowBody {
  const asked = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers, 'content-length': bytes },
  })
  let open = true
  const answered = new Promise<{ status: number; code?: string } | null>((resolve) => {
    asked.on('response', async (response) => {
      const body = JSON.parse((await text(response).catch(() => '{}')) || '{}') as { code?: string }
      open = false
      resolve({ status: response.statusCode ?? 0, ...body })
    })
    for (const event of ['error', 'close'])
      asked.on(event, () => {
        open = false
        resolve(null)
      })
  })
  const start = '{"data": ['.padEnd(Math.min(sends, bytes - 1), ' ')
  const sent = new Promise<void>((resolve) => {
    asked.write(start, () => resolve())
    void answered.then(() => resolve())
  })
  return {
    answered,
    sent,
    isOpen: () => open,
    finish: () => asked.end(']}'.padStart(bytes - start.length, ' ')),
    cut: () => asked.destroy(),
  }
}
