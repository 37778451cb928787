import { z } from 'zod'

const key = z.uuid()
/** null: erased. */
const name = z.string().nullable()
/** Its name, and where it stands after the event. */
const document = z.object({ key, name, status: z.enum(['setup', 'awaiting_signatures', 'complete', 'rejected']), template: key.nullable() })
/** Who did it: null where a signer or Paraph itself did, or where the subscriber may not see the members of the team. */
const by = z.object({ user: key }).nullable()
const signer = z.object({ key, name, role: name })

const DOCUMENT = {
  key: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'Mutual non-disclosure agreement',
  status: 'awaiting_signatures',
  template: null,
} as const
const SIGNER = { key: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Ada Lovelace', role: 'Client' } as const
const BY = { user: '550e8400-e29b-41d4-a716-446655440000' } as const

interface Published<D> {
  readonly version: number
  /** One sentence for people. */
  readonly says: string
  readonly data: z.ZodType<D>
  readonly example: D
}
/** A new field leaves the version as it is; a field that changes or goes makes the next one. */
const published = <D>(version: number, says: string, data: z.ZodType<D>, example: D): Published<D> => ({ version, says, data, example })

const ofDocument = (says: string, status: z.infer<typeof document>['status']) =>
  published(1, says, z.object({ document, by }), { document: { ...DOCUMENT, status }, by: BY })
const ofSigner = (says: string) => published(1, says, z.object({ document, signer }), { document: DOCUMENT, signer: SIGNER })

/** The lifecycle events that subscribers can receive, by type: what OpenAPI, /docs and the screens list. */
export const LIFECYCLE_EVENTS = {
  'document.created': ofDocument('A document was created.', 'setup'),
  'document.sent': ofDocument('A document was sent for signature.', 'awaiting_signatures'),
  'document.completed': ofDocument('All signatures are there, or a member marked the document as complete.', 'complete'),
  'document.sealed': ofDocument('The final files of a complete document can be downloaded.', 'complete'),
  'document.rejected': ofDocument('A signer declined, and the document ended with it.', 'rejected'),
  'document.child-rejected': published(
    1,
    'A signer rejected one document of several; the others can still be signed.',
    z.object({ document, child: z.object({ key, name }), signer }),
    { document: DOCUMENT, child: { key: 'c56a4180-65aa-42ec-a945-5fd21dec0538', name: 'Schedule of fees' }, signer: SIGNER },
  ),
  'document.reverted': ofDocument('A member took a document back to setup.', 'setup'),
  'document.expired': ofDocument('The last day for signing passed.', 'awaiting_signatures'),
  'document.trashed': ofDocument('A document was moved to the trash.', 'setup'),
  'document.restored': ofDocument('A document was recovered from the trash.', 'setup'),
  'document.moved_out': ofDocument('A document was moved to another workspace.', 'setup'),
  'document.moved_in': ofDocument('A document came from another workspace.', 'setup'),
  'document.deleted': published(1, 'A document was deleted for good.', z.object({ document: z.object({ key }) }), {
    document: { key: DOCUMENT.key },
  }),
  'signer.requested': ofSigner('A signature request was sent to a signer.'),
  'signer.opened': ofSigner('A signer opened the document.'),
  'signer.completed': ofSigner('A signer finished signing.'),
  'signer.rejected': ofSigner('A signer declined to sign.'),
  'message.bounced': published(
    1,
    'A signature request or a final copy could not be delivered.',
    z.object({ document, message: z.enum(['request', 'final-copy']), recipient: z.object({ key, name }) }),
    { document: DOCUMENT, message: 'request', recipient: { key: SIGNER.key, name: SIGNER.name } },
  ),
  'person.erased': published(
    1,
    'The personal data of signers or copy recipients was erased from a document. Erase it in your system, too.',
    z.object({ document, people: z.array(key) }),
    { document: DOCUMENT, people: [SIGNER.key] },
  ),
} as const
export type LifecycleType = keyof typeof LIFECYCLE_EVENTS
export const LIFECYCLE_TYPES = Object.keys(LIFECYCLE_EVENTS) as readonly LifecycleType[] as readonly [LifecycleType, ...LifecycleType[]]
export const isLifecycleType = (type: string): type is LifecycleType => Object.hasOwn(LIFECYCLE_EVENTS, type)

export type DataOf<T extends LifecycleType> = z.infer<(typeof LIFECYCLE_EVENTS)[T]['data']>
/** What happened to a document, as it is published. */
export type LifecycleEntry = {
  [T in LifecycleType]: {
    /** Follows from the stored event: the same one however often it is derived or sent. */
    readonly id: string
    readonly type: T
    readonly version: number
    /** UTC, ISO 8601 with milliseconds. */
    readonly time: string
    readonly workspace: string
    readonly document: string
    /** The template or document that it was made from. */
    readonly template: string | null
    readonly data: DataOf<T>
  }
}[LifecycleType]
