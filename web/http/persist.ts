import { HttpRefused, isTemporary } from './refused.ts'

/** D-581: a document's fields come with its view, and are asked for as often as this. */
export const MOST_ATTEMPTS = 30
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

export interface Persistent<T> {
  /** @param first later attempts are no news for anybody */
  load(first: boolean): Promise<T>
  loaded(answer: T): void
  /** No answer, or one that may be another in a moment. `again`: it is retried automatically. */
  failed(thrown: unknown, again: boolean): void
  /** The server has said no. */
  refused(thrown: HttpRefused): void
}

/** Loads what a screen begins with, again and again while the server is out of reach or out of order. Returns the way out. */
export function persist<T>({ load, loaded, failed, refused }: Persistent<T>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let attempts = 0

  async function attempt(): Promise<void> {
    clearTimeout(timer)
    attempts += 1
    const mine = attempts
    try {
      const answer = await load(attempts === 1)
      if (over || mine !== attempts) return
      stop()
      loaded(answer)
    } catch (thrown) {
      if (over || mine !== attempts) return
      if (thrown instanceof HttpRefused && !isTemporary(thrown)) {
        stop()
        return refused(thrown)
      }
      const again = attempts < MOST_ATTEMPTS
      failed(thrown, again)
      if (again) timer = setTimeout(() => void attempt(), Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)))
    }
  }
  const back = () => void attempt()
  function stop(): void {
    over = true
    clearTimeout(timer)
    globalThis.removeEventListener?.('online', back)
  }
  globalThis.addEventListener?.('online', back)
  void attempt()
  return stop
}
