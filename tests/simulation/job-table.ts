import type { Json } from '#domain/kernel'
import {
  type EffectState,
  type Handler,
  isFailureReported,
  isOfPack,
  type Jobs,
  mayRunAgain,
  type QueueSettings,
  retryDelay,
} from '#platform/jobs'
import { EPOCH, type Host } from './host.ts'
import type { Scheduler } from './scheduler.ts'

interface Row {
  readonly queue: string
  data: Json
  state: EffectState
  attempts: number
  failures: number
  error: string | null
  notBefore: number
  /** Its runner, by claim. */
  claim: { readonly machine: Host; readonly number: number } | null
}

/** The table of jobs that all machines share: it outlives each of them, and takes back what the dead had begun. */
export interface JobTable {
  readonly rows: ReadonlyMap<string, Row>
  /** The table as one machine sees it. */
  openOn(machine: Host): Jobs
}

/** A worker that shows no sign of life for so long has lost what it runs, though it may only be slow. */
const LEASE_MS = 15_000

export function jobTable(scheduler: Scheduler): JobTable {
  const rows = new Map<string, Row>()
  const workers = new Set<() => void>()
  let claims = 0
  const bell = () => {
    for (const look of workers) look()
  }
  const add = (key: string, queue: string, data: Json, notBefore: number) => {
    rows.set(key, { queue, data, state: 'waiting', attempts: 0, failures: 0, error: null, notBefore, claim: null })
    scheduler.after(Math.max(1, notBefore - scheduler.now()), bell)
  }

  function openOn(machine: Host): Jobs {
    const definitions = new Map<string, { readonly handler: Handler; readonly settings: QueueSettings }>()
    const busy = new Map<string, number>()
    let open = false

    const look = () => {
      if (!open || !machine.alive) return void workers.delete(look)
      for (const [key, row] of rows) {
        const definition = definitions.get(row.queue)
        if (!definition || row.state !== 'waiting' || row.notBefore > scheduler.now()) continue
        if ((busy.get(row.queue) ?? 0) < definition.settings.concurrency) void run(key, row, definition)
      }
    }

    async function run(key: string, row: Row, { handler, settings }: { handler: Handler; settings: QueueSettings }): Promise<void> {
      const claim = { machine, number: ++claims }
      row.state = 'running'
      row.claim = claim
      row.attempts += 1
      busy.set(row.queue, (busy.get(row.queue) ?? 0) + 1)
      watch(row, claim.number)
      const last = row.failures >= settings.retries
      const failure = await handler(row.data, { key, attempt: row.attempts, last, signal: new AbortController().signal }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.name : typeof error),
      )
      busy.set(row.queue, (busy.get(row.queue) ?? 1) - 1)
      // Somebody else has it by now: this outcome is nobody's.
      if (row.claim?.number !== claim.number || row.state !== 'running') return look()
      row.error = failure
      if (failure === null) row.state = 'done'
      else if (last && (await isFailureReported(settings, row.data, key))) {
        if (row.claim?.number === claim.number) row.state = 'failed'
      } else if (row.claim?.number === claim.number) {
        row.failures += 1
        row.state = 'waiting'
        row.notBefore = scheduler.now() + retryDelay(settings, row.failures, machine.world.random.fraction())
        scheduler.after(row.notBefore - scheduler.now(), bell)
      }
      look()
    }

    /** Takes the job back from a worker that is dead, or that has stood still for a whole lease. */
    function watch(row: Row, number: number): void {
      let heartbeat = scheduler.now()
      const beat = () => {
        heartbeat = scheduler.now()
      }
      const patrol = () => {
        if (row.state !== 'running' || row.claim?.number !== number) return
        machine.after(0, beat)
        if (scheduler.now() - heartbeat <= LEASE_MS) return void scheduler.after(LEASE_MS / 3, patrol)
        row.state = 'waiting'
        row.claim = null
        bell()
      }
      scheduler.after(LEASE_MS / 3, patrol)
    }

    return {
      define: (queue, handler, settings) => void definitions.set(queue, { handler, settings }),
      async start() {
        open = true
        workers.add(look)
        machine.after(1, look)
      },
      async send(queue, data, { key, notBefore }) {
        if (rows.has(key)) return false
        add(key, queue, data, notBefore === undefined ? 0 : notBefore - EPOCH)
        return true
      },
      async find(key) {
        const row = rows.get(key)
        return row ? { key, queue: row.queue, state: row.state, attempts: row.attempts, error: row.error } : null
      },
      async retry(key, data) {
        const row = rows.get(key)
        if (!row || !mayRunAgain(row.state, data)) return false
        Object.assign(row, { state: 'waiting', failures: 0, error: null, notBefore: 0, data: data ?? row.data })
        scheduler.after(1, bell)
        return true
      },
      async removeOf(pack, { but }) {
        for (const [key, row] of rows)
          if (key !== but && isOfPack(row.data, pack)) Object.assign(row, { data: null, state: 'done', error: null, claim: null })
      },
      async stop() {
        open = false
        workers.delete(look)
      },
    }
  }
  return { rows, openOn }
}
