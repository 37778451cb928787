import type { Fact } from '#domain/kernel'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Jobs } from '#platform/jobs'
import { keepTurn, type Owners } from '#platform/ownership'
import type { World } from '#platform/ports'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Tracing } from '#platform/tracing'
import {
  type DeclaredProcess,
  type DeclaredSweep,
  followLog,
  type NeedsOf,
  type OpenStreams,
  type Process,
  type ProcessStatus,
  type ProcessStore,
  type RegularSweep,
  sweepAll,
  sweepStream,
  tracedReader,
} from '#processes/engine'
import { PROCESSES, SWEEPS } from './declared.ts'

export interface EngineDeps {
  readonly world: World
  readonly log: EventLog
  readonly keys: SubjectKeys
  readonly handler: CommandHandler
  /** Not started yet: this starts it, once all queues are defined. */
  readonly jobs: Jobs
  readonly store: ProcessStore
  /** Left out where no other process runs these. */
  readonly owners?: Owners
  /** Null, or left out, where nobody takes traces. */
  readonly tracing?: Pick<Tracing, 'about'> | null
}

export type ProcessesDeps = EngineDeps & NeedsOf<typeof PROCESSES>

export interface Processes {
  status(): readonly ProcessStatus[]
  /** Resolves when the work left open at the last stop has been taken up, or could not be for long. */
  readonly swept: Promise<void>
  stop(): Promise<void>
}

export const startProcesses = (deps: ProcessesDeps): Promise<Processes> => startAll(PROCESSES, deps)

/**
 * Starts processes. Each follows the log from where it stood, asks for what follows from the events under keys that never
 * change, and carries it out in queues that survive a crash at any step.
 */
export async function startAll<Needs>(processes: readonly DeclaredProcess<Needs>[], deps: EngineDeps & Needs): Promise<Processes> {
  const { world, log, keys, handler, jobs, store, owners, tracing } = deps
  for (const { name, handler: carryOut, settings } of processes.flatMap(({ queues }) => queues(deps))) jobs.define(name, carryOut, settings)
  await jobs.start()
  const sweepAgain = () => {
    for (const sweep of sweeps) sweep.again()
  }
  const followers = processes.map(({ reader: readerOf }) => {
    const reader = readerOf({ keys, handler })
    return followLog(
      // The process that read until now may have run an older program, which passed over what it did not follow yet.
      { log, store, world, ...(owners ? { owners } : {}), tookOver: sweepAgain },
      tracing ? tracedReader(reader, tracing) : reader,
    )
  })

  const swept = new Map<OpenStreams<Needs>, [Process<unknown, Fact>, ...Process<unknown, Fact>[]]>()
  for (const { sweep } of processes) {
    if (!sweep) continue
    const together = swept.get(sweep.open)
    if (together) together.push(sweep.process)
    else swept.set(sweep.open, [sweep.process])
  }
  const sweeps = [...swept].map(([open, together]) =>
    sweepAll({ underWay: () => open.keys(deps), sweep: (key) => sweepStream(key, handler, together, jobs), world }),
  )

  return {
    status: () => followers.map((follower) => follower.status()),
    swept: Promise.all(sweeps.map(({ done }) => done)).then(() => undefined),
    async stop() {
      await Promise.all([...sweeps.map((sweep) => sweep.stop()), ...followers.map((follower) => follower.stop())])
      await jobs.stop()
    },
  }
}

type DeclaredSweeps = typeof SWEEPS
export type Sweeps = { readonly [S in keyof DeclaredSweeps]: RegularSweep } & { stop(): Promise<void> }
type SweepNeeds = {
  [S in keyof DeclaredSweeps]: (needs: Parameters<DeclaredSweeps[S]['start']>[0]) => void
}[keyof DeclaredSweeps] extends (needs: infer All) => void
  ? All
  : never

/** Starts all sweeps of this program. One process of all looks, for each. */
export function startSweeps(needs: SweepNeeds & { readonly owners: Owners }): Sweeps {
  const started = Object.entries<DeclaredSweep<SweepNeeds>>(SWEEPS).map(([key, { name, start }]) => {
    const turn = keepTurn(needs.owners, name)
    return { key, turn, sweep: start(needs, turn) }
  })
  const sweeps = Object.fromEntries(started.map(({ key, sweep }) => [key, sweep])) as Omit<Sweeps, 'stop'>
  return {
    ...sweeps,
    async stop() {
      await Promise.all(
        started.map(async ({ sweep, turn }) => {
          await sweep.stop()
          await turn.close()
        }),
      )
    },
  }
}
