/**
 * The pages that this browser has open, as far as they hold a name. By Web Locks, which end with their page however it
 * ends; where a browser offers none (they need TLS or localhost), pages answer each other's question instead.
 */
export interface Pages {
  /** Holds a name until `over`. */
  hold(name: string): { over(): void }
  /** Runs the task if no living page holds the name; while it runs, no other page runs one for that name. */
  ifGone(name: string, task: () => Promise<void>): Promise<void>
  /** Calls back once the page that holds the name is gone. Returns the way out. */
  whenGone(name: string, then: () => void): () => void
  /** One page at a time. */
  inTurn(name: string, task: () => Promise<void>): Promise<void>
}

/** Another page of the same browser answers within this time, or it is not there. */
const ANSWER_MS = 250

export function browserPages(): Pages {
  return navigator.locks ? lockingPages(navigator.locks) : askingPages()
}

export function lockingPages(locks: LockManager): Pages {
  return {
    hold(name) {
      let over = () => {}
      const held = new Promise<void>((resolve) => {
        over = resolve
      })
      void locks.request(name, () => held).catch(() => undefined)
      return { over }
    },
    async ifGone(name, task) {
      await locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await task()
      })
    },
    whenGone(name, then) {
      const stop = new AbortController()
      void locks.request(name, { signal: stop.signal }, () => undefined).then(then, () => undefined)
      return () => stop.abort()
    },
    async inTurn(name, task) {
      await locks.request(name, task)
    },
  }
}

function askingPages(): Pages {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('paraph-pages')
  const mine = new Set<string>()
  const waiting = new Map<string, Set<() => void>>()
  channel?.addEventListener('message', ({ data }: MessageEvent<{ asks?: string; lives?: string }>) => {
    if (data.asks !== undefined && mine.has(data.asks)) channel.postMessage({ lives: data.asks })
    if (data.lives !== undefined) for (const answered of waiting.get(data.lives) ?? []) answered()
  })
  function lives(name: string): Promise<boolean> {
    if (mine.has(name)) return Promise.resolve(true)
    if (!channel) return Promise.resolve(false)
    return new Promise((resolve) => {
      const asked = waiting.get(name) ?? new Set()
      waiting.set(name, asked)
      const end = (answer: boolean) => {
        clearTimeout(timer)
        asked.delete(yes)
        resolve(answer)
      }
      const yes = () => end(true)
      const timer = setTimeout(() => end(false), ANSWER_MS)
      asked.add(yes)
      channel.postMessage({ asks: name })
    })
  }
  return {
    hold(name) {
      mine.add(name)
      return { over: () => void mine.delete(name) }
    },
    async ifGone(name, task) {
      if (!(await lives(name))) await task()
    },
    // Nothing tells of the end of a page here: what it left is found before the next save, or by the next page.
    whenGone: () => () => undefined,
    inTurn: (_, task) => task(),
  }
}
