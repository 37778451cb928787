import type { PackCommand } from '#domain/pack'

/** A person's actions on a page, and when the page said that each is saved: from then on it must be so. */
export interface Act {
  readonly pack: string
  readonly principal: string
  readonly browser: object
  readonly command: PackCommand
  readonly at: number
  savedAt: number | null
  /** The page ended before it said so: nothing is promised of it, and it may have been kept all the same. */
  over: boolean
  /** False where the page crashed so soon after that it may not have been kept. */
  sure: boolean
  /** When a page said that a change is not kept: for one that had been kept already it may have meant a later one. */
  lostAt: number | null
  /** The revision that the page showed then. */
  readonly seen: number
}

export interface Page {
  done(command: PackCommand, seen: number): Act
  shownAsSaved(): void
  /** The page said of these that they are not kept. */
  lost(commands: readonly PackCommand[]): void
  /** The page said that it is over: nothing more was promised of what waits. */
  ended(): void
  closed(): void
  crashed(): void
}

export interface Promises {
  readonly acts: readonly Act[]
  /** `browser`: whatever its pages leave behind, the next one there takes over. */
  page(pack: string, principal: string, browser: object): Page
}

/** Actions so shortly before a crash that they may not have reached the browser's storage. */
const TOO_LATE_MS = 1_000

/** Written down by the people themselves, from what they did and what they read on the screen, and from nothing else. */
export function promises(now: () => number): Promises {
  const acts: Act[] = []
  /** By browser: its pages that are open. */
  const open = new Map<object, Set<object>>()
  return {
    acts,
    page(pack, principal, browser) {
      const waiting = () =>
        acts.filter((act) => act.pack === pack && act.browser === browser && act.savedAt === null && !act.over && act.lostAt === null)
      const own = new Set<Act>()
      const pages = open.get(browser) ?? new Set()
      open.set(browser, pages.add(own))
      return {
        done(command, seen) {
          const act: Act = { pack, principal, browser, command, at: now(), savedAt: null, over: false, sure: true, lostAt: null, seen }
          own.add(act)
          acts.push(act)
          return act
        },
        // What is left by another was taken over by this one, unless there is a third, which may have been faster.
        shownAsSaved() {
          const alone = pages.size === 1
          for (const act of waiting()) if (alone || own.has(act)) act.savedAt = now()
        },
        lost(commands) {
          const subjects = new Set(commands.map(subjectOf))
          for (const act of waiting()) if (subjects.has(subjectOf(act.command))) act.lostAt = now()
        },
        ended() {
          for (const act of waiting()) act.over = true
        },
        closed: () => void pages.delete(own),
        crashed() {
          pages.delete(own)
          for (const act of waiting()) if (own.has(act) && now() - act.at <= TOO_LATE_MS) act.sure = false
        },
      }
    },
  }
}

/** The record that a command changes: what is lost of it concerns all that was done to it. */
export const subjectOf = (command: PackCommand): string => ('field' in command ? command.field : command.do)

/** It may count for what had been shown as saved by then. */
export const countsAt = (at: number, { lostAt }: Act): boolean => lostAt === null || lostAt > at
