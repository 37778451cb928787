import { z } from 'zod'
import { event, sealed, sealedRows } from '#domain/kernel'
import { digest, id } from './define.ts'

export const SEALING_FAILURES = [
  'no-space',
  'took-too-long',
  'took-too-much-memory',
  'certificate',
  'revoked',
  'revocation-service',
  'timestamp-authority',
  'damaged',
  'internal',
] as const
export type SealingFailure = (typeof SEALING_FAILURES)[number]
/** A certificate may name many who answer for it, each with an address. */
export const MOST_DETAILS = 2_000

/** The way from the last signature to the file that everybody receives. */
export const sealing = {
  SealingStarted: event(1, { document: id, attempt: z.int().min(1) }),
  /**
   * The fields that conditions keep off its pages, with the rules of each. `conditions` are in infix notation over `fields` by their place,
   * and only those that ask for nothing but what is on the pages: the sealed file carries them.
   */
  FieldsLeftOut: event(1, {
    document: id,
    attempt: z.int().min(1),
    fields: z.array(z.strictObject({ field: id, rules: z.array(id) })).min(1),
    conditions: sealedRows(null, { rule: id, fields: z.array(id).min(1), condition: sealed(z.string()) }),
  }),
  /** How many pages follow the document's own: first those that show the seal, then those with the history. */
  EvidencePagesAdded: event(1, { document: id, attempt: z.int().min(1), seal: z.int().min(0), audit: z.int().min(0) }),
  /** Fields are on the pages; the digest of each page as stamped. The last event a sealed file can speak of. */
  DocumentStamped: event(1, { document: id, attempt: z.int().min(1), pages: z.array(digest).min(1) }),
  DocumentSealed: event(1, { document: id, attempt: z.int().min(1), file: id, digest, size: z.int().min(1) }),
  SealingFailed: event(
    2,
    {
      document: id,
      attempt: z.int().min(1),
      reason: z.enum(SEALING_FAILURES),
      /** Which certificate, and who did not answer, in a sentence; null where the reason says all. */
      details: z.string().max(MOST_DETAILS).nullable(),
      final: z.boolean(),
    },
    null,
    [(before) => ({ ...before, details: null })],
  ),
  /** Somebody asked for another attempt. */
  SealingRetried: event(1, { document: id }),
  /** Somebody asked for a new seal, for example under a new certificate. The file that is there stays. */
  SealRenewalRequested: event(1, { document: id }),
  /** The final copy went to this recipient. */
  FinalCopyQueued: event(1, { recipient: z.string(), mail: id }),
  FinalCopySent: event(1, { recipient: z.string(), mail: id, kept: z.literal(true).optional() }),
  FinalCopyFailed: event(1, { recipient: z.string(), mail: id, bounced: z.boolean() }),
}
