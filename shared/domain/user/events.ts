import { z } from 'zod'
import { event, type FactsOf, MOST_DRAWN, sealed } from '#domain/kernel'

const name = sealed(z.string())

/** A stored signature: its strokes, in the unit of a field's strokes, or its typed text. */
export const keptLooks = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('typed'), text: z.string().max(MOST_DRAWN.typed) }),
  z.strictObject({
    method: z.literal('drawn'),
    height: z.int().min(1).max(MOST_DRAWN.height),
    strokes: z
      .array(z.array(z.int().min(0).max(MOST_DRAWN.coordinate)).min(2).max(MOST_DRAWN.numbers))
      .min(1)
      .max(MOST_DRAWN.strokes),
  }),
])
export type KeptLooks = z.infer<typeof keptLooks>

/** A picture of a signature. Its bytes are kept with the user, not with a document. */
export const keptPicture = z.strictObject({
  method: z.literal('uploaded'),
  file: z.uuid(),
  digest: z.string().max(64),
  width: z.int().min(1),
  height: z.int().min(1),
})
export type KeptPicture = z.infer<typeof keptPicture>

export const EVENTS = {
  UserRegistered: event(1, { user: z.uuid(), firstName: name, lastName: name, email: sealed(z.string()) }),
  UserNamed: event(1, { firstName: name, lastName: name }),
  /** In international form; null where the user has none. */
  MobileNumberSet: event(1, { mobile: sealed(z.string().nullable()) }),
  /** The hash itself is kept outside the log: it is a secret, and it goes when the user goes. */
  PasswordSet: event(1, { because: z.enum(['registered', 'invited', 'reset', 'changed']) }),
  /** An administrator read the link to choose a password that was mailed to this user. */
  PasswordLinkRevealed: event(1, { mail: z.uuid(), by: z.uuid() }),
  /** The user was offered membership; the workspace's own stream says whether it holds. */
  WorkspaceJoined: event(1, { workspace: z.uuid(), member: z.uuid() }),
  /** What the team that added them wrote: until they come, it knows them by nothing else. */
  InvitedToWorkspace: event(1, { workspace: z.uuid(), member: z.uuid(), firstName: name, lastName: name, email: sealed(z.string()) }),
  /** They came to the workspace themselves: from here on its members see what they are called. */
  WorkspaceEntered: event(1, { workspace: z.uuid(), member: z.uuid() }),
  WorkspaceLeft: event(1, { workspace: z.uuid() }),
  /** For the next time they sign. */
  SignatureKept: event(1, { signature: z.uuid(), kind: z.enum(['signature', 'initial']), value: sealed(keptLooks) }),
  SignaturePictureKept: event(1, { signature: z.uuid(), kind: z.enum(['signature', 'initial']), picture: sealed(keptPicture) }),
  SignatureForgotten: event(1, { signature: z.uuid() }),
  /** The terms that stand at this address, which the installation puts to account holders. */
  TermsAccepted: event(1, { terms: z.string().max(2000) }),
  /** An operator made them an administrator of the whole installation, or no longer. */
  InstallationAdministratorAppointed: event(1, {}),
  InstallationAdministratorDismissed: event(1, {}),
  /** An administrator of the installation, `by`, acts as this user from now on, at the latest until the time given. */
  SupportAccessBegun: event(1, { access: z.uuid(), by: z.uuid(), reason: sealed(z.string()), until: z.iso.datetime() }),
  /** Before its time: by either of the two. */
  SupportAccessEnded: event(1, { access: z.uuid(), by: z.uuid() }),
  /** The person is gone with all that was held of them: the keys of this stream are destroyed after this. */
  ProfileErased: event(1, {}),
}
export type UserFact = FactsOf<typeof EVENTS>
