import { isLoggedOut } from './refused.ts'

/** What concerns the whole page and not only the call it happened in (specification file 3, section 8). */
export type Trouble =
  | { readonly kind: 'to-login' }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'unauthorised'; readonly message: string | null; readonly redirectUrl: string | null }
  | { readonly kind: 'new-version'; readonly version: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'online' }

export interface Outcome {
  readonly status: number
  readonly redirected: boolean
  readonly message: string | null
  readonly redirectUrl: string | null
  readonly serverVersion: string | null
}

/** @param loaded version of the page as loaded; '' where it is not known yet */
export function troublesOf(outcome: Outcome, loaded: string, ignoreUnauthorised: boolean): readonly Trouble[] {
  const found: Trouble[] = []
  if ((outcome.redirected || outcome.status === 302) && !ignoreUnauthorised) found.push({ kind: 'to-login' })
  if (outcome.status >= 500) found.push({ kind: 'server-error' })
  if (isLoggedOut(outcome) && !ignoreUnauthorised) {
    found.push({ kind: 'unauthorised', message: outcome.message, redirectUrl: outcome.redirectUrl })
  }
  if (loaded && outcome.serverVersion && outcome.serverVersion !== loaded) {
    found.push({ kind: 'new-version', version: outcome.serverVersion })
  }
  return found
}

type Listener = (trouble: Trouble) => void
const listeners = new Set<Listener>()

export function onTrouble(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const notifyTrouble = (trouble: Trouble): void => {
  for (const listener of listeners) listener(trouble)
}
