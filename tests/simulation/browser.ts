import type { Browser } from '../../web/live/browser-outbox.ts'
import { type Entries, sharedName } from '../../web/live/database.ts'
import type { Kept, Sent } from '../../web/live/outbox.ts'
import { lockingPages } from '../../web/live/pages.ts'
import type { Host } from './host.ts'
import type { Random } from './random.ts'

/** One person's browser besides its tabs, kept when one of them crashes: its storage and its locks. */
export interface Storage {
  /** As one tab reaches it. */
  from(tab: Host): Browser
}

/** All that pages keep is JSON: it is stored as text, and each reader gets a copy, since a structured clone takes several times as long. */
const readFrom = <A>(texts: ReadonlyMap<string, string>, name: string, none: A): A => {
  const text = texts.get(name)
  return text === undefined ? none : JSON.parse(text)
}

export function storage(chance: Random): Storage {
  const stored = new Map<string, string>()
  const sent = new Map<string, string>()
  const held = new Map<string, object>()
  const queues = new Map<string, { readonly tab: Host; take(): void }[]>()
  const listeners = new Set<{ readonly tab: Host; hear(word: unknown): void }>()
  const soon = () => chance.below(8)

  /** The name is free: the next in the queue that is still there has it. */
  function pass(name: string, mine: object): void {
    if (held.get(name) !== mine) return
    held.delete(name)
    const queue = queues.get(name) ?? []
    let next = queue.shift()
    while (next && !next.tab.alive) next = queue.shift()
    next?.take()
  }

  /** Web Locks, as far as the client uses them. They end with their tab, however it ends. */
  function locksOf(tab: Host): LockManager {
    async function request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const work = rest.at(-1) as (lock: object | null) => unknown
      const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
      const mine = { name }
      if (ifAvailable && held.has(name)) return work(null)
      // It ends with the tab from this moment on, also where that does not know it yet.
      const own = () => {
        held.set(name, mine)
        tab.onEnd(() => pass(name, mine))
      }
      if (held.has(name)) {
        await new Promise<void>((resolve, reject) => {
          const take = () => {
            if (signal?.aborted) return void next()
            own()
            tab.after(soon(), resolve)
          }
          const next = () => {
            held.set(name, mine)
            pass(name, mine)
          }
          if (!queues.has(name)) queues.set(name, [])
          queues.get(name)!.push({ tab, take })
          signal?.addEventListener('abort', () => reject(new Error('no longer wanted')))
        })
      } else own()
      try {
        return await work(mine)
      } finally {
        pass(name, mine)
      }
    }
    return { request } as unknown as LockManager
  }

  /** A write that was asked for is done, even if the tab is gone by then. */
  function entriesOf(tab: Host): Entries {
    const reached = <A>(answer: () => A) => new Promise<A>((resolve) => void tab.after(soon(), () => resolve(answer())))
    return {
      names: () => reached(() => [...stored.keys(), ...sent.keys()]),
      read: (name) => reached(() => readFrom<Kept | null>(stored, name, null)),
      write(name, kept, instead) {
        for (const old of instead) for (const all of [stored, sent]) all.delete(old)
        if (kept.changes.length === 0) stored.delete(name)
        else stored.set(name, JSON.stringify(kept))
        if (kept.sent) sent.set(sharedName(name), JSON.stringify(kept.sent))
        return reached(() => undefined)
      },
      sent: (shared) => reached(() => readFrom<Sent>(sent, shared, {})),
    }
  }

  return {
    from(tab) {
      return {
        entries: entriesOf(tab),
        pages: lockingPages(locksOf(tab)),
        channel() {
          const mine = { tab, hear: (_: unknown) => {} }
          return {
            postMessage(word) {
              for (const { tab: other, hear } of listeners) if (other !== tab) other.after(soon(), () => hear(word))
            },
            addEventListener(_: string, listener: unknown) {
              mine.hear = (word) => (listener as (event: { data: unknown }) => void)({ data: word })
              listeners.add(mine)
            },
            close: () => void listeners.delete(mine),
          }
        },
      }
    },
  }
}
