import type { z } from 'zod'
import type { presence } from '#contract/live'

export type Person = z.infer<typeof presence>['people'][number]
/** Forgotten when nothing was heard for so long. */
export const PRESENT_MS = 10_000

/** Who looks at which pack, and at which page. Never an event, never stored. */
export interface Presence {
  here(pack: string, socket: string, person: Person): void
  gone(pack: string, socket: string): boolean
  /** Somebody who has several windows open is here once, at the page heard of last. */
  of(pack: string): readonly Person[]
  /** Packs from which somebody has gone without a word. */
  expire(): readonly string[]
}

export function presenceOf(now: () => number): Presence {
  const packs = new Map<string, Map<string, { person: Person; heard: number }>>()
  return {
    here(pack, socket, person) {
      const people = packs.get(pack) ?? new Map()
      packs.set(pack, people)
      people.delete(socket)
      people.set(socket, { person, heard: now() })
    },
    gone(pack, socket) {
      const people = packs.get(pack)
      const was = people?.delete(socket) ?? false
      if (people?.size === 0) packs.delete(pack)
      return was
    },
    of(pack) {
      const last = new Map([...(packs.get(pack)?.values() ?? [])].map(({ person }) => [person.id, person]))
      return [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    expire() {
      const changed = new Set<string>()
      for (const [pack, people] of packs) {
        for (const [socket, { heard }] of people) {
          if (now() - heard <= PRESENT_MS) continue
          people.delete(socket)
          changed.add(pack)
        }
        if (people.size === 0) packs.delete(pack)
      }
      return [...changed]
    },
  }
}
