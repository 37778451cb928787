import { streamOfPack } from '#domain/pack'
import { streamOfWorkspace, workspace } from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Handler, Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { SubjectKeys } from '#platform/subject-keys'
import { defineStoredProcess, FOR_EVER, packsFor, type Queue } from '#processes/engine'
import { eraseRecipients, type RecipientRows } from '#projections/recipient-rows'

import { contactErasure } from './contacts/process.ts'
import { contactErasureQueue } from './contacts/worker.ts'
import type { OutsideDeletions } from './outside.ts'
import { erasure } from './people/process.ts'
import { type ErasureDeps, erasureQueue } from './people/worker.ts'
import { DELETION, type DeletionData, deletion } from './process.ts'
import { profileDeletion } from './profile/process.ts'
import { type ProfileDeletionDeps, profileDeletionQueue } from './profile/worker.ts'

export interface Sharer {
  readonly pack: string
  /** Of the bytes that both keep. */
  readonly digest: string
  /** It stands in the list: surely it was made. */
  readonly listed: boolean
}

export interface DeletionDeps {
  readonly keys: Pick<SubjectKeys, 'destroy' | 'destroyAll'>
  readonly log: Pick<EventLog, 'read' | 'remove' | 'removeUnborn'>
  readonly files: Pick<Files, 'removeOfPack'>
  readonly mailer: Pick<Mailer, 'removeOf'>
  readonly keyIndex: Pick<KeyIndex, 'removeOf'>
  readonly jobs: Pick<Jobs, 'removeOf'>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** Resolves when the read models hold nothing of this stream any more, in whichever process keeps them. */
  forgetRows(stream: string): Promise<void>
  /** Other packs that keep bytes of this one, once for each of its files. */
  sharersOf(pack: string): Promise<readonly Sharer[]>
  eraseRecipients(workspace: string, contact: string): Promise<void>
  readonly people: ErasureDeps
  readonly profiles: ProfileDeletionDeps
}

/**
 * Removes what is kept of a pack. Every step can be repeated, so a run that was cut off is simply run again. The
 * keys go first: from then on nothing can be read, before the later steps have removed the rest; the stream goes
 * after the rows, which are rewritten from what it can still be read as.
 */
function deletionQueues({
  keys,
  log,
  files,
  mailer,
  keyIndex,
  jobs,
  outside,
  forgetRows,
  sharersOf,
  eraseRecipients: eraseOfContact,
  people,
  profiles,
}: DeletionDeps): readonly Queue[] {
  const remove: Handler = async (data, job) => {
    const { pack, line } = data as DeletionData
    // First: a restore must never bring deleted data back.
    if (line) await outside?.add(line)
    const stream = streamOfPack(pack)
    await tellEarlierWorkspaces(pack)
    await keys.destroyAll(stream)
    // What the workspace's own history says of it: why it was once under a hold.
    if (line && 'pack' in line) await keys.destroy(streamOfWorkspace(line.workspace), pack)
    await forgetRows(stream)
    // Before the stream goes, which names them.
    for (const link of await linksOf(pack)) await people.sessions.endAllOf(`link:${link}`)
    await people.dropDownloads(pack)
    await log.remove(stream)
    // While its files say which they are.
    for (const copy of await begunCopiesOf(pack)) await unmake(copy)
    await files.removeOfPack(pack)
    await mailer.removeOf(pack)
    await keyIndex.removeOf(pack)
    await jobs.removeOf(pack, { but: job.key })
  }
  /** What they say of it, as why it was once under a hold, goes with it: each records the deletion, too. */
  async function tellEarlierWorkspaces(pack: string): Promise<void> {
    const { exists, earlierWorkspaces = [] } = await people.packs.load(pack)
    const workspaces = commandsOf(workspace, profiles.handler)
    for (const key of exists ? earlierWorkspaces : [])
      await workspaces.perform({
        key,
        who: { as: 'installation' },
        commands: [{ do: 'RepeatDeletion', pack }],
        origin: byProcess('pack-deletion'),
      })
  }
  /**
   * A copy shares the files first, and its process may die before there is a document that could be deleted. Files that another document
   * keeps as well are looked at again when that one goes: perhaps the copy is one of it, and somebody is about to make it.
   */
  async function begunCopiesOf(pack: string): Promise<ReadonlySet<string>> {
    const sharers = await sharersOf(pack)
    const made = new Set(sharers.flatMap((sharer) => (sharer.listed ? [sharer.pack] : [])))
    for (const { pack: other } of sharers) if (!made.has(other) && (await isMade(other))) made.add(other)
    const kept = new Set(sharers.flatMap((sharer) => (made.has(sharer.pack) ? [sharer.digest] : [])))
    return new Set(sharers.flatMap((sharer) => (made.has(sharer.pack) || kept.has(sharer.digest) ? [] : [sharer.pack])))
  }
  const isMade = async (pack: string) => (await log.read(streamOfPack(pack), 0n, 1)).length > 0
  async function unmake(copy: string): Promise<void> {
    const own = streamOfPack(copy)
    // Nothing can be made of it any more: a process that was thought dead and still writes is refused, or was faster.
    if (!(await log.removeUnborn(own))) return
    await keys.destroyAll(own)
    await files.removeOfPack(copy)
    await keyIndex.removeOf(copy)
  }
  async function linksOf(pack: string): Promise<readonly string[]> {
    return (await people.packs.history(pack)).flatMap(({ fact }) => (fact.type === 'SigningLinkIssued' ? [fact.data.link] : []))
  }
  return [
    { name: DELETION, handler: remove, settings: FOR_EVER },
    erasureQueue(people),
    profileDeletionQueue(profiles),
    contactErasureQueue({ keys, outside, eraseRecipients: eraseOfContact, rewriteRows: forgetRows }),
  ]
}

/** Where the deletion of single people's data reaches beyond what a document is made of. */
type ErasurePorts = Pick<ErasureDeps, 'mailer' | 'sessions' | 'imagesOf' | 'dropDownloads' | 'rewriteRows'> &
  Pick<ProfileDeletionDeps, 'mailer' | 'passwords' | 'links' | 'releaseAddress'>

type Needs = Omit<DeletionDeps, 'outside' | 'eraseRecipients' | 'people' | 'profiles'> &
  Pick<ErasureDeps, 'files' | 'keyIndex'> & {
    readonly handler: CommandHandler
    readonly recipientRows: Pick<RecipientRows, 'erase'>
    readonly config: { readonly defaultCountry: string }
    readonly people: ErasurePorts
    /** Where deletions are written outside of the database; none is kept where not given. */
    readonly deletions?: OutsideDeletions
  }

const byProcess = (correlation: string) =>
  ({
    actor: { principal: 'process:erasure', capacity: 'process', proof: 'installation' },
    correlation,
    causation: correlation,
  }) as const

/** Of packs, of people in a pack, of profiles, of contacts: each a fact first. */
export const deletionProcess = defineStoredProcess({
  name: DELETION,
  reactions: [deletion, erasure, profileDeletion, contactErasure],
  queues({ deletions, people, handler, recipientRows, config, ...needs }: Needs) {
    const outside = deletions ?? null
    const common = { ...people, handler, keys: needs.keys, files: needs.files, outside }
    return deletionQueues({
      ...needs,
      outside,
      eraseRecipients: (workspace, contact) =>
        eraseRecipients({ handler, recipientRows }, workspace, contact, byProcess('contact-erasure')),
      people: { ...common, packs: packsFor('erasure', { handler, ...config }), keyIndex: needs.keyIndex },
      profiles: common,
    })
  },
})
