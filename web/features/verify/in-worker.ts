import CheckWorker from './check.worker.ts?worker&inline'
import type { CheckMessage, CheckOutcome, CheckRequest } from './check-messages.ts'

/** A browser that lets this page start none: one that is set so, or some for a page opened from a folder. */
export class NoWorker extends Error {}

/**
 * Checks a file in a worker, while the page goes on answering. The worker's code stands in the page itself, so that a saved
 * copy has it too, and the worker is under the page's own policy: it can send nothing.
 */
export function checkInWorker(
  asked: CheckRequest,
  { signal, onto }: { signal: AbortSignal; onto: (done: number) => void },
): Promise<CheckOutcome> {
  return new Promise((resolve, reject) => {
    const worker = started()
    if (!worker) return reject(new NoWorker())
    let ready = false
    const end = (settle: () => void) => {
      worker.terminate()
      signal.removeEventListener('abort', cancelled)
      settle()
    }
    const cancelled = () => end(() => reject(signal.reason))
    signal.addEventListener('abort', cancelled)
    worker.addEventListener('error', () => end(() => reject(ready ? new Error('the check broke off') : new NoWorker())))
    worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
      if ('report' in data) end(() => resolve(data))
      else if ('failed' in data) end(() => reject(new Error('the check broke off')))
      else if ('done' in data) onto(data.done)
      else {
        ready = true
        // Transferred, not copied: a large file is in memory once. Only now, or there would be none left to check without a worker.
        worker.postMessage(asked, [asked.bytes.buffer as ArrayBuffer])
      }
    })
  })
}

function started(): Worker | null {
  try {
    return new CheckWorker()
  } catch {
    return null
  }
}
