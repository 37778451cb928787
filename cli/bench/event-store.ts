import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface EventStore {
  readonly url: string
  /** A server, and not what stands in for one: only then a goal says anything. */
  readonly real: boolean
  close(): void
}

const DOUBLE = fileURLToPath(new URL('../../tests/support/eventstoredb-double/serve.ts', import.meta.url))

/**
 * The server of EVENTSTOREDB_URL; where none is named the double of its protocol, in a process of its own.
 * @throws where there is neither
 */
export async function openEventStore(): Promise<EventStore> {
  const url = process.env.EVENTSTOREDB_URL
  if (url) return { url, real: true, close: () => undefined }
  if (!existsSync(DOUBLE)) throw new Error('EVENTSTOREDB_URL names no server, and its double is not part of what is installed here')
  const child = fork(DOUBLE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the double ended by itself (${code})`)))
  gone.catch(() => undefined)
  const [at] = (await Promise.race([once(child, 'message'), gone])) as [string]
  return { url: at, real: false, close: () => child.disconnect() }
}
