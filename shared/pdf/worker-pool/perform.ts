import { flushCompileCache } from 'node:module'
import type { Reply, Request } from './protocol.ts'
import type { Job } from './types.ts'

const known = new Set<string>()

/** Does what is asked, in the thread or process that this runs in. */
export async function perform(
  { id, job, payload }: Request,
  reply: (message: Reply, transfer?: readonly ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const { default: work } = (await import(job)) as Job<unknown, unknown>
    keepCompiled(job)
    const { value, transfer } = await work(payload, (done, of) => reply({ id, kind: 'progress', done, of }))
    reply({ id, kind: 'done', value }, transfer)
  } catch (error) {
    reply({ id, kind: 'threw', outOfMemory: isOutOfMemory(error), words: whereFrom(error) })
  }
}

/** At once: a process that is killed keeps nothing at its end. */
function keepCompiled(job: string): void {
  if (known.has(job)) return
  known.add(job)
  flushCompileCache()
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|Invalid (string|array|typed array) (buffer )?length/i.test(error.message)
}

/** The kind of error and the function it came from. Its message may quote the file, and must not reach a log. */
function whereFrom(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is not an error was thrown'
  const frame = /\n\s+at (?:async )?([\w$.<>]+)/.exec(error.stack ?? '')?.[1]
  return frame ? `${error.name} in ${frame}` : error.name
}
