import type { z } from 'zod'
import { isNextSignerAnswer } from '#contract/documents'
import { pendingRequestsAnswer } from '#contract/signing'
import { http } from '../../http/index.ts'
import type { OpenedSession } from './session.ts'

export type Pending = z.output<typeof pendingRequestsAnswer>['tokens']

/**
 * Other requests for this person's signature, in this document or in any: known where their own account is logged in to here,
 * and never on a device that was lent to them. A signer without any goes on as everybody does.
 */
export async function pendingRequests(session: OpenedSession, document?: string): Promise<Pending> {
  if (session.in_person) return []
  const query = document === undefined ? {} : { query: { document_key: document } }
  return http
    .get('/app/tokens/get_pending_signing_requests', pendingRequestsAnswer, { ...query, ignoreUnauthorised: true })
    .then(({ tokens }) => tokens)
    .catch(() => [])
}

/** Whether the person who has just signed is the next to sign too, in another role. */
export async function isNextSigner(session: OpenedSession): Promise<boolean> {
  if (session.in_person) return false
  return http
    .get(`/app/documents/${session.document_key}/is_next_signer/${session.signatory_uuid}`, isNextSignerAnswer, {
      ignoreUnauthorised: true,
    })
    .then(({ user_is_next_signer }) => user_is_next_signer)
    .catch(() => false)
}
