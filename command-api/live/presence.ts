import type { Here } from './presence-seen.ts'

/** Forgotten when nothing was received from them for so long: a crashed tab is gone within ten seconds, looks included. */
const SILENT_MS = 7_000

export interface Presence {
  /** Somebody is here, or still here. Answers whether that tells anything new. */
  here(pack: string, seat: string, here: Here): boolean
  gone(pack: string, seat: string): boolean
  /** Nobody who sits there is here any more. Answers in which packs that changed something. */
  allGone(isGone: (seat: string) => boolean): readonly string[]
  /** A person with several windows open is here once, as last received. */
  of(pack: string): readonly Here[]
  entries(): readonly { readonly pack: string; readonly seat: string; readonly here: Here }[]
  /** Drops those who have gone silently, and answers in which packs. */
  expire(): readonly string[]
}

/** Who looks at which pack, and where. Never an event, never stored. `seat`: one window, wherever it is connected. */
export function presenceOf(now: () => number): Presence {
  const packs = new Map<string, Map<string, { here: Here; seenAt: number }>>()

  function remove(pack: string, goes: (seat: string, seenAt: number) => boolean): boolean {
    const seats = packs.get(pack)
    let changed = false
    for (const [seat, { seenAt }] of seats ?? []) if (goes(seat, seenAt)) changed = seats!.delete(seat) || changed
    if (seats?.size === 0) packs.delete(pack)
    return changed
  }
  return {
    here(pack, seat, here) {
      const seats = packs.get(pack) ?? new Map()
      packs.set(pack, seats)
      const before = seats.get(seat)?.here
      const isNew = JSON.stringify(before) !== JSON.stringify(here)
      // The last one who did something stands last; being there still is nothing.
      if (isNew) seats.delete(seat)
      seats.set(seat, { here, seenAt: now() })
      return isNew
    },
    gone: (pack, seat) => remove(pack, (one) => one === seat),
    allGone: (isGone) => [...packs.keys()].filter((pack) => remove(pack, isGone)),
    of(pack) {
      const last = new Map([...(packs.get(pack)?.values() ?? [])].map(({ here }) => [here.id, here]))
      return [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    entries: () => [...packs].flatMap(([pack, seats]) => [...seats].map(([seat, { here }]) => ({ pack, seat, here }))),
    expire: () => [...packs.keys()].filter((pack) => remove(pack, (_, seenAt) => now() - seenAt > SILENT_MS)),
  }
}
