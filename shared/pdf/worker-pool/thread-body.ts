import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { MakeBody } from './body.ts'
import { environment } from './environment.ts'
import { END, type Reply, type Up } from './protocol.ts'

const MB = 1024 * 1024
/** Before a thread that was asked to go is ended: long enough to be through with whatever Node cannot be stopped in. */
const GRACE_MS = 500
/**
 * How many times its bound a thread's heap may reach before V8 steps in, which at the wrong moment ends the whole program:
 * by then the thread's watcher has ended it.
 */
const ROOM = 4
/** What V8 keeps for new objects, full or not, where it chooses by itself grows to twice as much. */
const YOUNG_MB = 48

// Where threads compile what WebAssembly calls of JavaScript, and let go of it, in the same moment, V8 13 loses count of it and ends the
// whole program (`Check failed: jit_page_->allocations_.erase`, nodejs/node#64500). So none is compiled: calls stay the general ones.
setFlagsFromString(`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`)

/** A thread starts fast and shares no more than this process's fate. */
export const threadBody: MakeBody = (memoryMb, { onUp, onReply, onGone }, timers) => {
  // Seen by the thread also while it is busy.
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: ['--no-warnings'],
    env: environment(),
    workerData: { asked: asked.buffer },
    // What libraries print about a file is nobody's business.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: ROOM * memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  worker.on('message', (reply: Reply | Up) => (reply.kind === 'up' ? onUp() : onReply(reply)))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    onGone(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'ended', `the thread ended with ${error.code ?? error.name}`),
  )
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  void gone.then(() => onGone('ended', 'the thread ended'))
  return {
    post: (request, transfer = []) => worker.postMessage(request, [...transfer]),
    hold: (held) => (held ? worker.ref() : worker.unref()),
    // Buffers too, where PDF data lives.
    async usedMb() {
      const heap = await worker.getHeapStatistics().catch(() => null)
      return heap && (heap.used_heap_size + heap.external_memory) / MB
    },
    async end() {
      Atomics.store(asked, 0, 1)
      // Waited for: nothing of it is left once this is done.
      worker.ref()
      worker.postMessage(END)
      const cancel = timers.after(GRACE_MS, () => void worker.terminate())
      await gone
      cancel()
    },
  }
}
