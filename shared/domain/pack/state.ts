import type { Private } from '#domain/kernel'
import type { ChangeScope } from './change-scopes.ts'
import type {
  APPENDIX_AUDIENCES,
  CHANNELS,
  CLAIMED_STANDARDS,
  CONVERSION_FAILURES,
  FieldValue,
  FORM_ENTRY_TYPES,
  NOTIFICATION_ACTIONS,
  NOTIFICATION_EVENTS,
} from './events/index.ts'
import type { FieldExtras } from './field-properties.ts'
import type { FieldTypeName } from './field-types/names.ts'
import type { Settings } from './settings.ts'

/** The status of a pack as stored. 'awaiting_my_signature' is a list filter, 'conversion_error' belongs to a document. */
export type PackStatus = 'setup' | 'awaiting_signatures' | 'complete' | 'rejected'
/** The status as the specification shows it. */
export type ShownStatus = PackStatus | 'conversion_error'
export type SignatoryStatus = 'setup' | 'awaiting_signatures' | 'complete' | 'rejected' | 'excluded'
export type FormEntryType = (typeof FORM_ENTRY_TYPES)[number]
export type Channel = (typeof CHANNELS)[number]
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number]
export type ConversionFailure = (typeof CONVERSION_FAILURES)[number]
export type AppendixAudience = (typeof APPENDIX_AUDIENCES)[number]
export type Assignee = string | 'self' | null

/** Everything true about a pack at one revision. Plain JSON: it travels to browsers and is digested as a view. */
export interface PackState {
  readonly exists: boolean
  readonly workspace: string
  /** Where it was before it was moved; absent where it never was. */
  readonly earlierWorkspaces?: readonly string[]
  readonly creator: string
  /** Whose it is since its creator left the workspace; absent where it is still the creator's. */
  readonly takenOverBy?: string
  readonly kind: 'document' | 'template'
  readonly name: Private<string>
  readonly from: string | null
  /** The bulk send and the row that made it; absent where none did. */
  readonly bulkSend?: { readonly key: string; readonly description: Private<string>; readonly row: number }
  readonly status: PackStatus
  readonly round: number
  readonly settings: PackSettings
  readonly documents: readonly ChildDocument[]
  readonly fields: { readonly [field: string]: Field }
  /** What decides by itself which fields take part; absent where there is no rule. */
  readonly rules?: readonly FieldRule[]
  /** What the pages are shown as to those who fill in a form, in its order; absent where nobody arranged one. */
  readonly form?: readonly FormEntry[]
  /** User-defined attributes in the order in which they were added; absent where there never was one. */
  readonly customFields?: readonly CustomField[]
  /** Names, subject and message as they were written, while they name values of custom fields. */
  readonly written?: PlaceholderTexts
  /** Field keys in the order in which they were placed. */
  readonly fieldOrder: readonly string[]
  readonly signatories: readonly Signatory[]
  /** Signatories who sign at the same time, under a name, in the order in which the groups were added; absent where there is none. */
  readonly groups?: readonly SignerGroup[]
  /** All that were ever added, in that order, so that one that comes back has its place again; absent until one is deleted. */
  readonly groupsKnown?: readonly string[]
  /**
   * Signing order: steps, each with the signatories who sign in parallel, after the group that they are, if they are one. Removed
   * signatories may still be named.
   */
  readonly steps: readonly (readonly string[])[]
  readonly copyRecipients: readonly CopyRecipient[]
  /** Supporting documents in the order in which they were added. */
  readonly appendices: readonly Appendix[]
  /** Final copies by recipient: a signatory, a copy recipient, or whom else the process names. */
  readonly finalCopies: { readonly [recipient: string]: FinalCopy }
  readonly notifications: Notifications
  /** When each member of the team opened the pack last. */
  readonly opened: { readonly [user: string]: string }
  /** How often each signatory chose to continue later; absent while none did. A signatory sees their own. */
  readonly postponements?: { readonly [signatory: string]: number }
  /** What each signatory looked at in their visit now, where the workspace records it. */
  readonly observed: { readonly [signatory: string]: VisitObserved }
  /** Mails whose secret link was read in the outbox, and by which administrators. */
  readonly revealed: { readonly [mail: string]: readonly string[] }
  /** The last revision at which each ground of decisions moved; null for viewers who do not see all that moves. */
  readonly moved: { readonly [ground in ChangeScope]?: number } | null
  /** Until when the request can be signed; absent where it has no end. */
  readonly expiry?: Expiry
  readonly statusSince: string
  readonly created: string
  readonly updated: string
  readonly completed: string | null
  readonly trashed: string | null
}

/** Every text of a document in which placeholders stand. */
export interface PlaceholderTexts {
  readonly name: Private<string>
  readonly subject: Private<string>
  readonly message: Private<string>
  readonly documents: Readonly<Record<string, Private<string>>>
}

export interface CustomField {
  readonly key: string
  /** By which people name it, as in `{{id}}`. */
  readonly id: Private<string>
  readonly name: Private<string>
  readonly value: Private<string>
  readonly required: boolean
  /** Shown where the document is prepared; what is hidden there is in no text that signers read. */
  readonly visible: boolean
  readonly from: string | null
  /** Where its value came from, unless somebody entered it here. */
  readonly origin?: 'copied' | 'bulk-send'
  readonly removed: boolean
}

export interface Expiry {
  /** The last day on which it can be signed, in this zone. */
  readonly day: string
  readonly zone: string
  /** How many days before signers are reminded; null: they are not. */
  readonly remindDays: number | null
  readonly reminded: boolean
  /** The day has passed without all signatures. */
  readonly over: boolean
}

/** What is written by itself, and when it was written last: one entry for each rule and whom it is about. */
export interface Notifications {
  readonly rules: readonly NotificationRule[]
  readonly given: readonly {
    readonly rule: string
    readonly about: string | null
    readonly occasion: string | null
    readonly notice: string
    readonly at: string
  }[]
}
export interface NotificationRule {
  readonly key: string
  readonly event: NotificationEvent
  readonly action: NotificationAction
  readonly recipient: 'owner' | 'signer'
  /** Seconds; null where the event itself is the moment. */
  readonly countdown: number | null
  /** When it was set as it is. */
  readonly since: string
  /** What had failed by then, by occasion: nobody wanted to know of it. Clocks may say otherwise. */
  readonly past: readonly string[]
}

export interface VisitObserved {
  readonly visit: string
  readonly pages: readonly { readonly document: string; readonly page: number }[]
  readonly fields: readonly string[]
  readonly pauses: number
  readonly away: boolean
  /** Absent while they have kept to the pages. */
  readonly shownAs?: 'form' | 'pages'
  readonly switches?: number
  /** How many moments each of their pages has reported; absent where none gave a number. */
  readonly told?: { readonly [page: string]: number }
}

/** With the settings of its table. */
export interface PackSettings extends Settings {
  readonly sequential: boolean
  readonly subject: Private<string>
  readonly message: Private<string>
  readonly postSigningUrl: Private<string>
  readonly methods: { readonly drawn: boolean; readonly typed: boolean; readonly uploaded: boolean }
  readonly oneClickSigning: boolean
  readonly oneClickInitial: boolean
  readonly wizard: boolean
  readonly firstSignerMultiEdit: boolean
  readonly obfuscateContactInfo: boolean
  readonly emailOptional: boolean
  readonly twoFactor: boolean
  readonly creatorExcludedFromFinalMail: boolean
  readonly auditTrailInSigned: boolean
  readonly certificateSeal: boolean
  readonly inAppSigningPageUrl: Private<string>
  readonly fieldsLocked: boolean
}

/** The backing file of a document on its way to pages. `source` is the upload's file key. */
export type Conversion =
  | { readonly state: 'waiting' }
  | { readonly state: 'converting'; readonly source: string; readonly size: number }
  | {
      readonly state: 'converted'
      readonly source: string
      readonly file: string
      readonly digest: string
      readonly size: number
      readonly repaired: boolean
    }
  | { readonly state: 'failed'; readonly source: string; readonly reason: ConversionFailure }

/** From the last signature to the final file. `attempt` counts those begun so far. */
export type Sealing =
  | SealingUnderWay
  | {
      readonly state: 'sealed'
      readonly attempt: number
      readonly file: string
      readonly digest: string
      readonly size: number
      /** A new seal on its way: the file stays everybody's until that one is there. */
      readonly renewal: SealingUnderWay | null
    }
export type SealingUnderWay =
  | { readonly state: 'not-started'; readonly attempt: number }
  | { readonly state: 'running'; readonly attempt: number; readonly stamped: boolean }
  | {
      readonly state: 'failed'
      readonly attempt: number
      readonly reason: string
      readonly details: string | null
      readonly final: boolean
    }

/** An upload's content besides its pages. */
export interface Found {
  /** Form fields that stand empty: how many, and the file that lists them. */
  readonly formFields: { readonly file: string; readonly count: number } | null
  /** Signatures from before, which a prepared copy no longer proves. */
  readonly signatures: number
  /** Papers of a portfolio; null where it is none. */
  readonly papers: number | null
  /** What the upload claimed to conform to, and the sealed file does not; left out where it claimed nothing, as in older packs. */
  readonly claims?: readonly (typeof CLAIMED_STANDARDS)[number][]
}

export interface ChildDocument {
  readonly key: string
  readonly name: Private<string>
  readonly filename: Private<string>
  readonly position: number
  readonly conversion: Conversion
  /** Kept while a replacement converts, so that fields stay where they are. Thousandths of a point. */
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  /** `answered`: whether the form fields were taken over; null while nobody has said. */
  readonly found: Found & { readonly answered: boolean | null }
  readonly sealing: Sealing
  /** Digest of each page as stamped, once it is. */
  readonly stampedPages: readonly string[]
  /** How many of those were added for the seal and for the history, after the document's own. */
  readonly evidencePages: { readonly seal: number; readonly audit: number }
  /** A signatory rejected it while the others went on. Absent where nobody did. */
  readonly rejected?: { readonly by: string; readonly reason: Private<string>; readonly at: string }
  /** Final files from before it was sealed again. They are kept. */
  readonly earlierFinals: readonly { readonly file: string; readonly digest: string; readonly size: number }[]
}

/** Its target takes part only while the condition is true. Of several rules all have to be. */
export interface FieldRule {
  readonly key: string
  readonly target: RuleTarget
  /** The fields that the condition asks of, which names them by their place here. */
  readonly fields: readonly string[]
  readonly condition: Private<string>
}
/** A field, or all tick boxes of a group. */
export type RuleTarget = { readonly field: string } | { readonly group: string }

export interface FormEntry {
  readonly key: string
  readonly type: FormEntryType
  /** The field that it asks for; null: a heading or a paragraph. */
  readonly asksFor: string | null
  /** The words of a heading or a paragraph, or the question in the place of the field's own name; empty: that name. */
  readonly label: Private<string>
  /** It keeps its place, to come back to. */
  readonly removed: boolean
}

/** With the properties of its table, each absent where a field has none. */
export interface Field extends FieldExtras {
  readonly key: string
  readonly document: string
  readonly page: number
  readonly type: FieldTypeName
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly assignee: Assignee
  readonly required: boolean
  readonly customId: Private<string>
  readonly description: Private<string>
  readonly options: Private<readonly string[]>
  readonly group: string | null
  readonly exclusive: boolean
  readonly autoDate: boolean
  /** null: empty. */
  readonly value: Private<FieldValue> | null
  /** Who filled it in: a signatory's uuid or 'self'. */
  readonly filledBy: Assignee
  /** The field of the same custom id whose value was copied here. Absent where it was not. */
  readonly filledFrom?: string
  /** Put aside by a rule: empty and hidden, and what it held comes back when it is enabled again. Absent where it takes part. */
  readonly disabled?: Pick<Field, 'value' | 'filledBy' | 'filledFrom'>
  readonly removed: boolean
  readonly updated: string
  readonly updatedBy: string
}

export interface Signatory {
  readonly uuid: string
  readonly role: Private<string>
  readonly name: Private<string>
  readonly email: Private<string>
  readonly mobile: Private<string>
  readonly channel: Channel
  readonly user: string | null
  readonly status: SignatoryStatus
  readonly optional: boolean
  /** What they are written to about. */
  readonly notified: { readonly signing: boolean; readonly viewing: boolean }
  /** Whether they were to get the final file until they were excluded. Absent where they never were. */
  readonly viewingBeforeExclusion?: boolean
  readonly removed: boolean
  /** The signature request on its way or delivered; null while queued. */
  readonly request: {
    readonly id: string
    readonly state: 'queued' | 'sent' | 'failed' | 'bounced'
    readonly detail: Private<string>
    readonly at: string
    /** It follows one that arrived. */
    readonly reminds?: true
    /** It stayed in the outbox, without a mail server. */
    readonly kept?: true
  } | null
  /** Over all rounds. */
  readonly requestsSent: number
  /** A request of this round went out. */
  readonly asked: boolean
  /** Links that still work. */
  readonly links: readonly {
    readonly link: string
    readonly purpose: 'sign' | 'sign_in_person'
    /** The host, who took a link to sign in person, by user. Absent on others. */
    readonly host?: string
  }[]
  /** When they were last shown the pack, and the id of that visit. */
  readonly visited: string | null
  readonly visit: string | null
  readonly consent: string | null
  /** Digest of the view they signed. */
  readonly signedView: string | null
  readonly postponed: boolean
  readonly completed: string | null
  /** The user who was present when they signed; empty for viewers who may not know. Absent where they signed alone. */
  readonly inPresenceOf?: string
  /** The signatory who last said who they are. Absent where only the team did; only the team sees it. */
  readonly setUpBy?: string
  readonly rejectionReason: Private<string>
  /** When their data was deleted at their request. Absent while it is there. */
  readonly erased?: string
  readonly created: string
  readonly updated: string
}

export interface SignerGroup {
  readonly uuid: string
  readonly name: Private<string>
  readonly created: string
}

export interface CopyRecipient {
  readonly uuid: string
  readonly name: Private<string>
  readonly email: Private<string>
  readonly mobile: Private<string>
  readonly removed: boolean
  readonly copy: 'none' | 'queued' | 'sent' | 'failed'
  readonly erased?: string
}

/** A supporting document: a file that accompanies the pages, for its audience. */
export interface Appendix {
  readonly key: string
  readonly audience: readonly AppendixAudience[]
  /** It must have its file before signatures are requested. */
  readonly required: boolean
  readonly customId: Private<string>
  readonly description: Private<string>
  /** null until it was uploaded, as in a template that leaves it to each document. */
  readonly file: {
    readonly key: string
    readonly filename: Private<string>
    readonly content: Private<{ readonly digest: string; readonly size: number }>
  } | null
  readonly removed: boolean
  readonly created: string
  readonly updated: string
}

export interface FinalCopy {
  readonly mail: string
  readonly state: 'queued' | 'sent' | 'failed' | 'bounced'
}
