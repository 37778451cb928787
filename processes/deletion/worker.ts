import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Handler, Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Queue, Reader } from '#processes/engine'
import { PACK_STREAMS, streamOfPack } from '#projections/packs'
import type { OutsideDeletions } from './outside.ts'
import { erasure } from './people/process.ts'
import { type ErasureDeps, erasureQueue } from './people/worker.ts'
import { DELETION, type DeletionData, deletion } from './process.ts'
import { departure } from './profile/process.ts'
import { type DepartureDeps, departureQueue } from './profile/worker.ts'
import { FOR_EVER } from './settings.ts'

export interface DeletionDeps {
  readonly keys: Pick<SubjectKeys, 'destroy' | 'destroyAll'>
  readonly log: Pick<EventLog, 'read' | 'remove'>
  readonly files: Pick<Files, 'removeOfPack'>
  readonly mailer: Pick<Mailer, 'removeOf'>
  readonly keyIndex: Pick<KeyIndex, 'removeOf'>
  readonly jobs: Pick<Jobs, 'removeOf'>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** Resolves when the read models hold nothing of this stream any more, whichever process keeps them. */
  forgetRows(stream: string): Promise<void>
  /** Packs that keep bytes of this one and stand in no list: of some the copy was begun and never made. */
  begunCopies(pack: string): Promise<readonly string[]>
  readonly people: ErasureDeps
  readonly profiles: DepartureDeps
}

/** Of packs, of people in a pack, of profiles: each a fact first. */
const DELETIONS = [deletion, erasure, departure] as const

/**
 * Removes what is kept of a pack. Every step bears being done again, so a run that was cut off is simply run again. The
 * keys go first: from then on nothing can be read, whatever the later steps still have to take away; the stream goes
 * after the rows, which are rewritten from what it can still be read as.
 */
export function deletionPart({
  keys,
  log,
  files,
  mailer,
  keyIndex,
  jobs,
  outside,
  forgetRows,
  begunCopies,
  people,
  profiles,
}: DeletionDeps): {
  reader: Reader
  queues: readonly Queue[]
} {
  const remove: Handler = async (data, job) => {
    const { pack, line } = data as DeletionData
    // First: a restore must never bring back what was gone.
    if (line) await outside?.add(line)
    const stream = streamOfPack(pack)
    await keys.destroyAll(stream)
    // What the workspace's own history says of it: why it was once under a hold.
    if (line && 'pack' in line) await keys.destroy(`workspace-${line.workspace}`, pack)
    await forgetRows(stream)
    // Before the stream goes, which names them.
    for (const link of await linksOf(pack)) await people.sessions.endAllOf(`link:${link}`)
    await people.dropDownloads(pack)
    await log.remove(stream)
    // While its files say which they are.
    for (const copy of await begunCopies(pack)) await unmake(copy)
    await files.removeOfPack(pack)
    await mailer.removeOf(pack)
    await keyIndex.removeOf(pack)
    await jobs.removeOf(pack, { but: job.key })
  }
  /** Whoever copies shares the files first, and may die before there is a document that could be deleted. One that is there is not touched. */
  async function unmake(copy: string): Promise<void> {
    const own = streamOfPack(copy)
    if ((await log.read(own, 0n, 1)).length > 0) return
    // Nothing can be made of it any more: whoever was thought dead and still writes is refused.
    await log.remove(own)
    await keys.destroyAll(own)
    await files.removeOfPack(copy)
    await keyIndex.removeOf(copy)
  }
  async function linksOf(pack: string): Promise<readonly string[]> {
    return (await people.packs.history(pack)).flatMap(({ fact }) => (fact.type === 'SigningLinkIssued' ? [fact.data.link] : []))
  }
  return {
    reader: {
      name: DELETION,
      filter: { streamPrefixes: ['workspace-', PACK_STREAMS, 'user-'], types: DELETIONS.map(({ type }) => type) },
      effectsOf: async (events) =>
        events.flatMap((logged) => DELETIONS.flatMap(({ type, react }) => (type === logged.event.type ? [react(logged)] : []))),
    },
    queues: [{ name: DELETION, handler: remove, settings: FOR_EVER }, erasureQueue(people), departureQueue(profiles)],
  }
}
