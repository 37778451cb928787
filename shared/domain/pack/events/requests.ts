import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'
import { CHANNELS } from './signatories.ts'

/** Signature requests on their way: intended, sent, failed; and the links they carry. */
export const requests = {
  /** The intention to ask this signatory. `request` is the idempotency key of the message. */
  SignatureRequestQueued: event(1, {
    signatory: id,
    request: id,
    channel: z.enum(CHANNELS),
    because: z.enum(['requested', 'turn', 'resent', 'address-corrected']),
  }),
  /** `kept`: no mail server is set up, and the mail stays in the outbox. */
  SignatureRequestSent: event(1, { signatory: id, request: id, kept: z.literal(true).optional() }),
  /** The message could not be sent, or came back. */
  SignatureRequestFailed: event(1, { signatory: id, request: id, bounced: z.boolean(), detail: sealed(z.string()) }, 'signatory'),
  /** A signing link exists. Its token is known only by its hash, in the key index. */
  SigningLinkIssued: event(1, {
    signatory: id,
    link: id,
    purpose: z.enum(['sign', 'sign_in_person']),
    /** The request that carries it; null where a preparer took it directly. */
    request: id.nullable(),
  }),
  /** An administrator read the secret link of a mail that stayed in the outbox. */
  MailLinkRevealed: event(1, { mail: id, user: id }),
  /** The host locked or unlocked the device before the signer finished: this link is dead, their others are not. */
  SigningLinkTakenBack: event(1, { signatory: id, link: id }),
  /** Every link of this signatory so far is dead. */
  SigningLinksVoided: event(1, {
    signatory: id,
    because: z.enum(['reverted', 'address-corrected', 'completed', 'pack-completed', 'rejected', 'marked-complete', 'excluded', 'trashed']),
  }),
}
