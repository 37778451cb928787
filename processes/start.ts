import type { Intake } from '#pdf/intake'
import type { Sealer } from '#pdf/sealing'
import type { Credential } from '#pdf/signature'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { Owners } from '#platform/ownership'
import type { World } from '#platform/ports'
import type { OneTimeLinks } from '#platform/sessions'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Tracing } from '#platform/tracing'
import { conversionPart, type FilePasswords, type HoldUpload } from '#processes/conversion'
import { type DeletionDeps, deletionPart, type OutsideDeletions } from '#processes/deletion'
import {
  followLog,
  type ProcessStatus,
  type ProcessStore,
  packReader,
  packsFor,
  sweepAll,
  sweepPack,
  tracedReader,
} from '#processes/engine'
import { finalCopiesPart } from '#processes/final-copies'
import { invitationsPart } from '#processes/invitations'
import { type NotificationsDeps, notificationsPart } from '#processes/notifications'
import { requestsPart } from '#processes/requests'
import { type SealStandard, sealingPart } from '#processes/sealing'

export type ProgressKind = 'conversion' | 'sealing'

export interface ProcessesDeps {
  readonly world: World
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly handler: CommandHandler
  readonly keyIndex: KeyIndex
  readonly files: Files
  /** Not started yet: this starts it, once all queues are defined. */
  readonly jobs: Jobs
  readonly store: ProcessStore
  /** Left out where no other process runs these. */
  readonly owners?: Owners
  /** Left out where nobody takes traces. */
  readonly tracing?: Pick<Tracing, 'about'>
  readonly mailer: Pick<Mailer, 'send' | 'recordBounce' | 'removeOf'>
  readonly links: Pick<OneTimeLinks, 'keep'>
  readonly intake: Intake
  /** Where uploads are while they are converted; in memory where not given. */
  readonly hold?: HoldUpload
  readonly sealer: Pick<Sealer, 'stamp' | 'sign'>
  /** Asked for each file, so that a new certificate serves from the next one on. `chosen`: the sender wants the configured one. */
  credential(chosen: boolean): Promise<Credential>
  readonly sealStandard: SealStandard
  /** Resolves when the read models hold nothing any more of a stream whose keys were destroyed. */
  forgetRows(stream: string): Promise<void>
  /** Other packs that keep bytes of a pack, and which of them stand in the list. */
  sharersOf: DeletionDeps['sharersOf']
  /** Where deletions are written outside of the database; none is kept where not given. */
  readonly deletions?: OutsideDeletions
  /** What holds people's data beside the log, for the deletion of single people's. */
  readonly people: ErasurePorts
  /** Packs on which something is under way, for the sweep at the start. */
  underWay(): Promise<readonly string[]>
  senderOf(workspace: string, user: string): Promise<{ readonly workspaceName: string; readonly senderName: string }>
  readonly makerOf: NotificationsDeps['makerOf']
  readonly administratorOf: NotificationsDeps['administratorOf']
  readonly passwords: FilePasswords
  /** Pages done of pages, steps done of steps: for whoever watches now, never stored. */
  progress(pack: string, kind: ProgressKind, document: string, done: number, total: number): void
  readonly config: {
    readonly publicUrl: string
    readonly defaultCountry: string
    readonly maxAttachmentBytes: number
    readonly tokenKey: Uint8Array
  }
}

/** Where the deletion of single people's data reaches beyond what a document is made of. */
export type ErasurePorts = Pick<DeletionDeps['people'], 'mailer' | 'sessions' | 'imagesOf' | 'dropDownloads' | 'rewriteRows'> &
  Pick<DeletionDeps['profiles'], 'mailer' | 'passwords' | 'links' | 'releaseAddress'>

export interface Processes {
  status(): readonly ProcessStatus[]
  /** Resolves when what was left open at the last stop has been taken up, or could not be for long. */
  readonly swept: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts all processes. Each follows the log from where it stood, asks for what follows from the events under keys that never
 * change, and carries it out in queues that survive a crash at any step.
 */
export async function startProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { world, log, keys, handler, jobs, store, keyIndex, files, mailer, config } = deps
  const packs = (process: string) => packsFor(process, { handler, defaultCountry: config.defaultCountry })
  const mails = { keyIndex, mailer, tokenKey: config.tokenKey, publicUrl: config.publicUrl }
  const progress = (kind: ProgressKind) => (pack: string, document: string, done: number, total: number) =>
    deps.progress(pack, kind, document, done, total)
  const parts = [
    conversionPart({
      packs: packs('conversion'),
      files,
      intake: deps.intake,
      ...(deps.hold ? { hold: deps.hold } : {}),
      passwords: deps.passwords,
      log: world.log,
      progress: progress('conversion'),
    }),
    requestsPart({ packs: packs('requests'), ...mails, jobs, senderOf: deps.senderOf }),
    notificationsPart({
      packs: packs('notifications'),
      clock: world.clock,
      mailer,
      jobs,
      publicUrl: config.publicUrl,
      makerOf: deps.makerOf,
      administratorOf: deps.administratorOf,
    }),
    sealingPart({
      packs: packs('sealing'),
      files,
      sealer: deps.sealer,
      credential: deps.credential,
      standard: deps.sealStandard,
      publicUrl: config.publicUrl,
      log,
      keys,
      random: world.random,
      clock: world.clock,
      problems: world.log,
      progress: progress('sealing'),
    }),
    finalCopiesPart({
      packs: packs('final-copies'),
      ...mails,
      files,
      makerOf: deps.makerOf,
      maxAttachmentBytes: config.maxAttachmentBytes,
    }),
  ]
  const outside = deps.deletions ?? null
  const deletion = deletionPart({
    keys,
    log,
    files,
    mailer,
    keyIndex,
    jobs,
    outside,
    forgetRows: deps.forgetRows,
    sharersOf: deps.sharersOf,
    people: { ...deps.people, packs: packs('erasure'), handler, keys, files, keyIndex, outside },
    profiles: { ...deps.people, handler, keys, files, outside },
  })
  const { tokenKey, publicUrl } = config
  const invitations = invitationsPart({ handler, links: deps.links, mailer, tokenKey, publicUrl })
  for (const { name, handler: carryOut, settings } of [...parts, deletion, invitations].flatMap(({ queues }) => queues))
    jobs.define(name, carryOut, settings)
  await jobs.start()
  const readers = [
    ...parts.map(({ process }) => packReader({ keys, packs: packs(process.name) }, process)),
    deletion.reader,
    invitations.reader,
  ]
  const { owners, tracing } = deps
  const followers = readers.map((reader) =>
    // Whoever read until now may have been an older program, which passed over what it did not follow yet.
    followLog(
      { log, store, world, ...(owners ? { owners } : {}), tookOver: () => sweeping.again() },
      tracing ? tracedReader(reader, tracing) : reader,
    ),
  )

  const sweeping = sweepAll({
    underWay: deps.underWay,
    sweep: (pack) =>
      sweepPack(
        pack,
        packs('sweep'),
        parts.map(({ process }) => process),
        jobs,
      ),
    world,
  })

  return {
    status: () => followers.map((follower) => follower.status()),
    swept: sweeping.done,
    async stop() {
      await Promise.all([sweeping.stop(), ...followers.map((follower) => follower.stop())])
      await jobs.stop()
    },
  }
}
