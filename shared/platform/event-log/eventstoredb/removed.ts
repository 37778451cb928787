import { derivedUuid } from '#domain/kernel'
import { OutcomeUnknown } from '../port.ts'
import type { Connection } from './connection.ts'
import { driver, isOfType } from './driver.ts'
import { REMOVED_STREAMS } from './stored.ts'

export interface RemovedStreams {
  names(): Promise<ReadonlySet<string>>
  remove(stream: string): Promise<void>
  removeUnborn(stream: string): Promise<boolean>
}

/**
 * A removed stream is a tombstone on the server. Its events stay readable among all others until a scavenge, so its name
 * is written down first: from then on nobody is given them.
 */
export function removedStreams(connection: Connection): RemovedStreams {
  const names = new Set<string>()
  let read = -1n

  async function readOn(): Promise<void> {
    const options = { fromRevision: read + 1n, direction: 'forwards', requiresLeader: true } as const
    try {
      const found = await connection.list('reading which streams were removed', (client) => client.readStream(REMOVED_STREAMS, options))
      for (const { event } of found) {
        if (!event || event.revision <= read) continue
        read = event.revision
        names.add((event.data as { stream: string }).stream)
      }
    } catch (error) {
      if (!isOfType(error, 'stream-not-found')) throw error
    }
  }
  async function writeDown(stream: string): Promise<void> {
    for (;;) {
      await readOn()
      if (names.has(stream)) return
      const expectedRevision = read < 0n ? 'no_stream' : read
      const note = driver().jsonEvent({ id: derivedUuid(stream), type: 'StreamRemoved', data: { stream } })
      try {
        await connection.write('an append', (client) =>
          client.appendToStream(REMOVED_STREAMS, note, { expectedRevision, requiresLeader: true }),
        )
      } catch (error) {
        if (isOfType(error, 'wrong-expected-version')) continue
        // Like any append's: what it says is nothing to go by.
        throw new OutcomeUnknown(REMOVED_STREAMS, error)
      }
    }
  }
  /** False where the stream's revision is not the one that is expected. */
  async function bury(stream: string, expectedRevision: 'any' | 'no_stream'): Promise<boolean> {
    try {
      await connection.ask('a removal', (client) => client.tombstoneStream(stream, { expectedRevision, requiresLeader: true }))
    } catch (error) {
      if (isOfType(error, 'wrong-expected-version')) return false
      // A second time changes nothing.
      if (!isOfType(error, 'stream-deleted')) throw error
    }
    return true
  }
  return {
    async names() {
      await readOn()
      return names
    },
    async remove(stream) {
      await writeDown(stream)
      // Whatever its revision: nothing may follow.
      await bury(stream, 'any')
    },
    async removeUnborn(stream) {
      // There is nothing to hide: its name is written down only for who takes the log elsewhere.
      if (!(await bury(stream, 'no_stream'))) return false
      await writeDown(stream)
      return true
    },
  }
}
