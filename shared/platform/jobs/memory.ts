import type { Json } from '#domain/kernel'
import type { World } from '#platform/ports'
import {
  type EffectState,
  type Handler,
  isFailureReported,
  isOfPack,
  type Jobs,
  kindOf,
  mayRunAgain,
  type QueueSettings,
  retryDelay,
} from './port.ts'

interface Kept {
  readonly queue: string
  data: Json
  state: EffectState
  attempts: number
  error: string | null
}

/** Jobs in memory, for simulations and tests. Time passes only by the world's timers. */
export function memoryJobs(world: World): Jobs {
  const definitions = new Map<string, { handler: Handler; settings: QueueSettings }>()
  const kept = new Map<string, Kept>()
  const ready = new Map<string, string[]>()
  const busy = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let started = false

  const enqueue = (queue: string, key: string, delay: number) => {
    if (delay > 0) return void world.timers.after(delay, () => enqueue(queue, key, 0))
    ready.set(queue, [...(ready.get(queue) ?? []), key])
    pump(queue)
  }

  const pump = (queue: string) => {
    const definition = definitions.get(queue)
    if (!started || !definition) return
    while ((busy.get(queue) ?? 0) < definition.settings.concurrency) {
      const key = ready.get(queue)?.shift()
      if (key === undefined) return
      busy.set(queue, (busy.get(queue) ?? 0) + 1)
      const done = run(key, definition.handler, definition.settings).finally(() => {
        running.delete(done)
        busy.set(queue, (busy.get(queue) ?? 1) - 1)
        pump(queue)
      })
      running.add(done)
    }
  }

  const run = async (key: string, handler: Handler, settings: QueueSettings) => {
    const job = kept.get(key)
    if (job?.state !== 'waiting') return
    job.state = 'running'
    job.attempts++
    const last = job.attempts > settings.retries
    try {
      await handler(job.data, { key, attempt: job.attempts, last, signal: new AbortController().signal })
      job.state = 'done'
      job.error = null
    } catch (error) {
      if (job.state !== 'running') return
      job.error = kindOf(error)
      const over = last && (await isFailureReported(settings, job.data, key))
      job.state = over ? 'failed' : 'waiting'
      if (!over) enqueue(job.queue, key, retryDelay(settings, job.attempts, world.random.fraction()))
    }
  }

  return {
    define: (queue, handler, settings) => void definitions.set(queue, { handler, settings }),
    async start() {
      started = true
      for (const queue of definitions.keys()) pump(queue)
    },
    async send(queue, data, { key, notBefore }) {
      if (kept.has(key)) return false
      kept.set(key, { queue, data, state: 'waiting', attempts: 0, error: null })
      // After the sender's own turn, as a real queue would.
      queueMicrotask(() => enqueue(queue, key, notBefore === undefined ? 0 : notBefore - world.clock.now()))
      return true
    },
    async find(key) {
      const job = kept.get(key)
      return job ? { key, queue: job.queue, state: job.state, attempts: job.attempts, error: job.error } : null
    },
    async retry(key, data) {
      const job = kept.get(key)
      if (!job || !mayRunAgain(job.state, data)) return false
      Object.assign(job, { state: 'waiting', attempts: 0, error: null, data: data ?? job.data })
      enqueue(job.queue, key, 0)
      return true
    },
    async removeOf(pack, { but }) {
      for (const [key, job] of kept)
        if (key !== but && isOfPack(job.data, pack)) Object.assign(job, { data: null, state: 'done', error: null })
    },
    async stop() {
      started = false
      await Promise.allSettled(running)
    },
  }
}
