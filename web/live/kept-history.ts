import type { PackCommand } from '#domain/pack'
import { currentCommand } from './former-commands.ts'

/** One change of a step: what takes it back, and how it left what that touches. */
export interface Part {
  readonly back: readonly PackCommand[]
  readonly left: string
}
export type Step = readonly Part[]

export interface KeptHistory {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}
export interface HistoryMemory {
  load(): KeptHistory | null
  save(history: KeptHistory): void
}

/** More than this is not worth the time it takes to write: the oldest steps go first. */
const MOST_CHARACTERS = 500_000
const keyOf = (pack: string, principal: string) => `paraph-history ${pack} ${principal}`

/** In the tab's own storage: it comes back with a reload of this tab and is nobody else's. */
export function tabHistory(pack: string, principal: string): HistoryMemory {
  const key = keyOf(pack, principal)
  let latest: KeptHistory | null = null
  return {
    load() {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        if (typeof kept !== 'object' || kept === null || !('past' in kept) || !('future' in kept)) return null
        if (!Array.isArray(kept.past) || !Array.isArray(kept.future)) return null
        return { past: kept.past.map(current), future: kept.future.map(current) }
      } catch {
        return null
      }
    },
    save(history) {
      const first = latest === null
      latest = history
      // Many steps of one moment are written once.
      if (first)
        setTimeout(() => {
          if (latest) write(key, latest)
          latest = null
        }, 0)
    },
  }
}

const current = (step: Step): Step => step.map((part) => ({ ...part, back: part.back.map(currentCommand) }))

function write(key: string, history: KeptHistory): void {
  let { past, future } = history
  try {
    let text = JSON.stringify({ past, future })
    while (text.length > MOST_CHARACTERS && past.length + future.length > 0) {
      if (future.length > 0) future = future.slice(1)
      else past = past.slice(1)
      text = JSON.stringify({ past, future })
    }
    sessionStorage.setItem(key, text)
  } catch {
    // Blocked or full: undo ends with the page.
  }
}

/** Forgets what a person could undo in this tab. */
export function forgetHistory(principal: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('paraph-history ') && key.endsWith(` ${principal}`)) sessionStorage.removeItem(key)
    }
  } catch {
    // Blocked: there is none.
  }
}
