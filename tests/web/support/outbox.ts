import { type Kept, NOTHING_KEPT, type Outbox } from '../../../web/live/outbox.ts'

/** An outbox that keeps nothing beyond its page. */
export function noOutbox(over: Partial<Outbox> = {}): Outbox {
  return { inherit: async () => {}, keep: async () => true, inTurn: (task) => task(), close() {}, ...over }
}

/** The storage of one browser, for one person and one pack, with as many pages as open it; it outlives them. */
export function memoryBrowser() {
  const entries = new Map<string, Kept>()
  const living = new Set<string>()
  const lookers = new Map<string, () => void>()
  let turn: Promise<void> = Promise.resolve()
  let made = 0

  function lookAround(): void {
    for (const look of [...lookers.values()]) look()
  }

  return {
    entries,
    /** Everything that any page keeps, the dead included. */
    waiting: () => [...entries.values()].reduce((sum, { changes }) => sum + changes.length, 0),
    page() {
      made += 1
      const mine = `page ${made}`
      let dead = false
      let take: ((kept: Kept) => void) | null = null
      let tellGone = () => {}
      living.add(mine)
      function look(): void {
        for (const name of [...entries.keys()]) {
          if (living.has(name) || dead) continue
          const kept = entries.get(name) ?? NOTHING_KEPT
          entries.delete(name)
          // Taking over and being kept anew is one step here, as it is one transaction in a browser.
          take?.(kept)
        }
      }
      lookers.set(mine, () => tellGone())
      const outbox: Outbox = {
        async inherit(taker, gone) {
          take = taker
          tellGone = gone
          look()
        },
        async keep(kept) {
          if (dead) return false
          if (kept.changes.length === 0) entries.delete(mine)
          else entries.set(mine, structuredClone(kept))
          return true
        },
        inTurn(task) {
          const mineDone = turn.then(async () => {
            if (dead) return
            look()
            await Promise.race([task(), died])
          })
          turn = mineDone.catch(() => undefined)
          return mineDone
        },
        close: () => die(),
      }
      let end = () => {}
      const died = new Promise<void>((resolve) => {
        end = resolve
      })
      function die(): void {
        if (dead) return
        dead = true
        living.delete(mine)
        lookers.delete(mine)
        end()
        lookAround()
      }
      return { outbox, die }
    },
  }
}
