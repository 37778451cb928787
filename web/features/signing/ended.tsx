import { tabMemory } from '../../ui/index.ts'
import { LaterCard } from './EndCards.tsx'
import { LinkProblem } from './LinkProblem.tsx'

/** Stands where a token stands in a link; no token is as short. */
export const ENDED = 'ended'

const linkAt = (signatory: string) => `paraph-link-${signatory}`

/**
 * Takes the link out of the address bar, so that whoever opens this browser next is not in somebody's document.
 * The tab remembers the way back, except on a device that belongs to somebody else.
 */
export function putAside(signatory: string, remember: boolean): void {
  if (remember) tabMemory.write(linkAt(signatory), location.pathname)
  history.replaceState(null, '', `/sign/${ENDED}?${new URLSearchParams({ sign_later: 'true', signatory_key: signatory })}`)
}

/** Signing goes on in the page that put it aside. */
export function takeUp(signatory: string): void {
  const link = tabMemory.read(linkAt(signatory))
  if (link !== null) history.replaceState(null, '', link)
}

/** The way back to the link; null where this tab does not know it. */
export function wayBack(signatory: string): (() => void) | null {
  const link = tabMemory.read(linkAt(signatory))
  return link === null ? null : () => location.assign(link)
}

/** The page after signing, for whoever reloads it: it needs no session and shows nothing of the document. */
export function Ended({ query }: { readonly query: URLSearchParams }) {
  const signatory = query.get('signatory_key')
  if (query.get('sign_later') !== 'true' || !signatory) return <LinkProblem code="unknown-link" onRetry={() => undefined} />
  return <LaterCard onResume={wayBack(signatory)} />
}
