import { Worker } from 'node:worker_threads'
import type { MakeBody } from './body.ts'
import type { Reply } from './protocol.ts'

const MB = 1024 * 1024

/** A thread starts fast and shares no more than this process's fate. */
export const threadBody: MakeBody = (memoryMb, { onReply, onGone }) => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: ['--no-warnings'],
    env: {},
    // What libraries print about a file is nobody's business.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  worker.on('message', (reply: Reply) => onReply(reply))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    onGone(error.code === 'ERR_WORKER_OUT_OF_MEMORY', `the thread ended with ${error.code ?? error.name}`),
  )
  worker.on('exit', () => onGone(false, 'the thread ended'))
  return {
    post: (request) => worker.postMessage(request),
    hold: (held) => (held ? worker.ref() : worker.unref()),
    // Node limits the heap by itself, but not buffers, where PDF data lives.
    async usedMb() {
      const heap = await worker.getHeapStatistics().catch(() => null)
      return heap && (heap.used_heap_size + heap.external_memory) / MB
    },
    async end() {
      await worker.terminate()
    },
  }
}
