import type { CONVERSION_FAILURES, FieldValue, SealingFailure, VisitMoment } from './events/index.ts'
import type { FieldExtraValues, FieldPropertyCommand } from './field-properties.ts'
import type { FieldTypeName } from './field-types/names.ts'
import type { SettingCommand } from './settings.ts'
import type {
  AppendixAudience,
  Assignee,
  Channel,
  FormEntryType,
  Found,
  NotificationAction,
  NotificationEvent,
  RuleTarget,
} from './state.ts'

type Place = { readonly page: number; readonly x: number; readonly y: number }
type Size = { readonly width: number; readonly height: number }

/** Lengths in whole thousandths of a point. New ids come with the command, so that sending it twice changes nothing. */
export type PackCommand =
  // lifecycle
  | { do: 'CreatePack'; workspace: string; creator: string; kind: 'document' | 'template'; name: string; from: string | null }
  /** The document is that of a row of a bulk send. */
  | { do: 'RecordBulkSendRow'; bulkSend: string; description: string; row: number }
  | { do: 'RenamePack'; name: string }
  /** `requests` supplies one new request id per signatory who may be asked. */
  | { do: 'RequestSignatures'; requests: Readonly<Record<string, string>> }
  | { do: 'RevertToSetup' }
  | { do: 'MarkAsComplete' }
  /** To the end of this day, in the zone of who says so; null: without end. A later one revives what has ended. */
  | { do: 'SetExpiry'; day: string | null; remindDays: number | null }
  | { do: 'ExpireRequests'; day: string }
  /** `requests` supplies one new request id per signatory who may be reminded. */
  | { do: 'RemindOfExpiry'; day: string; requests: Readonly<Record<string, string>> }
  | { do: 'TrashPack' }
  | { do: 'RestorePack' }
  /** After `from` has left this workspace. */
  | { do: 'TakeOverPack'; workspace: string; from: string; to: string }
  /** Whether it may leave, and whether it may come, both workspaces decided. */
  | { do: 'MovePack'; from: string; to: string }
  // documents
  | { do: 'AddDocument'; document: string; name: string }
  | { do: 'RenameDocument'; document: string; name: string }
  /** One of several. The last one goes with its pack, to the trash. */
  | { do: 'RemoveDocument'; document: string }
  | { do: 'ReceiveFile'; document: string; file: string; digest: string; size: number; filename: string }
  | {
      do: 'RecordConversion'
      document: string
      source: string
      file: string
      digest: string
      size: number
      pages: readonly Size[]
      repaired: boolean
      /** What else the upload held; left out: nothing. */
      found?: Found
    }
  | { do: 'RecordConversionFailure'; document: string; source: string; reason: (typeof CONVERSION_FAILURES)[number] }
  | { do: 'RetryConversion'; document: string }
  | {
      do: 'AnswerFormFields'
      document: string
      taken: boolean
      /** The pages without what they show in the place of the fields that are taken over; left out: they stay as they are. */
      cleared?: { readonly from: string; readonly file: string; readonly digest: string; readonly size: number }
    }
  // fields
  | ({
      do: 'PlaceField'
      field: string
      document: string
      type: FieldTypeName
      assignee: Assignee
      /** Left out: what the type prescribes. */
      required?: boolean
      customId?: string
      description?: string
      options?: readonly string[]
      group?: string | null
      exclusive?: boolean
      autoDate?: boolean
      /** Also on top of another field: a copy keeps its fields where they were. */
      overlapping?: boolean
    } & FieldExtraValues &
      Place &
      Size)
  /** Another one like `of`, in the same place of another document. */
  | { do: 'RepeatField'; field: string; of: string; document: string }
  | ({ do: 'MoveField'; field: string } & Place)
  /** Its place is said where it was sized from the left or the top. */
  | ({ do: 'ResizeField'; field: string; x?: number; y?: number } & Size)
  | { do: 'RetypeField'; field: string; type: FieldTypeName }
  | { do: 'AssignField'; field: string; assignee: Assignee }
  | { do: 'SetFieldRequired'; field: string; required: boolean }
  | { do: 'SetFieldCustomId'; field: string; customId: string }
  | { do: 'DescribeField'; field: string; description: string }
  | { do: 'SetFieldOptions'; field: string; options: readonly string[] }
  /** What is left out stays as it is, here and below. */
  | { do: 'GroupField'; field: string; group?: string | null; exclusive?: boolean }
  | { do: 'SetFieldAutoDate'; field: string; on: boolean }
  | FieldPropertyCommand
  | { do: 'RemoveField'; field: string }
  | { do: 'RestoreField'; field: string }
  /** `by`: the signatory's uuid, or 'self' for the sender's own fields. */
  | { do: 'FillField'; field: string; by: string; value: FieldValue }
  | { do: 'ClearField'; field: string; by: string }
  /** A note from the person who adds it, also while others sign. */
  | ({ do: 'AddNote'; field: string; by: string; document: string; text: string } & Place & Size)
  // rules
  /** `condition` in infix notation, with the keys of the fields that it asks of. */
  | { do: 'SetFieldRule'; rule: string; target: RuleTarget; condition: string }
  | { do: 'RemoveFieldRule'; rule: string }
  // form
  /** `after`: the entry that it follows; null: it comes first. */
  | { do: 'AddFormEntry'; entry: string; type: FormEntryType; asksFor: string | null; label: string; after: string | null }
  | { do: 'RetypeFormEntry'; entry: string; type: FormEntryType }
  | { do: 'LabelFormEntry'; entry: string; label: string }
  | { do: 'MoveFormEntry'; entry: string; after: string | null }
  | { do: 'RemoveFormEntry'; entry: string }
  | { do: 'RestoreFormEntry'; entry: string }
  // signatories
  | { do: 'AddSignatory'; signatory: string; role?: string }
  | { do: 'SetSignatoryRole'; signatory: string; role: string }
  | { do: 'NameSignatory'; signatory: string; name: string }
  | { do: 'SetSignatoryEmail'; signatory: string; email: string }
  | { do: 'SetSignatoryMobile'; signatory: string; mobile: string }
  | { do: 'SetSignatoryChannel'; signatory: string; channel: Channel }
  | { do: 'LinkSignatoryToUser'; signatory: string; user: string | null }
  | { do: 'SetSignatoryOptional'; signatory: string; optional: boolean }
  | { do: 'SwitchNotifications'; signatory: string; about: 'signing' | 'viewing'; on: boolean }
  /** With the fields assigned to the signatory; refused while there are any, unless `withFields`. */
  | { do: 'RemoveSignatory'; signatory: string; withFields: boolean }
  | { do: 'RestoreSignatory'; signatory: string }
  /** Each step names signatories, and the group that they are, if they are one. */
  | { do: 'SetSigningOrder'; steps: readonly (readonly string[])[] }
  /** Left out: 'Signer group n'. It turns groups on. */
  | { do: 'AddSignerGroup'; group: string; name?: string }
  | { do: 'NameSignerGroup'; group: string; name: string }
  | { do: 'RemoveSignerGroup'; group: string }
  /** Into a group, after those who are in it; null: out of the one they are in, to sign right after it. */
  | { do: 'SetSignatoryGroup'; signatory: string; group: string | null }
  | { do: 'AddCopyRecipient'; recipient: string }
  | { do: 'NameCopyRecipient'; recipient: string; name: string }
  | { do: 'SetCopyRecipientEmail'; recipient: string; email: string }
  | { do: 'SetCopyRecipientMobile'; recipient: string; mobile: string }
  | { do: 'RemoveCopyRecipient'; recipient: string }
  // settings
  | SettingCommand
  | { do: 'SetSigningMethods'; drawn?: boolean; typed?: boolean; uploaded?: boolean }
  | { do: 'LockFields' }
  | { do: 'UnlockFields' }
  // custom fields
  /** What is left out stays as it is. Without an id, it follows from the name. */
  | {
      do: 'SetCustomField'
      customField: string
      id?: string
      name?: string
      value?: string
      required?: boolean
      visible?: boolean
      /** The custom field that this one is a copy of. */
      from?: string
    }
  | { do: 'RemoveCustomField'; customField: string }
  | { do: 'RestoreCustomField'; customField: string }
  // appendices
  /** Left out: what a supporting document has by itself. */
  | {
      do: 'AddAppendix'
      appendix: string
      audience?: readonly AppendixAudience[]
      required?: boolean
      customId?: string
      description?: string
    }
  /** Its file, or another in its place. */
  | { do: 'AttachAppendixFile'; appendix: string; file: string; digest: string; size: number; filename: string }
  | { do: 'DescribeAppendix'; appendix: string; description: string }
  | { do: 'SetAppendixCustomId'; appendix: string; customId: string }
  | { do: 'SetAppendixAudience'; appendix: string; audience: readonly AppendixAudience[] }
  | { do: 'SetAppendixRequired'; appendix: string; required: boolean }
  | { do: 'RemoveAppendix'; appendix: string }
  | { do: 'RestoreAppendix'; appendix: string }
  // requests
  /** Without a channel by the signatory's own. */
  | { do: 'ResendRequest'; signatory: string; request: string; channel?: Channel }
  /** While a request waits: a new address, the old links die, a new request goes out. */
  | { do: 'CorrectAddress'; signatory: string; name?: string; email?: string; mobile?: string; request: string }
  | { do: 'IssueSigningLink'; signatory: string; link: string; purpose: 'sign' | 'sign_in_person'; request: string | null }
  /** Of a link to sign in person, by the host who gave the device away. */
  | { do: 'TakeBackSigningLink'; signatory: string; link: string }
  | { do: 'RevealMailLink'; mail: string; user: string }
  | { do: 'RecordRequestSent'; signatory: string; request: string; link?: string; kept?: boolean }
  | { do: 'RecordRequestFailed'; signatory: string; request: string; bounced: boolean; detail: string }
  // notifications
  /** `countdown` in seconds. What is left out stays as it is; a new rule needs an event and an action. */
  | { do: 'SetNotificationRule'; rule: string; event?: NotificationEvent; action?: NotificationAction; countdown?: number | null }
  | { do: 'RemoveNotificationRule'; rule: string }
  /** A rule's moment has come; `notice` is the id of the message that follows. */
  | { do: 'GiveNotification'; rule: string; about: string | null; occasion: string | null; notice: string }
  // signing
  | { do: 'RecordOpened'; user: string }
  | { do: 'RecordVisit'; signatory: string; visit: string; link: string; view: string }
  /**
   * The signer's actions on the page besides filling in; known moments decide nothing. `told` names the page that reports, and how
   * many moments it reported before these. It may report known ones again for lack of an answer.
   */
  | { do: 'ObserveVisit'; signatory: string; visit: string; moments: readonly VisitMoment[]; told?: { by: string; before: number } }
  /** `by` says who the signer is whom the field has set up; `identified`: they have checked it. */
  | { do: 'SetUpSignatory'; field: string; by: string; name: string; email: string; mobile: string; identified: boolean }
  | { do: 'GiveConsent'; signatory: string; version: string }
  | { do: 'PostponeSigning'; signatory: string }
  /** `view` is the digest of the view that was signed; `requests` as for RequestSignatures, for those whose turn comes. */
  | {
      do: 'CompleteSigning'
      signatory: string
      consent: string
      view: string
      /** The day on the signer's device, for dates that set themselves. Absent: the server's, in their zone. */
      date?: string
      requests: Readonly<Record<string, string>>
      /** By which link they sign; one to sign in person has a host. */
      link?: string
      /** It is said to be signed in the host's presence: refused where there is none. */
      inPresence?: boolean
    }
  | { do: 'RejectSigning'; signatory: string; reason: string }
  /** One document of several; with the last one the pack is rejected. */
  | { do: 'RejectDocument'; signatory: string; document: string; reason: string }
  /** By the team. `viewing`: they still get the signed document; `requests` as for RequestSignatures, for those whose turn comes. */
  | { do: 'ExcludeSignatory'; signatory: string; viewing: boolean; requests: Readonly<Record<string, string>> }
  // sealing
  /** `attempt` asks for that very attempt, so that a broken one can be given up; left out, a running one stands. */
  | { do: 'StartSealing'; document: string; attempt?: number }
  /** `added`: how many of the pages show the seal and the history. */
  | {
      do: 'RecordStamped'
      document: string
      attempt: number
      pages: readonly string[]
      added?: { readonly seal: number; readonly audit: number }
    }
  | { do: 'RecordSealed'; document: string; attempt: number; file: string; digest: string; size: number }
  | {
      do: 'RecordSealingFailure'
      document: string
      attempt: number
      reason: SealingFailure
      details?: string | null
      final: boolean
    }
  | { do: 'RetrySealing'; document: string }
  | { do: 'RenewSeal'; document: string }
  | { do: 'QueueFinalCopy'; recipient: string; mail: string }
  | { do: 'RecordFinalCopySent'; recipient: string; mail: string; kept?: boolean }
  | { do: 'RecordFinalCopyFailed'; recipient: string; mail: string; bounced: boolean }
  // erasure
  /** What is held of these people goes for good: signatories, recipients of copies. */
  | { do: 'ErasePeople'; people: readonly string[] }
  /** It had gone before a restore brought it back. */
  | { do: 'RepeatErasure'; people: readonly string[] }

export type CommandName = PackCommand['do']
export type CommandOf<N extends CommandName> = Extract<PackCommand, { do: N }>
