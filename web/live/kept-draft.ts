/** What is being typed where it can only be given as a whole, so that it comes back with a reload of this tab. */
export interface KeptDraft {
  /** As it was kept last; null where nothing is. */
  load(): unknown
  /** null: it was given, or thought better of. */
  keep(draft: object | null): void
}

const DRAFT = 'paraph-draft '

/** In the tab's own storage: it is gone with the tab, and nobody else's meanwhile. */
export function tabDraft(pack: string, field: string, principal: string): KeptDraft {
  const key = `${DRAFT}${pack} ${field} ${principal}`
  return {
    load() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null')
      } catch {
        return null
      }
    },
    keep(draft) {
      try {
        if (draft === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // Blocked or full: a reload begins again.
      }
    },
  }
}

/** Forgets what a person was typing in this tab, or, left out, anybody. */
export function forgetDrafts(principal = ''): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT) && key.endsWith(principal)) sessionStorage.removeItem(key)
  } catch {
    // Blocked: there is none.
  }
}
