import { Worker } from 'node:worker_threads'
import { perform } from './perform.ts'
import type { Reply, Request } from './protocol.ts'

const MB = 1024 * 1024
/** What a task may take, in MB beyond what was held before it; 0 while there is none. */
const bound = new Int32Array(new SharedArrayBuffer(8))

// Ctrl-C in a terminal, or the end of a service, reaches this process too: the one that started it decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))

new Worker(new URL('./memory-watch.ts', import.meta.url), {
  workerData: { bound, parent: process.ppid },
  stdout: true,
  stderr: true,
}).unref()

process.on('message', async (request: Request) => {
  Atomics.store(bound, 1, Math.ceil(process.memoryUsage.rss() / MB) + request.memoryMb)
  Atomics.store(bound, 0, 1)
  await perform(request, (reply: Reply) => {
    const last = reply.kind !== 'progress'
    if (last) Atomics.store(bound, 0, 0)
    process.send!(reply.kind === 'done' ? { ...reply, usedMb: Math.round(process.memoryUsage.rss() / MB) } : reply)
  })
})
