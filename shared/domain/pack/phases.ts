import type { CommandName } from './commands.ts'
import { FIELD_PROPERTIES, type FieldPropertyCommand } from './field-properties.ts'
import { type Refused, refuse } from './refuse.ts'
import { SETTINGS, type SettingCommand } from './settings.ts'
import type { PackState } from './state.ts'
import { hasConversionError } from './status.ts'

/**
 * When a command is possible at all. `editing`: in setup, without a conversion error; `mending`: in setup, whatever
 * became of the conversion; `requested`: awaiting signatures; `managed`: awaiting signatures or rejected; `kept`: in
 * any status, but not in the trash; `any`: always.
 */
type Phase = 'new' | 'editing' | 'mending' | 'requested' | 'managed' | 'kept' | 'any'

const properties = Object.fromEntries(FIELD_PROPERTIES.map(({ command }) => [command, 'editing'])) as Readonly<
  Record<FieldPropertyCommand['do'], Phase>
>
const settings = Object.fromEntries(SETTINGS.map(({ command }) => [command, 'editing'])) as Readonly<Record<SettingCommand['do'], Phase>>

const PHASES: { readonly [name in CommandName]: Phase } = {
  CreatePack: 'new',
  RecordBulkSendRow: 'editing',
  RenamePack: 'editing',
  RequestSignatures: 'editing',
  RevertToSetup: 'kept',
  MarkAsComplete: 'requested',
  // In setup, and later to extend it: until it is complete or rejected.
  SetExpiry: 'kept',
  ExpireRequests: 'requested',
  RemindOfExpiry: 'requested',
  TrashPack: 'any',
  RestorePack: 'any',
  TakeOverPack: 'any',
  MovePack: 'any',

  AddDocument: 'mending',
  RenameDocument: 'editing',
  RemoveDocument: 'mending',
  ReceiveFile: 'mending',
  // A conversion that was under way when something else happened still ended.
  RecordConversion: 'any',
  RecordConversionFailure: 'any',
  RetryConversion: 'mending',
  AnswerFormFields: 'editing',

  PlaceField: 'editing',
  RepeatField: 'editing',
  MoveField: 'editing',
  ResizeField: 'editing',
  RetypeField: 'editing',
  AssignField: 'editing',
  SetFieldRequired: 'editing',
  SetFieldCustomId: 'editing',
  DescribeField: 'editing',
  SetFieldOptions: 'editing',
  GroupField: 'editing',
  SetFieldAutoDate: 'editing',
  ...properties,
  RemoveField: 'editing',
  RestoreField: 'editing',
  // Who fills in decides when: the sender in setup, a signatory in turn.
  AddNote: 'kept',
  FillField: 'kept',
  ClearField: 'kept',

  SetFieldRule: 'editing',
  RemoveFieldRule: 'editing',

  AddFormEntry: 'editing',
  RetypeFormEntry: 'editing',
  LabelFormEntry: 'editing',
  MoveFormEntry: 'editing',
  RemoveFormEntry: 'editing',
  RestoreFormEntry: 'editing',

  AddSignatory: 'editing',
  SetSignatoryRole: 'editing',
  NameSignatory: 'editing',
  SetSignatoryEmail: 'editing',
  SetSignatoryMobile: 'editing',
  SetSignatoryChannel: 'editing',
  LinkSignatoryToUser: 'editing',
  SetSignatoryOptional: 'editing',
  SwitchNotifications: 'editing',
  RemoveSignatory: 'editing',
  RestoreSignatory: 'editing',
  SetSigningOrder: 'editing',
  AddSignerGroup: 'editing',
  NameSignerGroup: 'editing',
  RemoveSignerGroup: 'editing',
  SetSignatoryGroup: 'editing',
  AddCopyRecipient: 'editing',
  NameCopyRecipient: 'editing',
  SetCopyRecipientEmail: 'editing',
  SetCopyRecipientMobile: 'editing',
  RemoveCopyRecipient: 'editing',

  ...settings,
  SetSigningMethods: 'editing',
  LockFields: 'editing',
  UnlockFields: 'editing',

  SetCustomField: 'editing',
  RemoveCustomField: 'editing',
  RestoreCustomField: 'editing',

  AddAppendix: 'editing',
  AttachAppendixFile: 'editing',
  DescribeAppendix: 'editing',
  SetAppendixCustomId: 'editing',
  SetAppendixAudience: 'editing',
  SetAppendixRequired: 'editing',
  RemoveAppendix: 'editing',
  RestoreAppendix: 'editing',

  ResendRequest: 'requested',
  CorrectAddress: 'managed',
  IssueSigningLink: 'requested',
  // In every later state of the pack, the host gets their device back.
  TakeBackSigningLink: 'any',
  RevealMailLink: 'any',
  // News of a mail may come after whatever happened to the pack meanwhile.
  RecordRequestSent: 'any',
  RecordRequestFailed: 'any',

  SetNotificationRule: 'kept',
  RemoveNotificationRule: 'kept',
  GiveNotification: 'kept',

  RecordOpened: 'any',
  RecordVisit: 'kept',
  ObserveVisit: 'kept',
  SetUpSignatory: 'kept',
  GiveConsent: 'kept',
  PostponeSigning: 'kept',
  CompleteSigning: 'kept',
  RejectSigning: 'kept',
  RejectDocument: 'kept',
  ExcludeSignatory: 'requested',

  // A pack that was complete before it went to the trash is still sealed.
  StartSealing: 'any',
  RecordStamped: 'any',
  RecordSealed: 'any',
  RecordSealingFailure: 'any',
  RetrySealing: 'kept',
  RenewSeal: 'kept',
  QueueFinalCopy: 'any',
  RecordFinalCopySent: 'any',
  RecordFinalCopyFailed: 'any',

  // What it finds decides.
  ErasePeople: 'any',
  RepeatErasure: 'any',
}

/** Why a command is not possible now, for any actor; null where it is. */
export function outOfPhase(name: CommandName, state: PackState): Refused | null {
  const phase = PHASES[name]
  if (phase === 'new') return state.exists ? refuse('pack-exists') : null
  if (!state.exists) return refuse('pack-missing')
  if (phase === 'any') return null
  if (state.trashed !== null) return refuse('in-trash')
  switch (phase) {
    case 'kept':
      return null
    case 'editing':
      if (state.status !== 'setup') return refuse('not-in-setup')
      return hasConversionError(state) ? refuse('conversion-error') : null
    case 'mending':
      return state.status === 'setup' ? null : refuse('not-in-setup')
    case 'requested':
      return state.status === 'awaiting_signatures' ? null : refuse('not-awaiting-signatures')
    case 'managed':
      return state.status === 'awaiting_signatures' || state.status === 'rejected' ? null : refuse('not-managed')
    default:
      return phase satisfies never
  }
}
