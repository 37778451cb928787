import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { digest, id } from './define.ts'

export const signing = {
  /** A member of the team opened the pack. */
  PackOpened: event(1, { user: id }),
  /** A signatory was shown the pack: `view` is the digest of exactly what they were given. */
  PackVisited: event(1, { signatory: id, visit: id, link: id, view: digest }),
  ConsentGiven: event(1, { signatory: id, version: z.string() }),
  SigningPostponed: event(1, { signatory: id }),
  /** In which IANA time zone the dates were taken that set themselves just before, of a signatory or of the sender. */
  AutoDatesSet: event(1, { by: z.union([id, z.literal('self')]), zone: z.string() }),
  SignatoryCompleted: event(1, { signatory: id, consent: z.string(), view: digest }),
  /** The signatory signed on a device of this account holder, who took the link to sign in person and stayed with them. */
  SignedInPresence: event(1, { signatory: id, host: id }),
  /** The team waits for them no longer. `viewing`: they still get the signed document. */
  SignatoryExcluded: event(1, { signatory: id, viewing: z.boolean() }),
  /** One document of several, while the rest goes on. */
  DocumentRejected: event(1, { document: id, signatory: id, reason: sealed(z.string()) }, 'signatory'),
  SignatoryRejected: event(1, { signatory: id, reason: sealed(z.string()) }, 'signatory'),
}
