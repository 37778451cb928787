import { workerData } from 'node:worker_threads'

const { bound, parent } = workerData as { readonly bound: Int32Array; readonly parent: number }
const WATCH_MS = 50
const MB = 1024 * 1024
/** Nobody ever writes here: this thread has nothing to do but to wait and look. */
const nothing = new Int32Array(new SharedArrayBuffer(4))

/**
 * Watches a process that does one task after another: ends it at once where a task takes too much, and where its
 * parent is gone. The process itself may be too busy to notice either.
 */
for (;;) {
  Atomics.wait(nothing, 0, 0, WATCH_MS)
  const tooMuch = Atomics.load(bound, 0) === 1 && process.memoryUsage.rss() / MB > Atomics.load(bound, 1)
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  // As V8 itself does where its heap is full: SIGKILL is how others end a process, which says nothing against its task.
  if (tooMuch) process.kill(process.pid, 'SIGABRT')
}
