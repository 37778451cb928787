import { z } from 'zod'
import { event } from '#domain/kernel'
import { digest, id } from './define.ts'

/** The way from the last signature to the file that everybody receives. */
export const sealing = {
  SealingStarted: event(1, { document: id, attempt: z.int().min(1) }),
  /** How many pages follow the document's own: first those that show the seal, then those with the history. */
  EvidencePagesAdded: event(1, { document: id, attempt: z.int().min(1), seal: z.int().min(0), audit: z.int().min(0) }),
  /** Fields are on the pages; the digest of each page as stamped. The last event a sealed file can speak of. */
  DocumentStamped: event(1, { document: id, attempt: z.int().min(1), pages: z.array(digest).min(1) }),
  DocumentSealed: event(1, { document: id, attempt: z.int().min(1), file: id, digest, size: z.int().min(1) }),
  SealingFailed: event(1, {
    document: id,
    attempt: z.int().min(1),
    reason: z.enum(['no-space', 'took-too-long', 'took-too-much-memory', 'certificate', 'timestamp-authority', 'damaged', 'internal']),
    final: z.boolean(),
  }),
  /** Somebody asked for another attempt. */
  SealingRetried: event(1, { document: id }),
  /** Somebody asked for a new seal, for example under a new certificate. The file that is there stays. */
  SealRenewalRequested: event(1, { document: id }),
  /** The final copy went to this recipient. */
  FinalCopyQueued: event(1, { recipient: z.string(), mail: id }),
  FinalCopySent: event(1, { recipient: z.string(), mail: id }),
  FinalCopyFailed: event(1, { recipient: z.string(), mail: id, bounced: z.boolean() }),
}
