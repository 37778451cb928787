import { APPLICATION_LIMITS, createAccounts, createApplications, createMembers, definePasswordMails, LOGIN_LIMITS } from '#command-api'
import { AGGREGATES, aggregateNameOf, sharedIn, withoutSecrets } from '#domain/aggregates'
import { commandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import { postgresKeyIndex } from '#platform/key-index'
import { createMetrics } from '#platform/metrics'
import { commonPasswords, knownDevices, oneTimeLinks, passwords, sessions, throttle } from '#platform/sessions'
import { postgresSharedLeaves, rememberedLeaves, sharingLog } from '#platform/shared-leaves'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { openTracing } from '#platform/tracing'
import { openEventLog } from './event-log.ts'
import type { Foundation } from './foundation.ts'
import { openSnapshots } from './snapshots.ts'
import { VERSION } from './version.ts'
import type { Waiting } from './waiting.ts'

const COMMON_PASSWORDS = new URL('../assets/common-passwords/list.txt', import.meta.url)

export type Core = Awaited<ReturnType<typeof openCore>>

/**
 * So many turns of the event loop a look at the log's end waits for what comes at the same moment: what the sockets hold
 * already, and those who were answered together and ask again. More of them serve hardly anybody more.
 */
const GATHERED_TURNS = 3
async function gathered(): Promise<void> {
  for (let turn = 0; turn < GATHERED_TURNS; turn++) await new Promise<void>((done) => setImmediate(done))
}

/** What every role stands on: the log and its keys, the handler of commands, who people are; watched where somebody watches. */
export async function openCore(foundation: Foundation, waiting: Waiting) {
  const { configuration, world, pool, secrets, mailer, onClose } = foundation
  const { tokenKey } = secrets
  const metrics = createMetrics({ ofProcess: configuration.status !== null, kinds: Object.keys(AGGREGATES), kindOf: aggregateNameOf })
  const { traces, roles } = configuration
  const tracing = await openTracing(
    traces === null ? null : { url: traces, roles: roles.join(' '), version: VERSION, clock: world.clock, shown: withoutSecrets },
  )
  onClose(() => tracing.close())
  const jobs = tracing.jobs(metrics.jobs(foundation.jobs))
  const subjectKeys = postgresSubjectKeys({ pool, masterKey: secrets.masterKey, random: world.random, timers: world.timers })
  onClose(() => subjectKeys.close())
  const storedLeaves = postgresSharedLeaves({ pool, key: secrets.sharedLeafKey, random: world.random })
  const sharedLeaves = rememberedLeaves(storedLeaves, subjectKeys)
  const stored = await openEventLog(foundation, waiting)
  const observed = (log: EventLog) => tracing.log(metrics.log(log))
  const eventLog = observed(sharingLog(stored, { leaves: sharedLeaves, pathsIn: sharedIn }))
  onClose(() => eventLog.close())
  const keyIndex = postgresKeyIndex({ pool })
  const snapshots = await openSnapshots(foundation, subjectKeys, waiting)
  const handler = tracing.handler(metrics.handler(commandHandler({ log: eventLog, keys: subjectKeys, world, snapshots, gathered })))

  const links = oneTimeLinks({ pool, world })
  const sessionStore = sessions({ pool, world })
  const devices = knownDevices({ pool, world, key: tokenKey })
  await waiting.until('database', sessionStore.sweep)
  await waiting.until('database', devices.sweep)
  const passwordStore = passwords({ pool, world })
  const parts = {
    handler,
    sessions: sessionStore,
    passwords: passwordStore,
    links,
    throttle: throttle({ pool, world, limits: { ...LOGIN_LIMITS, ...APPLICATION_LIMITS } }),
    devices,
    passwordRules: { least: configuration.passwordMin, isCommon: commonPasswords(COMMON_PASSWORDS) },
    noteLogIn: metrics.logIn,
    jobs,
    world,
    tokenKey,
    withExample: configuration.example,
  }
  const accounts = createAccounts(parts)
  const members = createMembers(parts)
  const applications = createApplications({ ...parts, keyIndex, membershipsOf: accounts.membershipsOf })
  definePasswordMails(jobs, { handler, links, mailer, tokenKey, publicUrl: configuration.publicUrl })
  return {
    metrics,
    /** Null where nobody takes traces. */
    tracing: traces === null ? null : tracing,
    jobs,
    eventLog,
    /** Never from memory: for checks of whether what is stored was changed. */
    logAsStored: observed(sharingLog(stored, { leaves: storedLeaves, pathsIn: sharedIn })),
    subjectKeys,
    sharedLeaves,
    snapshots,
    keyIndex,
    handler,
    links,
    sessions: sessionStore,
    passwords: passwordStore,
    accounts,
    members,
    applications,
  }
}
