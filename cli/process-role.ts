import { cpus } from 'node:os'
import { bulkSendDocuments, bulkSendRows, people } from '#command-api'
import { packOfStream } from '#domain/pack'
import type { Intake } from '#pdf/intake'
import { createSealer } from '#pdf/sealing'
import { imagesOfPack, packsSharing } from '#platform/files'
import { keepTurn } from '#platform/ownership'
import { dropDownloadsOf } from '#platform/temp-downloads'
import { postgresProcessStore, startProcesses, startSweeps } from '#processes'
import { type FilePasswords, holdOnDisk } from '#processes/conversion'
import { deletionsFile, repeatDeletions } from '#processes/deletion'
import { defineDryRuns } from '#processes/dry-runs'
import { postgresDryRuns } from '#projections/dry-runs'
import { packsListed, packsUnderWay } from '#projections/list'
import { postgresRecipientRows } from '#projections/recipient-rows'
import type { Core } from './core.ts'
import { outsidePaths } from './data-folder.ts'
import type { Evidence } from './evidence.ts'
import type { Foundation } from './foundation.ts'
import type { ProgressBroadcaster } from './progress-broadcaster.ts'
import type { ReadModels } from './read-models.ts'
import type { InstallationSeal } from './seal.ts'
import type { Waiting } from './waiting.ts'
import { webhookSender } from './webhook-sender.ts'

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
  const { jobs, eventLog, subjectKeys, snapshots, handler, links, sessions, passwords, accounts, members, applications } = core
  const { publicUrl, defaultCountry } = configuration
  const turnOf = (name: string) => {
    const turn = keepTurn(owners, name)
    onClose(() => turn.close())
    return turn
  }
  const watch = evidence.start(turnOf)
  const webhooks = webhookSender(foundation, core)

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
    const pack = packOfStream(stream)
    if (pack !== null) await webhooks.deliveries.eraseAnswersOf(pack)
  }
  const config = { publicUrl, defaultCountry, maxAttachmentBytes: configuration.mail.maxAttachmentBytes, tokenKey: secrets.tokenKey }
  // Everything that a process or a sweep names as its need is here, if the program has it.
  const recipientRows = postgresRecipientRows({ pool, clock: world.clock, defaultCountry })
  const dryRuns = postgresDryRuns({ pool, clock: world.clock })
  const { queries } = readModels
  const program = { ...foundation, ...core, log: eventLog, keys: subjectKeys, queries, config, recipientRows, dryRuns }
  const sweeps = startSweeps(program)
  onClose(() => sweeps.stop())

  // One for each core: packs that are finished at the same moment wait for each other no longer than they must. Only the first is kept
  // warm: each takes some hundred megabytes.
  const sealer = createSealer(foundation.workers({ size: Math.min(MOST_SEALING, cpus().length), ready: 1 }))
  void sealer.warm()
  defineDryRuns(jobs, {
    handler,
    world,
    defaultCountry,
    dryRuns,
    recipientRows,
    mailer,
  })
  const deletions = deletionsFile(outsidePaths(configuration, dataDir).deletions)
  const processes = await startProcesses({
    ...program,
    jobs: { ...jobs, start: () => waiting.until('database', jobs.start) },
    store: postgresProcessStore({ pool, jobs, log: eventLog }),
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
    async assignToWorkspace(pack, workspace) {
      await files.unused.assign(pack, workspace)
      await mailer.assign(pack, workspace)
    },
    underWay: () => packsUnderWay(pool),
    packsOfOwner: readModels.queries.packsOfOwner,
    async memberOf(user, workspace) {
      const membership = (await accounts.allMembershipsOf(user)).find((one) => one.workspace === workspace)
      return membership ? { as: 'team', user, workspace, isAdmin: membership.isAdmin, permissions: membership.permissions } : null
    },
    bulkSends: {
      rows: bulkSendRows({ handler, rows: recipientRows }),
      documents: bulkSendDocuments({ handler, keyIndex: core.keyIndex, files, sharedLeaves: core.sharedLeaves, defaultCountry }),
      sentBy: {
        awaiting: readModels.queries.awaitingOfBulkSend,
        listed: (packs) => packsListed(pool, packs),
      },
    },
    senderOf: people(accounts, members, applications).senderOf,
    makerOf: async (user, workspace) => ((await belongs(user, workspace)) ? userOf(user) : null),
    async administratorOf(workspace) {
      const longest = (await members.list(workspace)).find(
        ({ isAdmin, email, permissions }) => isAdmin && email !== '' && permissions.has('can_browse'),
      )
      return longest ? { name: longest.fullName, email: longest.email } : null
    },
    progress: (pack, kind, child, done, total) => progress.tell({ pack, kind, child, done, total }),
  })
  onClose(() => processes.stop())
  const repeated = await waiting.until('database', () => repeatDeletions({ handler, keys: subjectKeys, outside: deletions }))
  if (repeated > 0) world.log.warn({ count: repeated }, 'deletions that a restore had undone are carried out again')
  return { watch, sweeps, webhooks, processes }
}
