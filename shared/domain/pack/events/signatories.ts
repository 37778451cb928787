import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'

export const CHANNELS = ['email', 'sms', 'whatsapp', 'email-or-sms'] as const

export const signatories = {
  SignatoryAdded: event(1, { signatory: id, role: sealed(z.string()) }, 'signatory'),
  SignatoryRoleChanged: event(1, { signatory: id, role: sealed(z.string()) }, 'signatory'),
  SignatoryNamed: event(1, { signatory: id, name: sealed(z.string()) }, 'signatory'),
  SignatoryEmailChanged: event(1, { signatory: id, email: sealed(z.string()) }, 'signatory'),
  /** E.164, or as typed while it is not a valid number, or empty. */
  SignatoryMobileChanged: event(1, { signatory: id, mobile: sealed(z.string()) }, 'signatory'),
  SignatoryChannelChanged: event(1, { signatory: id, channel: z.enum(CHANNELS) }),
  /** The signatory is this account holder (the sender as a signer), or no longer. */
  SignatoryLinkedToUser: event(1, { signatory: id, user: id.nullable() }),
  SignatoryMadeOptional: event(1, { signatory: id }),
  SignatoryMadeMandatory: event(1, { signatory: id }),
  /** Whether they are written to when it is their turn; otherwise the sender gives them the link. */
  SigningNotificationsSwitched: event(1, { signatory: id, on: z.boolean() }),
  /** Whether they are sent the finished document to look at. */
  ViewingNotificationsSwitched: event(1, { signatory: id, on: z.boolean() }),
  /** An earlier signer said who they are. `identification`: and confirmed to have checked it. */
  SignatorySetUp: event(1, { signatory: id, by: id, field: id, identification: z.boolean() }),
  SignatoryRemoved: event(1, { signatory: id }),
  SignatoryRestored: event(1, { signatory: id }),
  /** Signatories who sign at the same time, under a name. Which they are the signing order says. `at`: its place, if not last. */
  SignerGroupAdded: event(1, { group: id, name: sealed(z.string()), at: z.int().nonnegative().optional() }),
  SignerGroupNamed: event(1, { group: id, name: sealed(z.string()) }),
  /** Its signatories stay, in the place where it was. */
  SignerGroupRemoved: event(1, { group: id }),
  /**
   * The order in which requests go out: steps, each with the signatories who sign in parallel. A step that is a signer group names it
   * before them, and may name it alone.
   */
  SigningOrderChanged: event(1, { steps: z.array(z.array(id).min(1)) }),
  CopyRecipientAdded: event(1, { recipient: id }, 'recipient'),
  CopyRecipientNamed: event(1, { recipient: id, name: sealed(z.string()) }, 'recipient'),
  CopyRecipientEmailChanged: event(1, { recipient: id, email: sealed(z.string()) }, 'recipient'),
  CopyRecipientMobileChanged: event(1, { recipient: id, mobile: sealed(z.string()) }, 'recipient'),
  CopyRecipientRemoved: event(1, { recipient: id }),
}
