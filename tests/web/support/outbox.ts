import { type Browser, browserOutbox } from '../../../web/live/browser-outbox.ts'
import { type Entries, entryName, sharedName } from '../../../web/live/database.ts'
import { type Kept, NOTHING_EARLIER, type Outbox, type Sent } from '../../../web/live/outbox.ts'
import { lockingPages } from '../../../web/live/pages.ts'

/** An outbox that keeps nothing beyond its page. */
export function noOutbox(over: Partial<Outbox> = {}): Outbox {
  return { inherit: async () => {}, keep: async () => true, inTurn: (task) => task(NOTHING_EARLIER), close() {}, ...over }
}

const [PACK, PRINCIPAL] = ['pack', 'person']

/** The storage and the locks of one browser, for one person and one pack, with as many pages as open it; they outlive them. */
export function memoryBrowser() {
  const entries = new Map<string, Kept>()
  const sent = new Map<string, Sent>()
  const held = new Map<string, object>()
  const queues = new Map<string, { readonly page: { dead: boolean }; take(): void }[]>()
  const channels = new Set<{ readonly page: { dead: boolean }; hear(word: unknown): void }>()
  let made = 0

  /** The name is free: the next in the queue that is still there has it. */
  function pass(name: string, mine: object): void {
    if (held.get(name) !== mine) return
    held.delete(name)
    const queue = queues.get(name) ?? []
    let next = queue.shift()
    while (next?.page.dead) next = queue.shift()
    next?.take()
  }

  /** As one page reaches them: to a dead one nothing answers. */
  function browserOf(page: { dead: boolean; readonly ends: (() => void)[] }): Browser {
    const answer = <A>(make: () => A) =>
      new Promise<A>((resolve) => void Promise.resolve().then(() => (page.dead ? undefined : resolve(make()))))
    const stored: Entries = {
      names: () => answer(() => [...entries.keys(), ...sent.keys()]),
      read: (name) => answer(() => structuredClone(entries.get(name) ?? null)),
      sent: (shared) => answer(() => structuredClone(sent.get(shared) ?? {})),
      write(name, { changes, calls, sent: out }, instead) {
        if (page.dead) return answer(() => undefined)
        for (const old of instead) for (const all of [entries, sent]) all.delete(old)
        if (changes.length === 0) entries.delete(name)
        else entries.set(name, structuredClone({ changes, calls }))
        if (out) sent.set(sharedName(name), structuredClone(out))
        return answer(() => undefined)
      },
    }
    async function request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const work = rest.at(-1) as (lock: object | null) => unknown
      const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
      const mine = { name }
      if (ifAvailable && held.has(name)) return work(null)
      if (held.has(name)) {
        await new Promise<void>((resolve) => {
          const take = () => {
            held.set(name, mine)
            if (signal?.aborted) pass(name, mine)
            else resolve()
          }
          queues.set(name, [...(queues.get(name) ?? []), { page, take }])
        })
      } else held.set(name, mine)
      page.ends.push(() => pass(name, mine))
      if (page.dead) return pass(name, mine)
      try {
        return await work(mine)
      } finally {
        pass(name, mine)
      }
    }
    return {
      entries: stored,
      pages: lockingPages({ request } as unknown as LockManager),
      channel() {
        const mine = { page, hear: (_: unknown) => {} }
        return {
          postMessage: (word) => {
            for (const { page: other, hear } of channels) if (other !== page && !other.dead) hear(word)
          },
          addEventListener(_: string, listener: unknown) {
            mine.hear = (word) => (listener as (event: { data: unknown }) => void)({ data: word })
            channels.add(mine)
          },
          close: () => void channels.delete(mine),
        }
      },
    }
  }

  return {
    /** What pages keep, dead ones included, and what has gone out. */
    entries,
    sent,
    /** Leaves something behind as a page did that is gone. */
    leave: (kept: Kept) => void entries.set(entryName(PACK, PRINCIPAL, 'gone'), kept),
    waiting: () => [...entries.values()].reduce((sum, { changes }) => sum + changes.length, 0),
    page() {
      made += 1
      const page = { dead: false, ends: [] as (() => void)[] }
      const outbox = browserOutbox(PACK, PRINCIPAL, `page${made}`, browserOf(page))
      return {
        outbox,
        /** As when its tab is killed: nothing runs any more, and the browser gives its locks to others. */
        die() {
          if (page.dead) return
          page.dead = true
          for (const end of page.ends.splice(0)) end()
        },
      }
    },
  }
}
