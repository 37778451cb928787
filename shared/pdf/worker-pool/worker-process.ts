import { Worker } from 'node:worker_threads'
import { perform } from './perform.ts'
import type { Reply, Request, Up } from './protocol.ts'

const MB = 1024 * 1024
/** V8 keeps to the limit alone; its uncollected garbage counts here too, with buffers and WebAssembly. */
const ROOM = 1.5
/** Whether a task is under way, and how many MB the process may hold until its end. */
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
  Atomics.store(bound, 1, Math.ceil(process.memoryUsage.rss() / MB + ROOM * request.memoryMb))
  Atomics.store(bound, 0, 1)
  await perform(request, (reply: Reply) => {
    const last = reply.kind !== 'progress'
    if (last) Atomics.store(bound, 0, 0)
    process.send!(reply.kind === 'done' ? { ...reply, usedMb: Math.round(process.memoryUsage.rss() / MB) } : reply)
  })
})
process.send!({ kind: 'up' } satisfies Up)
