import { disclosed, type Private, userOfPrincipal } from '#domain/kernel'
import { ownerOf, type PackFactType, type PackState, remainingDocuments, type Signatory } from '#domain/pack'
import type { Step } from '#projections/packs'

/** Notices for an account holder. */
export const NOTIFICATION_KINDS = [
  'sent',
  'your-turn',
  'signed',
  'declined',
  'not-delivered',
  'copy-not-delivered',
  'not-signed',
  'in-setup',
  'sent-back',
  'completed',
  'ready',
  'not-sealed',
  'trashed',
  'added',
  'webhook-off',
  'support-access',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export interface NewNotification {
  readonly user: string
  readonly kind: NotificationKind
  /** The user whose name stands before the words; null: the words are the whole sentence. */
  readonly by: string | null
  readonly words: string
}

/** The events that may lead to a notice: others of a pack are not even read. */
export const NOTIFYING_EVENTS = [
  'SignaturesRequested',
  'SignatureRequestQueued',
  'SignatureRequestFailed',
  'SignatoryCompleted',
  'DocumentRejected',
  'SignatoryRejected',
  'NotificationDue',
  'RevertedToSetup',
  'PackCompleted',
  'PackTrashed',
  // None, but those there are go along.
  'PackMoved',
  'DocumentSealed',
  'SealingFailed',
  'FinalCopyFailed',
] as const satisfies readonly PackFactType[]

/** Whose address this is; undefined where it is nobody's who has an account. */
export type HolderOf = (address: string) => string | undefined

/**
 * The people concerned by a step, and the kind of notice. The document's owner is notified of its progress, and an account holder who is to
 * sign it, chosen as a user or by their address alone, that it is their turn; nobody of their own actions.
 */
export function notificationsFor({ event, before, after }: Step, holderOf: HolderOf): readonly NewNotification[] {
  // Nobody signs a template; and a deleted document gives no notice.
  if (after.kind === 'template' || !after.exists) return []
  const actor = event.meta.actor.principal
  const by = userOfPrincipal(actor)
  const owner = (kind: NotificationKind, words: string, signatory?: string): NewNotification[] =>
    isOwn(actor, signatory, after) ? [] : [{ user: ownerOf(after), kind, by: null, words }]
  const done = (kind: NotificationKind, words: string, otherwise: string): NewNotification[] =>
    by === ownerOf(after) ? [] : [{ user: ownerOf(after), kind, by, words: by === null ? otherwise : words }]
  const document = `“${disclosed(after.name, '…')}”`
  const { fact } = event

  switch (fact.type) {
    case 'SignaturesRequested':
      return done('sent', `sent ${document} for signature`, `${document} was sent for signature`)
    case 'SignatureRequestQueued': {
      const signatory = signatoryOf(after, fact.data.signatory)
      // A chosen user is the one, whatever the address. Where the address was erased, nobody is.
      const user = signatory?.user ?? holderOf(disclosed(signatory?.email ?? '', ''))
      if (!user || user === by) return []
      return [{ user, kind: 'your-turn', by: null, words: `${document} waits for your signature` }]
    }
    case 'SignatureRequestFailed':
      return owner('not-delivered', `The signature request for ${document} could not be delivered to ${nameOf(after, fact.data.signatory)}`)
    case 'SignatoryCompleted':
      return owner('signed', `${nameOf(after, fact.data.signatory)} signed ${document}`, fact.data.signatory)
    case 'DocumentRejected': {
      // With the last one the whole is declined, and that is said.
      if (remainingDocuments(after).length === 0) return []
      const child = `“${disclosed(after.documents.find(({ key }) => key === fact.data.document)?.name ?? '', '…')}”`
      return owner(
        'declined',
        `${nameOf(after, fact.data.signatory)} declined to sign ${child}, one document of ${document}`,
        fact.data.signatory,
      )
    }
    case 'SignatoryRejected':
      return owner('declined', `${nameOf(after, fact.data.signatory)} declined to sign ${document}`, fact.data.signatory)
    case 'NotificationDue':
      return ofRule(after, fact.data.rule, fact.data.about).flatMap(({ kind, words }) => owner(kind, words(document)))
    case 'RevertedToSetup':
      return done('sent-back', `took ${document} back to setup`, `${document} was reverted to setup`)
    case 'PackCompleted':
      // The last signature is announced as a signature, and then as the sealed document.
      if (fact.data.because === 'last-signature') return []
      return done('completed', `completed ${document}`, `${document} was completed`)
    case 'PackTrashed':
      return done('trashed', `moved ${document} to the trash`, `${document} was moved to the trash`)
    case 'DocumentSealed':
      return areSealed(after) && !areSealed(before) ? owner('ready', `${document} is complete, and the sealed document is ready`) : []
    case 'SealingFailed':
      // Of a pack with many documents once; and again where another attempt failed too.
      return fact.data.final && !isStuck(before) ? owner('not-sealed', `${document} is complete, but could not be sealed`) : []
    case 'FinalCopyFailed': {
      const { recipient } = fact.data
      const whom = recipient === ownerOf(after) ? 'you' : nameOf(after, recipient)
      return owner('copy-not-delivered', `The final copy of ${document} could not be delivered to ${whom}`)
    }
    default:
      return []
  }
}

/** The notice that a rule asks for after a time. A failed delivery gives one whether or not there is a rule. */
function ofRule(state: PackState, key: string, about: string | null) {
  const rule = state.notifications.rules.find((one) => one.key === key)
  if (rule?.recipient !== 'owner') return []
  if (rule.event === 'in-setup') return [{ kind: 'in-setup', words: (document: string) => `${document} is still in setup` } as const]
  if (rule.event !== 'not-signed' || about === null) return []
  return [{ kind: 'not-signed', words: (document: string) => `${nameOf(state, about)} has not signed ${document} yet` } as const]
}

/** The owner did it: as themselves, or as one of the signatories. */
function isOwn(actor: string, signatory: string | undefined, state: PackState): boolean {
  return actor === `user:${ownerOf(state)}` || (signatory !== undefined && signatoryOf(state, signatory)?.user === ownerOf(state))
}

// A removed one too: what they did was done.
const signatoryOf = ({ signatories }: PackState, uuid: string): Signatory | undefined => signatories.find((one) => one.uuid === uuid)
const areSealed = (state: PackState) =>
  state.documents.length > 0 && remainingDocuments(state).every(({ sealing }) => sealing.state === 'sealed')
const isStuck = ({ documents }: PackState) => documents.some(({ sealing }) => sealing.state === 'failed' && sealing.final)

function nameOf(state: PackState, uuid: string): string {
  const found: { readonly name: Private<string>; readonly role?: Private<string> } | undefined =
    signatoryOf(state, uuid) ?? state.copyRecipients.find((one) => one.uuid === uuid)
  if (!found) return 'a recipient'
  return disclosed(found.name, '') || disclosed(found.role ?? '', '') || 'a recipient'
}
