import { z } from 'zod'
import { MOST } from '#domain/pack'
import { MANY, shown, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { viewInParts } from './view.ts'

/** The consent that a signer gives; the text is kept by version for ever. */
export const CONSENT = {
  version: '2026-11',
  text: 'I agree to sign this document electronically. I understand that my electronic signature has the same effect as one on paper, that each step I take here is recorded as evidence, and that I can ask the sender for a paper copy instead.',
} as const

/** POST /app/signing_sessions: exchanges the token of a signing link for a signing session. */
export const signingSessionBody = z.object({
  token: token.min(10),
  /** false: the link was opened, and nobody has moved, touched or typed yet. POST /app/documents/{key}/begin_visit follows once they do. */
  begins_visit: z.boolean().default(true),
})
export const signingSessionAnswer = succeeded({
  session_token: shown,
  csrf_token: shown,
  document_key: key,
  signatory_uuid: key,
  workspace_name: shown,
  sender_name: shown,
  in_person: z.boolean(),
  consent: z.object({ version: shown, text: shown }),
  /** The team sees drafts while the signer fills in, and the page says so. */
  drafts_shown_to_team: z.boolean(),
  /** They keep signatures in the account that is logged in to here: these may be offered. */
  keeps_signatures: z.boolean(),
  /** This signer has finished already: what is left is to look, and to take the final file. */
  finished: z.boolean(),
  revision: z.int(),
  ...viewInParts,
  view_digest: shown,
})
/** POST /app/documents/{key}/user_accepted_terms/{uuid} */
export const termsBody = z.object({ consent_version: z.string().max(100).optional() })
/** GET /app/documents/{key}/signed: for a signer who has finished. */
export const signedAnswer = succeeded({
  status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected']),
  documents: z.int(),
  final_files: z.array(z.object({ document_key: key, file_key: key, size: z.int() })).max(MOST.documents),
})
/** GET /app/tokens/get_pending_signing_requests?document_key= */
export const pendingRequestsAnswer = succeeded({
  tokens: z.array(z.object({ signing_link: shown, create_time_ago: shown, document_owner: shown, document_name: shown })).max(MANY),
})
/** Why a link does not open: one page for each, which leaks nothing else. */
export const LINK_PROBLEMS = [
  'unknown-link',
  'link-voided',
  'already-signed',
  'already-rejected',
  'signatory-excluded',
  'not-your-turn',
  'document-complete',
  'request-expired',
  'document-gone',
] as const
