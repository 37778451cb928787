import { SAVE_MS } from './timings.ts'

/** Saves the text that was typed last: after a pause, or at once. One save follows the other. */
export function saverOf(save: (text: string) => Promise<unknown>) {
  let waiting: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let before: Promise<unknown> = Promise.resolve()
  const flush = () => {
    clearTimeout(timer)
    const text = waiting
    waiting = null
    if (text !== null) before = before.then(() => save(text))
  }
  return {
    flush,
    save(text: string, when: keyof typeof SAVE_MS = 'later') {
      clearTimeout(timer)
      waiting = text
      timer = setTimeout(flush, SAVE_MS[when])
    },
  }
}

/** Asks every 5 s until there is something. Returns the way out. */
export function pollUntil(isThere: () => boolean, ask: () => void, everyMs: number): () => void {
  const timer = setInterval(() => (isThere() ? clearInterval(timer) : ask()), everyMs)
  return () => clearInterval(timer)
}
