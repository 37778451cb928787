import { sharedIn } from '#domain/aggregates'
import type { StoredEvent } from '#domain/kernel'
import type { EventLog } from '#platform/event-log'
import { memoryEventLog, OutcomeUnknown } from '#platform/event-log'
import { memoryKeyIndex } from '#platform/key-index'
import { memorySharedLeaves, type SharedLeaves, sharingLog } from '#platform/shared-leaves'
import { memorySnapshots, type Snapshots } from '#platform/snapshots'
import { memorySubjectKeys, type SubjectKeys } from '#platform/subject-keys'
import type { DeletionLine } from '#processes/deletion'
import { type FileStore, fileStore } from './file-store.ts'
import { createHost, type Host } from './host.ts'
import { type JobTable, jobTable } from './job-table.ts'
import { type KeyCopies, keyCopies } from './key-copies.ts'
import { buildLoginModel, type LoginModel } from './login-model.ts'
import { line } from './network.ts'
import { type PostOffice, postOffice } from './post-office.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import { type Database, database } from './tables.ts'

/** What outlives every process: the log, the stores, the mail server. What befalls them is set here. */
export interface Environment {
  readonly scheduler: Scheduler
  readonly chance: Random
  readonly log: EventLog
  readonly keys: SubjectKeys
  /** The same, with those that were destroyed: to look into what nobody can read any more. */
  readonly keysAsMade: SubjectKeys
  readonly keyDestroyedAt: KeyCopies['destroyedAt']
  readonly snapshots: Snapshots
  readonly keyIndex: ReturnType<typeof memoryKeyIndex>
  readonly sharedLeaves: SharedLeaves
  readonly jobs: JobTable
  readonly positions: Map<string, string>
  readonly files: FileStore
  readonly post: PostOffice
  readonly database: Database
  /** What is written outside of the database when something is deleted. */
  readonly deletions: DeletionLine[]
  readonly door: LoginModel
  /** When each event was stored, by its id: what the log itself does not tell. */
  readonly storedAt: ReadonlyMap<string, number>
  readonly stored: readonly { readonly at: number; readonly stream: string; readonly event: StoredEvent }[]
  /** From when to when timers may ring late for long: some server's clock was wrong, or lines were bad. */
  readonly hampered: { readonly from: number; readonly to: number }[]
  /** Workspaces that have what is in their trash deleted. */
  readonly keeping: Set<string>
  /** Rows of recipient lists, by list. */
  readonly recipients: Map<string, readonly (readonly string[])[]>
  /** Hears of it when a server begins to look through one of them. */
  readonly lookers: Set<(workspace: string) => void>
  /** Hears of every append as it is stored, before anybody else can. */
  onStored: ((stream: string, events: readonly StoredEvent[]) => void) | null
  readonly weather: { badness: number; logAway: boolean; authorityAway: boolean }
  /** A port as one machine reaches it. */
  lineTo<P extends object>(machine: Host, port: P, name: string, methods: readonly (keyof P & string)[]): P
  /** The log as one machine reaches it, its subscriptions too. */
  logOn(machine: Host): EventLog
}

const TURNS: ReadonlySet<string> = new Set(['SignaturesRequested', 'SignatoryCompleted', 'SignatoryRejected', 'RevertedToSetup'])

class LineBroken extends Error {
  readonly code = 'ECONNRESET'
  readonly syscall = 'read'
  constructor(what: string) {
    super(`no answer from ${what}`)
    this.name = 'LineBroken'
  }
}

export function buildEnvironment(scheduler: Scheduler, chance: Random): Environment {
  const { world } = createHost('house', scheduler, chance.of('house'))
  const storedAt = new Map<string, number>()
  const stored: { at: number; stream: string; event: StoredEvent }[] = []
  const sharedLeaves = memorySharedLeaves()
  const bare = sharingLog(memoryEventLog(world), { leaves: sharedLeaves, pathsIn: sharedIn })
  const log: EventLog = {
    ...bare,
    async append(stream, expected, events) {
      const appended = await bare.append(stream, expected, events)
      const fresh = events.filter(({ id }) => !storedAt.has(id))
      for (const event of fresh) {
        storedAt.set(event.id, scheduler.now())
        stored.push({ at: scheduler.now(), stream, event })
      }
      if (fresh.length > 0) house.onStored?.(stream, fresh)
      return appended
    },
  }
  const weather = { badness: 0, logAway: false, authorityAway: false }
  const lines = chance.of('lines')

  function lineTo<P extends object>(machine: Host, port: P, name: string, methods: readonly (keyof P & string)[]): P {
    return line(port, methods, {
      machine,
      scheduler,
      chance: lines,
      badness: () => weather.badness,
      away: () => name === 'log' && weather.logAway,
      broken: (method, given) =>
        name === 'log' && method === 'append' ? new OutcomeUnknown(String(given[0]), new LineBroken(name)) : new LineBroken(name),
    })
  }

  const { keys, asMade, destroyedAt } = keyCopies(memorySubjectKeys(world), scheduler.now)
  const erased = new Set<string>()
  keys.onDestroyed((stream) => void (stream && erased.add(stream)))
  const house: Environment = {
    scheduler,
    chance,
    log,
    keys,
    keysAsMade: asMade,
    keyDestroyedAt: destroyedAt,
    snapshots: memorySnapshots(keys),
    keyIndex: memoryKeyIndex(),
    sharedLeaves,
    jobs: jobTable(scheduler),
    positions: new Map(),
    files: fileStore(),
    post: postOffice(scheduler.now),
    database: database(scheduler, erased),
    deletions: [],
    door: buildLoginModel(),
    hampered: [],
    keeping: new Set(),
    recipients: new Map(),
    lookers: new Set(),
    storedAt,
    stored,
    onStored: null,
    weather,
    lineTo,
    logOn(machine) {
      // Each event and the checkpoint after it reach a machine after a while, and a dead one never.
      const arrives = () => new Promise<void>((resolve) => void machine.after(lines.below(8), resolve))
      const own: EventLog = {
        ...log,
        async append(stream, expected, events) {
          const appended = await log.append(stream, expected, events)
          machine.isDoing('append')
          if (events.some(({ type }) => TURNS.has(type))) machine.isDoing('turn')
          return appended
        },
      }
      return {
        ...lineTo(machine, own, 'log', ['append', 'read', 'readAll', 'remove', 'removeUnborn', 'head', 'grownSince']),
        subscribe(options) {
          let delivered = 0
          return log.subscribe({
            ...options,
            async onEvent(logged) {
              delivered += 1
              await arrives()
              await options.onEvent(logged)
            },
            onCheckpoint(position) {
              // That nothing came for it, it learns as soon as it can: most notices to a follower say so.
              if (delivered === 0 && machine.awake) return options.onCheckpoint?.(position)
              delivered = 0
              return arrives().then(() => options.onCheckpoint?.(position))
            },
          })
        },
      }
    },
  }
  return house
}
