import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Queue, Reader } from '#processes/engine'
import { streamOfPack } from '#projections/packs'
import type { OutsideDeletions } from './outside.ts'
import { DELETION, type DeletionData, deletion } from './process.ts'

export interface DeletionDeps {
  readonly keys: Pick<SubjectKeys, 'destroyAll'>
  readonly log: Pick<EventLog, 'remove'>
  readonly files: Pick<Files, 'removeOfPack'>
  readonly mailer: Pick<Mailer, 'removeOf'>
  readonly keyIndex: Pick<KeyIndex, 'removeOf'>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** Resolves when the read models hold nothing of this stream any more, whichever process keeps them. */
  forgetRows(stream: string): Promise<void>
}

/** It never gives up: what somebody was told is deleted must not stay because a disk was full for a day. */
const SETTINGS = { retries: 100_000, backoff: { firstSeconds: 2, maxSeconds: 600 }, concurrency: 1, timeoutSeconds: 600 }

/**
 * Removes what is kept of a pack. Every step bears being done again, so a run that was cut off is simply run again. The
 * keys go first: from then on nothing can be read, whatever the later steps still have to take away; the stream goes
 * after the rows, which are rewritten from what it can still be read as.
 */
export function deletionPart({ keys, log, files, mailer, keyIndex, outside, forgetRows }: DeletionDeps): {
  reader: Reader
  queues: readonly Queue[]
} {
  const remove: Handler = async (data) => {
    const { pack, line } = data as DeletionData
    // First: a restore must never bring back what was gone.
    if (line) await outside?.add(line)
    const stream = streamOfPack(pack)
    await keys.destroyAll(stream)
    await forgetRows(stream)
    await log.remove(stream)
    await files.removeOfPack(pack)
    await mailer.removeOf(pack)
    await keyIndex.removeOf(pack)
  }
  return {
    reader: { name: deletion.name, filter: deletion.filter, effectsOf: async (events) => events.map(deletion.react) },
    queues: [{ name: DELETION, handler: remove, settings: SETTINGS }],
  }
}
