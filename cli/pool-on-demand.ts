import type { WorkerPool } from '#pdf/worker-pool'

/** A pool whose threads or processes start when there is something for them to do. */
export function poolOnDemand(open: () => WorkerPool): WorkerPool {
  let opened: WorkerPool | null = null
  let closed = false
  const pool = () => {
    opened ??= open()
    if (closed) void opened.close()
    return opened
  }
  return {
    run: (job, payload, options) => pool().run(job, payload, options),
    warm: (job, payload) => pool().warm(job, payload),
    async close() {
      closed = true
      await opened?.close()
    },
  }
}
