import { useEffect, useState } from 'react'
import { forgetDrafts } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { Ceremony } from './Ceremony.tsx'
import { loadConsented } from './consented.ts'
import { endFirstLook } from './first-look.ts'
import { ENDED, Ended } from './hidden-link.tsx'
import { LinkProblem } from './LinkProblem.tsx'
import { Opening } from './Opening.tsx'
import { hasConsented, type OpenedSession, openSession, type ProblemCode, problemOf } from './session.ts'

type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly session: OpenedSession }
  | { readonly state: 'problem'; readonly code: ProblemCode }

/** What stands behind an address of signing: a link, or the page after it. */
export function SigningApp({ token }: { readonly token: string }) {
  return token === ENDED ? <Ended query={new URLSearchParams(location.search)} /> : <OpenedLink token={token} />
}

/** A signer who continues where they were sees that at once, and nothing on the way to it. */
async function opening(token: string, attempt: number): Promise<OpenedSession> {
  const session = await openSession(token)
  if (!hasConsented(session)) return session
  try {
    await loadConsented()
  } catch (thrown) {
    if (attempt === 0) throw thrown
    // The connection is there again, but browsers remember a module that failed to load: only a new page asks for it again.
    location.reload()
    await new Promise(() => undefined)
  }
  return session
}

/** A signing link, opened. Opening the page changed nothing; exchanging the token for a session is its first action. */
function OpenedLink({ token }: { readonly token: string }) {
  const words = useWords('signing')
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)

  const hasDied = (code: ProblemCode) => {
    // A signer who comes back to a link that opens nothing any more finds nothing of themselves behind it.
    // Where the sender may extend the time they go on where they were.
    if (code !== 'offline' && code !== 'other' && code !== 'request-expired') forgetDrafts()
    setOpened({ state: 'problem', code })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a try
  useEffect(() => {
    let current = true
    opening(token, attempt).then(
      (session) => current && setOpened({ state: 'open', session }),
      (thrown) => {
        endFirstLook()
        if (current) hasDied(problemOf(thrown))
      },
    )
    return () => {
      current = false
    }
  }, [token, attempt])

  const again = () => {
    setOpened({ state: 'opening' })
    setAttempt(attempt + 1)
  }
  if (opened.state === 'opening') return <Opening label={words('opening')} />
  if (opened.state === 'problem') return <LinkProblem code={opened.code} onRetry={again} />
  return <Ceremony session={opened.session} onLinkDied={hasDied} onReopen={again} />
}
