import { type ListRow, MOST_LISTED_CUSTOM_FIELDS } from '#contract/document-list'
import { disclosed, folded, isWithheld, shortened } from '#domain/kernel'
import {
  type CustomField,
  fieldsDue,
  hasExpired,
  liveCustomFields,
  liveSignatories,
  ownerOf,
  type PackState,
  remainingDocuments,
  type Signatory,
  shownStatus,
  signatoriesInOrder,
  underWay,
} from '#domain/pack'
import { digestOfAddress } from '#domain/user'
import { rowTable } from '#projections/rows'

/** What the list keeps of a pack. */
export interface PackRow {
  readonly pack: string
  readonly workspace: string
  readonly owner: string
  readonly kind: string
  readonly status: string
  readonly trashed: boolean
  readonly updated: string
  readonly revision: number
  readonly underWay: boolean
  readonly bulkSend: string | null
  readonly madeFrom: string | null
  /** What the list is filtered by, sorted. */
  readonly customFields: readonly string[]
  /** What search looks at. */
  readonly words: string
  /** Who is asked to sign (see `whoOf`), sorted. */
  readonly waiting: readonly string[]
  readonly shown: ListRow
}

export const packTable = rowTable<PackRow, 'waiting'>({
  of: 'list',
  table: 'pack',
  key: 'pack',
  columns: {
    pack: 'uuid',
    workspace: 'uuid',
    owner: 'uuid',
    kind: 'text',
    status: 'text',
    trashed: 'boolean',
    updated: 'timestamptz',
    revision: 'int',
    underWay: 'boolean',
    bulkSend: 'uuid',
    madeFrom: 'uuid',
    customFields: 'jsonb',
    words: 'text',
    shown: 'json',
  },
})

/** The row of a pack at a revision; none for a pack whose own key was destroyed, which is gone for good. */
export function rowOf(pack: string, state: PackState, revision: number): PackRow | null {
  if (!state.exists || isWithheld(state.name)) return null
  return {
    pack,
    workspace: state.workspace,
    owner: ownerOf(state),
    kind: state.kind,
    status: shownStatus(state),
    trashed: state.trashed !== null,
    updated: state.updated,
    revision,
    underWay: isUnderWay(state),
    bulkSend: state.bulkSend?.key ?? null,
    madeFrom: state.from,
    customFields: liveCustomFields(state).flatMap(entriesOf).sort(),
    words: wordsOf(state),
    waiting: waitingOf(state),
    shown: shownOf(pack, state, revision),
  }
}

/** Whether processes still have something to do for this pack, so that one that lost its way can be found. */
function isUnderWay(state: PackState): boolean {
  if (state.documents.some(({ conversion }) => conversion.state === 'converting')) return true
  if (state.status === 'awaiting_signatures') return liveSignatories(state).some(({ request }) => request?.state === 'queued')
  if (state.status !== 'complete') return false
  const remaining = remainingDocuments(state)
  const sealings = remaining.map(underWay)
  if (sealings.some((sealing) => sealing !== null && !(sealing.state === 'failed' && sealing.final))) return true
  const copies = Object.values(state.finalCopies)
  return (
    remaining.every(({ sealing }) => sealing.state === 'sealed') && (copies.length === 0 || copies.some((copy) => copy.state === 'queued'))
  )
}

/** A user is asked by key or by address; of the address only a digest is kept. */
export const whoOfUser = (key: string) => `user:${key}`
export const whoOfAddress = (email: string) => `address:${digestOfAddress(email)}`

function waitingOf(state: PackState): string[] {
  if (state.status !== 'awaiting_signatures' || hasExpired(state)) return []
  const asked = signatoriesInOrder(state).filter((signatory) => signatory.status === 'awaiting_signatures')
  const who = asked.flatMap(({ user, email }) => {
    const address = disclosed(email, '')
    return [...(user ? [whoOfUser(user)] : []), ...(address ? [whoOfAddress(address)] : [])]
  })
  return [...new Set(who)].sort()
}

const digestOf = ({ email }: Signatory) => (disclosed(email, '') === '' ? null : digestOfAddress(disclosed(email, '')))

/** The document's name and its signatories' names and addresses, each after a space, so that a search finds the beginnings of words. */
function wordsOf(state: PackState): string {
  const people = signatoriesInOrder(state).flatMap(({ name, email }) => [disclosed(name, ''), disclosed(email, '')])
  const documents = state.documents.length > 1 ? state.documents.map((document) => disclosed(document.name, '')) : []
  const customFields = shownCustomFields(state).map(({ value }) => value)
  return ` ${folded([disclosed(state.name, ''), ...documents, ...people, ...customFields].join(' '))}`
}

/** One that has this value. Ids tell upper from lower case, values do not. */
export const customFieldEntry = (id: string, value: string): string => `${id.replaceAll('\0', '').toWellFormed()}=${comparedValue(value)}`
/** Cut between two halves of a letter, it would be no text that PostgreSQL takes. */
export const comparedValue = (value: string): string => folded(value.trim()).slice(0, MOST_OF_VALUE).replaceAll('\0', '').toWellFormed()

function entriesOf({ id, value }: CustomField): string[] {
  const text = disclosed(value, '')
  return text.trim() === '' ? [] : [customFieldEntry(disclosed(id, ''), text)]
}

/** Of each the beginning: a list is no place for letters. */
function shownCustomFields(state: PackState): NonNullable<ListRow['user_defined_attributes']> {
  return liveCustomFields(state)
    .filter(({ visible, value }) => visible && disclosed(value, '').trim() !== '')
    .slice(0, MOST_LISTED_CUSTOM_FIELDS)
    .map(({ id, name, value }) => ({
      id: disclosed(id, ''),
      name: disclosed(name, ''),
      value: shortened(disclosed(value, '').trim(), MOST_OF_VALUE),
    }))
}
const MOST_OF_VALUE = 200

function shownOf(pack: string, state: PackState, revision: number): ListRow {
  const troubled = state.documents.find(({ conversion }) => conversion.state === 'failed')
  const current = troubled ?? state.documents.find(({ conversion }) => conversion.state !== 'converted') ?? state.documents[0]
  const reason = current?.conversion.state === 'failed' ? current.conversion.reason : null
  const finals = remainingDocuments(state).map(({ sealing }) => (sealing.state === 'sealed' ? sealing.file : null))
  const rejected = state.documents.length - finals.length
  const customFields = shownCustomFields(state)
  const finished = finals.length > 0 && finals.every((file) => file !== null)
  return {
    key: pack,
    document_name: disclosed(state.name, ''),
    document_type: state.kind,
    status: shownStatus(state),
    status_detail: reason ?? '',
    ...(hasExpired(state) ? { expired: true as const } : {}),
    account_key: state.workspace,
    ...(state.bulkSend
      ? { bulk_send: { key: state.bulkSend.key, name: disclosed(state.bulkSend.description, ''), row: state.bulkSend.row } }
      : {}),
    created_by: state.creator,
    owner: ownerOf(state),
    date_created: state.created,
    date_updated: state.updated,
    date_completed: state.completed,
    is_deleted: state.trashed !== null,
    child_documents: state.documents.length,
    ...(rejected > 0 ? { rejected_documents: rejected } : {}),
    pages: state.documents.reduce((sum, document) => sum + document.pages.length, 0),
    conversion: { state: current?.conversion.state ?? 'waiting', reason },
    sealing: sealingOf(state),
    signatories: signatoriesInOrder(state).map((signatory) => ({
      uuid: signatory.uuid,
      user_key: signatory.user,
      address_digest: digestOf(signatory),
      name: disclosed(signatory.name, ''),
      role: disclosed(signatory.role, ''),
      status: signatory.status,
      ...fieldsDue(state, signatory.uuid),
      // By when they were added, not by order: reordering must not change anybody's colour.
      colour: state.signatories.indexOf(signatory),
    })),
    ...(customFields.length > 0 ? { user_defined_attributes: customFields } : {}),
    final_file_key: finished ? finals[0]! : null,
    revision,
  }
}

/** Of all documents together: what needs somebody comes before what is under way. */
function sealingOf(state: PackState): ListRow['sealing'] {
  const states = remainingDocuments(state).map(({ sealing }) => sealing.state)
  if (states.length > 0 && states.every((each) => each === 'sealed')) return 'sealed'
  if (states.includes('failed')) return 'failed'
  return states.some((each) => each !== 'not-started') ? 'running' : 'not-started'
}
