import { useWords } from '../../messages/index.ts'
import { tabMemory } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import { LaterCard } from './EndCards.tsx'
import { HandBack } from './HandBack.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import screen from './signing.module.css'

/** Stands where a token stands in a link; no token is as short. */
export const ENDED = 'ended'

const linkAt = (signatory: string) => `paraph-link-${signatory}`

/**
 * Takes the link out of the address bar, so that the next user of this browser is not in somebody's document.
 * The tab remembers the way back.
 */
export function hideLink(signatory: string): void {
  tabMemory.write(linkAt(signatory), location.pathname)
  history.replaceState(null, '', `/sign/${ENDED}?${new URLSearchParams({ sign_later: 'true', signatory_key: signatory })}`)
}

/** Signed or declined on somebody else's device: reloading the page shows no document. */
export function forgetDocument(document: string): void {
  history.replaceState(null, '', `/sign/${ENDED}?${new URLSearchParams({ in_person: 'true', document_key: document })}`)
}

/** Signing goes on in the page that put it aside. */
export function resumeLink(signatory: string): void {
  const link = tabMemory.read(linkAt(signatory))
  if (link !== null) history.replaceState(null, '', link)
}

/** The way back to the link; null where this tab does not know it. */
export function wayBack(signatory: string): (() => void) | null {
  const link = tabMemory.read(linkAt(signatory))
  return link === null ? null : () => location.assign(link)
}

/** The page after signing, for a reload: it needs no session and shows nothing of the document. */
export function Ended({ query }: { readonly query: URLSearchParams }) {
  const words = useWords('signing')
  const signatory = query.get('signatory_key')
  const document = query.get('document_key')
  if (query.get('in_person') === 'true' && document) {
    return (
      <div className={screen.screen}>
        <Card title={words('in_person_over')} lead={words('in_person_over_lead')}>
          <HandBack document={document} sender={null} />
        </Card>
      </div>
    )
  }
  if (query.get('sign_later') !== 'true' || !signatory) return <LinkProblem code="unknown-link" onRetry={() => undefined} />
  return <LaterCard onResume={wayBack(signatory)} />
}
