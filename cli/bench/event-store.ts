import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventStoreDbEventLog, START } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { requireStore } from '../event-log.ts'
import { ForPeople } from '../explain.ts'

export interface EventStore {
  readonly url: string
  /** A server, and not what stands in for one: only then a goal says anything. */
  readonly real: boolean
  close(): void
}

const DOUBLE = fileURLToPath(new URL('../../tests/support/eventstoredb-double/serve.ts', import.meta.url))

/**
 * A private Paraph begins with an empty log. On any other it would fail half-way, after minutes of measuring.
 * @throws ForPeople where the server of EVENTSTOREDB_URL holds events, and what keeps this program from it
 */
export async function requireEmptyStore(): Promise<void> {
  const url = process.env.EVENTSTOREDB_URL
  if (!url) return
  const world = systemWorld(createLog({ level: 'silent', destination: process.stderr }))
  const log = eventStoreDbEventLog({ url, ...world })
  try {
    await requireStore(log, url, world.timers)
    if ((await log.head()) !== START) {
      throw new ForPeople(
        'The event store that EVENTSTOREDB_URL names holds events already, and this bench needs an empty one. Start one on an empty data folder, or leave EVENTSTOREDB_URL out to measure on its double.',
      )
    }
  } finally {
    await log.close()
  }
}

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
