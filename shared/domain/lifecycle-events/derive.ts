import { derivedUuid, disclosed, type Private, type RecordedEvent, userOfPrincipal } from '#domain/kernel'
import { type PackFact, type PackFactType, type PackState, remainingDocuments } from '#domain/pack'
import type { WorkspaceFact } from '#domain/workspace'
import { type DataOf, LIFECYCLE_EVENTS, type LifecycleEntry, type LifecycleType } from './catalog.ts'

/** An event of a pack with the pack as it was before and after it. */
export interface PackStep {
  readonly event: RecordedEvent<PackFact>
  readonly before: PackState
  readonly after: PackState
}

/** The events of packs and workspaces that entries follow from. */
export const LIFECYCLE_SOURCES = {
  pack: [
    'PackCreated',
    'SignaturesRequested',
    'PackCompleted',
    'DocumentSealed',
    'DocumentRejected',
    'PackRejected',
    'RevertedToSetup',
    'RequestsExpired',
    'PackTrashed',
    'PackRestored',
    'PackMoved',
    'SignatureRequestSent',
    'SignatureRequestFailed',
    'FinalCopyFailed',
    'PackVisited',
    'SignatoryCompleted',
    'SignatoryRejected',
    'PersonErased',
  ] satisfies readonly PackFactType[],
  workspace: ['PackPermanentlyDeleted'] satisfies readonly WorkspaceFact['type'][],
} as const

/** What an event of a pack means to subscribers. `pack` is the key of its stream. Templates have no lifecycle. */
export function lifecycleOfPack(pack: string, { event, before, after }: PackStep): readonly LifecycleEntry[] {
  if (after.kind === 'template' || !after.exists) return []
  const { fact } = event
  const document = { key: pack, name: shownOf(after.name), status: after.status, template: after.from }
  const by = memberOf(event.meta.actor.principal)
  const entryIn = <T extends LifecycleType>({ workspace }: PackState, type: T, data: DataOf<T>) =>
    entryOf(event, { type, workspace, document: pack, template: after.from, data })
  const entry = <T extends LifecycleType>(type: T, data: DataOf<T>) => [entryIn(after, type, data)]
  const signerIn = (uuid: string) => {
    const found = after.signatories.find((one) => one.uuid === uuid)
    return { key: uuid, name: shownOf(found?.name), role: shownOf(found?.role) }
  }
  const ofSigner = (type: 'signer.requested' | 'signer.opened' | 'signer.completed' | 'signer.rejected', uuid: string) =>
    entry(type, { document, signer: signerIn(uuid) })
  switch (fact.type) {
    case 'PackCreated':
      return entry('document.created', { document, by })
    case 'SignaturesRequested':
      return entry('document.sent', { document, by })
    case 'PackCompleted':
      return entry('document.completed', { document, by })
    case 'DocumentSealed':
      // Once for all files of a pack. Sealing again makes other files, and they are announced, too.
      return areFinal(after) && !areFinal(before) ? entry('document.sealed', { document, by }) : []
    case 'DocumentRejected': {
      const child = after.documents.find(({ key }) => key === fact.data.document)
      return entry('document.child-rejected', {
        document,
        child: { key: fact.data.document, name: shownOf(child?.name) },
        signer: signerIn(fact.data.signatory),
      })
    }
    case 'PackRejected':
      return entry('document.rejected', { document, by })
    case 'RevertedToSetup':
      return entry('document.reverted', { document, by })
    case 'RequestsExpired':
      return entry('document.expired', { document, by })
    case 'PackTrashed':
      return entry('document.trashed', { document, by })
    case 'PackRestored':
      return entry('document.restored', { document, by })
    case 'PackMoved':
      return [entryIn(before, 'document.moved_out', { document, by }), entryIn(after, 'document.moved_in', { document, by })]
    case 'SignatureRequestSent':
      return ofSigner('signer.requested', fact.data.signatory)
    case 'PackVisited':
      return isFirstVisit(before, fact.data.signatory) ? ofSigner('signer.opened', fact.data.signatory) : []
    case 'SignatoryCompleted':
      return ofSigner('signer.completed', fact.data.signatory)
    case 'SignatoryRejected':
      return ofSigner('signer.rejected', fact.data.signatory)
    case 'SignatureRequestFailed': {
      const recipient = { key: fact.data.signatory, name: recipientOf(after, fact.data.signatory) }
      return entry('message.bounced', { document, message: 'request', recipient })
    }
    case 'FinalCopyFailed': {
      const recipient = { key: fact.data.recipient, name: recipientOf(after, fact.data.recipient) }
      return entry('message.bounced', { document, message: 'final-copy', recipient })
    }
    case 'PersonErased':
      return entry('person.erased', { document, people: [...fact.data.people] })
    default:
      return []
  }
}

export function lifecycleOfWorkspace(workspace: string, event: RecordedEvent<WorkspaceFact>): readonly LifecycleEntry[] {
  const { fact } = event
  if (fact.type !== 'PackPermanentlyDeleted') return []
  const { pack: document } = fact.data
  return [entryOf(event, { type: 'document.deleted', workspace, document, template: null, data: { document: { key: document } } })]
}

function entryOf<T extends LifecycleType>(
  { id, meta }: Pick<RecordedEvent, 'id' | 'meta'>,
  about: {
    readonly type: T
    readonly workspace: string
    readonly document: string
    readonly template: string | null
    readonly data: DataOf<T>
  },
): LifecycleEntry {
  const { version } = LIFECYCLE_EVENTS[about.type]
  return { id: derivedUuid(JSON.stringify(['lifecycle', id, about.type])), version, time: meta.time, ...about } as unknown as LifecycleEntry
}

const shownOf = (text: Private<string> | undefined): string | null => disclosed(text ?? null, null) as string | null
function memberOf(principal: string) {
  const user = userOfPrincipal(principal)
  return user === null ? null : { user }
}
const areFinal = (state: PackState) =>
  state.documents.length > 0 && remainingDocuments(state).every(({ sealing }) => sealing.state === 'sealed' && sealing.renewal === null)
const isFirstVisit = ({ signatories }: PackState, uuid: string) => !signatories.find((one) => one.uuid === uuid)?.visited

/** A copy can also go to a member of the team, who is named by their own key alone. */
function recipientOf({ signatories, copyRecipients }: PackState, uuid: string): string | null {
  return shownOf((signatories.find((one) => one.uuid === uuid) ?? copyRecipients.find((one) => one.uuid === uuid))?.name)
}
