import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type AllServices, createServer, type Limits, openTopics, type Server, type UploadPasswords } from '#command-api'
import type { WorkerPool } from '#pdf/worker-pool'
import type { Core } from './core.ts'
import { eventLogHealth } from './event-log.ts'
import type { Evidence } from './evidence.ts'
import type { Foundation } from './foundation.ts'
import { foundationHealth } from './health.ts'
import { liveAdapter } from './live-adapter.ts'
import type { ProcessRole } from './process-role.ts'
import type { ProgressBroadcaster } from './progress-broadcaster.ts'
import type { ReadModels } from './read-models.ts'
import type { InstallationSeal } from './seal.ts'
import { VERSION } from './version.ts'
import type { Waiting } from './waiting.ts'

export interface ServicesParts {
  readonly foundation: Foundation
  readonly core: Core
  readonly readModels: ReadModels
  readonly evidence: Evidence
  readonly seal: InstallationSeal
  /** Where files are made and looked at while somebody waits. */
  readonly taken: WorkerPool
  readonly progress: ProgressBroadcaster
  readonly passwords: UploadPasswords
  readonly processRole: ProcessRole | null
  readonly waiting: Waiting
}

const PAGES = fileURLToPath(new URL('../web/dist', import.meta.url))
export const ASSETS = fileURLToPath(new URL('../assets', import.meta.url))

/** What the calls stand on, whether or not this process serves them. */
export async function openServices(parts: ServicesParts): Promise<AllServices> {
  const { foundation, core, readModels, evidence, seal, taken, progress, passwords, processRole, waiting } = parts
  const { configuration, world, pool, files, spool, mailer, onClose } = foundation
  const { eventLog } = core
  const live = configuration.roles.includes('api') ? liveAdapter(foundation.databaseUrl, world) : null
  if (live) onClose(live.close)
  return openTopics({
    world,
    handler: core.handler,
    eventLog,
    subjectKeys: core.subjectKeys,
    keyIndex: core.keyIndex,
    sharedLeaves: core.sharedLeaves,
    files,
    sessions: core.sessions,
    accounts: core.accounts,
    members: core.members,
    applications: core.applications,
    mailer,
    jobs: core.jobs,
    queries: readModels.queries,
    spool,
    passwords,
    progress: progress.hear,
    evidence,
    sealAnchors: seal.anchors,
    liveAdapter: live?.adapter ?? null,
    health: async () => [
      ...(await foundationHealth(foundation)),
      ...(configuration.eventStoreUrl === null ? [] : [await eventLogHealth(eventLog.head)]),
      ...(processRole ? [...processRole.watch.status(), processRole.sweeps.retention.status(), processRole.webhooks.status()] : []),
      ...(readModels.running?.status() ?? []).map(({ name, state }) => ({
        name: `projection ${name}`,
        ok: state !== 'stopped',
        words: state,
      })),
      ...(processRole?.processes.status() ?? []).map(({ name, state, problem }) => ({
        name: `process ${name}`,
        ok: state !== 'troubled',
        words: problem === null ? state : `${state}: ${problem}; it tries again`,
      })),
    ],
    healthToken: foundation.secrets.healthToken,
    webhookKey: foundation.secrets.webhookKey,
    config: {
      publicUrl: configuration.publicUrl,
      defaultCountry: configuration.defaultCountry,
      maxUploadBytes: configuration.uploads.maxBytes,
      keepDeleted: configuration.keepDeleted,
      termsUrl: configuration.termsUrl,
      formUrl: configuration.formUrl,
      pricingUrl: configuration.pricingUrl,
      hashRedirects: configuration.hashRedirects,
      passwordMin: configuration.passwordMin,
      workspaceDescriptor: configuration.workspaceDescriptor,
      webhookNetworks: configuration.webhookNetworks,
      version: VERSION,
    },
    pool,
    threads: taken,
    separateWorker: (limits) => foundation.workers({ size: 1, apart: true, ...(limits ? { limits } : {}) }),
    untilDone: (step) => waiting.until('database', step),
    onClose,
  })
}

/** The role `api`: calls, pages and the live gateway. It does not listen yet. */
export async function makeServer(
  { configuration, secrets, onClose }: Foundation,
  { tracing }: Core,
  services: AllServices,
  limits: Partial<Limits> | undefined,
): Promise<Server> {
  const server = await createServer({
    services,
    crossSiteKey: secrets.crossSiteKey,
    pages: { dist: existsSync(PAGES) ? PAGES : null, assets: ASSETS, reportsTo: configuration.errorsTo },
    trustedProxies: configuration.trustedProxies,
    ...(limits ? { limits } : {}),
    ...(tracing ? { tracing } : {}),
  })
  onClose(() => server.close())
  return server
}
