import type { z } from 'zod'
import { LINK_PROBLEMS, signingSessionAnswer } from '#contract/signing'
import type { PackState } from '#domain/pack'
import { HttpOffline, HttpRefused, http, identify } from '../../http/index.ts'
import { fetchWholeView } from '../../live/index.ts'
import { begun } from './first-look.ts'
import { signerOf } from './steps.ts'

export type OpenedSession = z.output<typeof signingSessionAnswer>
/** Why a link opens nothing. */
export type ProblemCode = (typeof LINK_PROBLEMS)[number] | 'offline' | 'other'

/** Exchanges the token of a link for a session; every call after it carries the session. */
export async function openSession(token: string): Promise<OpenedSession> {
  const session = await http.post('/app/signing_sessions', signingSessionAnswer, {
    body: { token, begins_visit: false },
    ignoreUnauthorised: true,
    begun: begun(token),
  })
  identify({ crossSite: session.csrf_token, session: session.session_token })
  if (session.view_parts === null) return session
  // Too large for one answer: fetched from its beginning, as everybody does.
  const { view, revision, view_digest } = await fetchWholeView(session.document_key, {})
  return { ...session, view, revision, view_digest: view_digest ?? session.view_digest }
}

/** To the terms as they are now. */
export function hasConsented({ view, signatory_uuid, consent }: OpenedSession): boolean {
  return signerOf(view as PackState, signatory_uuid)?.consent === consent.version
}

export function problemOf(thrown: unknown): ProblemCode {
  if (thrown instanceof HttpOffline) return 'offline'
  if (!(thrown instanceof HttpRefused)) return 'other'
  // An address that was cut off or typed wrong: no server would ever know it.
  return thrown.status === 400 ? 'unknown-link' : problemOfCode(thrown.code)
}

export function problemOfCode(code: string): ProblemCode {
  return LINK_PROBLEMS.find((known) => known === code) ?? 'other'
}
