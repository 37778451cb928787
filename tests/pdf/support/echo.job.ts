import { deflateSync } from 'node:zlib'
import type { Answer, Progress } from '#pdf/worker-pool'

export type Order = 'answer' | 'loop' | 'heap' | 'buffers' | 'throw' | 'exit' | 'burst' | 'zlib' | 'grow' | 'kill-itself'

/** What a library may hold on to of every file that it reads. */
const grown: Buffer[] = []

/** A thread that misbehaves on demand. */
export default async (order: Order, onProgress: Progress): Promise<Answer<string>> => {
  onProgress(1, 2)
  const kept: unknown[] = []
  if (order === 'loop') for (;;);
  if (order === 'heap') for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => ({ i })))
  if (order === 'buffers') for (;;) kept.push(new Uint8Array(1_000_000).fill(1), await Promise.resolve(fibonacci(22)))
  if (order === 'throw') throw new TypeError('a secret from the file')
  if (order === 'exit') process.exit(3)
  if (order === 'kill-itself') process.kill(process.pid, 'SIGKILL')
  if (order === 'grow') {
    grown.push(Buffer.alloc(60_000_000, 1))
    return { value: `${process.pid} ${Math.round(process.memoryUsage.rss() / 1_048_576)}` }
  }
  if (order === 'zlib') for (;;) deflateSync('')
  // One piece that is larger than the whole heap: V8 gives up at once, and in a thread the program with it.
  if (order === 'burst') kept.push(new Array(100_000_000).fill(kept))
  return { value: order }
}

/** Keeps a thread busy for a little while. */
function fibonacci(n: number): number {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)
}
