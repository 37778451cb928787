import { cpus } from 'node:os'
import { handedOverIn, people } from '#command-api'
import type { Intake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { createWorkerPool } from '#pdf/worker-pool'
import { imagesOfPack, packsSharing } from '#platform/files'
import { keepTurn } from '#platform/ownership'
import { dropDownloadsOf } from '#platform/temp-downloads'
import { postgresProcessStore, startProcesses } from '#processes'
import { type FilePasswords, holdOnDisk } from '#processes/conversion'
import { deletionsFile, repeatDeletions } from '#processes/deletion'
import { startInPersonLinkRevocation } from '#processes/in-person-link-revocation'
import { startRetention } from '#processes/retention'
import { startUnusedUploads } from '#processes/unused-uploads'
import { packsListed, packsUnderWay, retentionCandidates, workspacesWithPacks } from '#projections/list'
import type { Core } from './core.ts'
import { outsidePaths } from './data-folder.ts'
import type { Evidence } from './evidence.ts'
import type { Foundation } from './foundation.ts'
import type { ProgressBroadcaster } from './progress-broadcaster.ts'
import type { ReadModels } from './read-models.ts'
import type { InstallationSeal } from './seal.ts'
import type { Waiting } from './waiting.ts'

export interface ProcessRoleParts {
  readonly foundation: Foundation
  readonly core: Core
  readonly readModels: ReadModels
  readonly evidence: Evidence
  readonly seal: InstallationSeal
  readonly intake: Intake
  readonly progress: ProgressBroadcaster
  readonly filePasswords: FilePasswords
  readonly waiting: Waiting
}
export type ProcessRole = Awaited<ReturnType<typeof startProcessRole>>

/** Threads that seal: each keeps its libraries warm. */
const MOST_SEALING = 4
const RETENTION_EVERY_MS = 3_600_000
/** The question costs nothing while no device is lent. */
const TAKING_BACK_EVERY_MS = 2_000
const UNUSED_UPLOADS_EVERY_MS = 3_600_000

/** The role `processes`: what goes on by itself. One owner each, among however many processes have the role. */
export async function startProcessRole({
  foundation,
  core,
  readModels,
  evidence,
  seal,
  intake,
  progress,
  filePasswords,
  waiting,
}: ProcessRoleParts) {
  const { configuration, dataDir, world, pool, secrets, files, spool, owners, mailer, onClose } = foundation
  const {
    jobs,
    eventLog,
    subjectKeys,
    snapshots,
    keyIndex,
    handler,
    links,
    sessions,
    passwords,
    accounts,
    members,
    applications,
    tracing,
  } = core
  const { publicUrl, defaultCountry } = configuration
  const turnOf = (name: string) => {
    const turn = keepTurn(owners, name)
    onClose(() => turn.close())
    return turn
  }
  const watch = evidence.start(turnOf)

  async function userOf(user: string) {
    const profile = await accounts.profileOf(user)
    return profile && { name: profile.fullName, email: profile.email }
  }
  async function belongs(user: string, workspace: string) {
    return (await accounts.membershipsOf(user)).some((one) => one.workspace === workspace)
  }
  async function rewriteRows(stream: string) {
    await snapshots.forget(stream)
    await readModels.rewriteRows(stream)
  }
  const retention = startRetention({
    handler,
    mailer,
    world,
    workspaces: () => workspacesWithPacks(pool),
    candidates: (question) => retentionCandidates(pool, question),
    userOf,
    publicUrl,
    everyMs: RETENTION_EVERY_MS,
    turn: turnOf('retention'),
  })
  onClose(() => retention.stop())
  const takingBack = startInPersonLinkRevocation({
    handler,
    world,
    defaultCountry,
    async handed() {
      const open = await sessions.toSettle()
      return open.flatMap(({ session, over }) => {
        const handed = handedOverIn(session)
        return handed ? [{ ...handed, over }] : []
      })
    },
    belongs,
    settled: sessions.settled,
    everyMs: TAKING_BACK_EVERY_MS,
    turn: turnOf('taking-back'),
  })
  onClose(() => takingBack.stop())
  const unusedUploads = startUnusedUploads({
    unused: files.unused,
    handler,
    world,
    everyMs: UNUSED_UPLOADS_EVERY_MS,
    turn: turnOf('unused-uploads'),
  })
  onClose(() => unusedUploads.stop())

  // One for each core: packs that are finished at the same moment wait for each other no longer than they must. Only the first is kept
  // warm: each takes some hundred megabytes.
  const sealing = createWorkerPool({ size: Math.min(MOST_SEALING, cpus().length), ready: 1, timers: world.timers })
  onClose(() => sealing.close())
  const sealer = createSealer(sealing)
  void sealer.warm()
  const deletions = deletionsFile(outsidePaths(configuration, dataDir).deletions)
  const processes = await startProcesses({
    world,
    log: eventLog,
    keys: subjectKeys,
    handler,
    keyIndex,
    files,
    jobs: { ...jobs, start: () => waiting.until('database', jobs.start) },
    store: postgresProcessStore({ pool, jobs, log: eventLog }),
    owners,
    ...(tracing ? { tracing } : {}),
    mailer,
    links,
    intake,
    hold: holdOnDisk(spool),
    passwords: filePasswords,
    sealer,
    credential: async (chosen) => seal.credential(chosen, world.clock.now()),
    sealStandard: seal.standard,
    async forgetRows(stream) {
      await evidence.store.forget(stream)
      await rewriteRows(stream)
    },
    people: {
      mailer,
      sessions,
      passwords,
      links,
      imagesOf: (pack) => imagesOfPack(pool, pack),
      dropDownloads: (pack) => dropDownloadsOf(pool, files, pack),
      releaseAddress: accounts.releaseAddress,
      rewriteRows,
    },
    deletions,
    async sharersOf(pack) {
      const sharers = await packsSharing(pool, pack)
      const listed = await packsListed(pool, [...new Set(sharers.map((sharer) => sharer.pack))])
      return sharers.map((sharer) => ({ ...sharer, listed: listed.has(sharer.pack) }))
    },
    underWay: () => packsUnderWay(pool),
    senderOf: people(accounts, members, applications).senderOf,
    makerOf: async (user, workspace) => ((await belongs(user, workspace)) ? userOf(user) : null),
    async administratorOf(workspace) {
      const longest = (await members.list(workspace)).find(({ isAdmin, email }) => isAdmin && email !== '')
      return longest ? { name: longest.fullName, email: longest.email } : null
    },
    progress: (pack, kind, child, done, total) => progress.tell({ pack, kind, child, done, total }),
    config: { publicUrl, defaultCountry, maxAttachmentBytes: configuration.mail.maxAttachmentBytes, tokenKey: secrets.tokenKey },
  })
  onClose(() => processes.stop())
  const repeated = await waiting.until('database', () => repeatDeletions({ handler, keys: subjectKeys, outside: deletions }))
  if (repeated > 0) world.log.warn({ count: repeated }, 'deletions that a restore had taken back are carried out again')
  return { watch, retention, unusedUploads, processes }
}
