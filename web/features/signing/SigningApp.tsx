import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { LINK_PROBLEMS, signingSessionAnswer } from '#contract/signing'
import { HttpOffline, HttpRefused, http, identify } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Ceremony } from './Ceremony.tsx'
import { LinkProblem, type ProblemCode } from './LinkProblem.tsx'
import { Opening } from './Opening.tsx'

export type OpenedSession = z.output<typeof signingSessionAnswer>
type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly session: OpenedSession }
  | { readonly state: 'problem'; readonly code: ProblemCode }

/** A signing link, opened. Opening the page changed nothing; exchanging the token for a session is its first action. */
export function SigningApp({ token }: { readonly token: string }) {
  const words = useWords('signing')
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    let current = true
    open(token).then(
      (session) => current && setOpened({ state: 'open', session }),
      (thrown) => current && setOpened({ state: 'problem', code: problemOf(thrown) }),
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
  return <Ceremony session={opened.session} onLinkDied={(code) => setOpened({ state: 'problem', code })} />
}

async function open(token: string): Promise<OpenedSession> {
  const session = await http.post('/app/signing_sessions', signingSessionAnswer, { body: { token }, ignoreUnauthorised: true })
  identify({ crossSite: session.csrf_token, session: session.session_token })
  return session
}

export function problemOf(thrown: unknown): ProblemCode {
  if (thrown instanceof HttpOffline) return 'offline'
  if (thrown instanceof HttpRefused) return LINK_PROBLEMS.find((code) => code === thrown.code) ?? 'other'
  return 'other'
}
