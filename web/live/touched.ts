import { type CommandOf, FIELD_PROPERTIES, type FieldProperty as InTable, type PackCommand, SETTINGS } from '#domain/pack'
import type {
  AppendixProperty,
  CustomFieldProperty,
  DocumentProperty,
  FieldProperty,
  FormEntryProperty,
  RecipientProperty,
  SignatoryProperty,
} from './properties.ts'

/** The properties of its record that a command changes. What is left out of a record stays as it is. */
export function touchedBy(command: PackCommand): readonly string[] {
  const name = command.do
  const said = SAID[name]
  if (said) return Object.entries(said).flatMap(([argument, property]) => (argument in command ? property : []))
  if (name === 'SwitchNotifications') return [NOTIFICATIONS[command.about]]
  if (name === 'SetFieldRule' || name === 'RemoveFieldRule') return ['condition']
  return (
    IN_FIELD[name] ??
    IN_SIGNATORY[name] ??
    IN_RECIPIENT[name] ??
    IN_APPENDIX[name] ??
    IN_FORM[name] ??
    IN_CUSTOM_FIELD[name] ??
    IN_DOCUMENT[name] ??
    []
  )
}

type Argument<N extends PackCommand['do']> = Exclude<keyof CommandOf<N>, 'do' | 'field'>

/** Of these a command says what it is given, and of the rest nothing: another may be changing that in the same moment. */
const SAID: {
  readonly [N in PackCommand['do']]?: { readonly [A in Argument<N>]?: FieldProperty | DocumentProperty | CustomFieldProperty }
} = {
  ResizeField: { x: 'x', y: 'y', width: 'width', height: 'height' },
  GroupField: { group: 'checkbox_group', exclusive: 'is_mutually_exclusive' },
  SetDelegatedSetup: { role: 'signer_role_to_setup', identification: 'identification_used_during_setup' },
  SetCustomField: { id: 'id', name: 'name', value: 'value', required: 'required', visible: 'visible_on_ui' },
  SetSigningMethods: { drawn: 'can_use_drawn_signature', typed: 'can_use_typed_signature', uploaded: 'can_use_uploaded_signature' },
}
const NOTIFICATIONS = {
  signing: 'can_receive_signing_notifications',
  viewing: 'can_receive_viewing_notifications',
} as const satisfies Readonly<Record<string, SignatoryProperty>>

type Touched<P> = { readonly [N in PackCommand['do']]?: readonly P[] }

const wireOf = ({ wire }: InTable) => Object.keys(wire) as FieldProperty[]

const IN_FIELD: Touched<FieldProperty> = {
  PlaceField: [
    'document_key',
    'type',
    'is_question_field',
    'page',
    'x',
    'y',
    'width',
    'height',
    'signatory_uuid',
    'required',
    'custom_id',
    'description',
    'options_as_csv',
    'checkbox_group',
    'is_mutually_exclusive',
    'auto_assign_date',
    ...FIELD_PROPERTIES.flatMap(wireOf),
  ],
  AddNote: ['document_key', 'type', 'page', 'x', 'y', 'width', 'height', 'data'],
  RepeatField: ['document_key'],
  MoveField: ['page', 'x', 'y'],
  RetypeField: ['type', 'is_question_field'],
  AssignField: ['signatory_uuid'],
  SetFieldRequired: ['required'],
  SetFieldCustomId: ['custom_id'],
  DescribeField: ['description'],
  SetFieldOptions: ['options_as_csv'],
  SetFieldAutoDate: ['auto_assign_date'],
  ...Object.fromEntries(FIELD_PROPERTIES.map((property) => [property.command, wireOf(property)])),
  RemoveField: ['removed'],
  RestoreField: ['removed'],
  FillField: ['data'],
  ClearField: ['data'],
}

const IN_SIGNATORY: Touched<SignatoryProperty> = {
  AddSignatory: ['role'],
  SetSignatoryRole: ['role'],
  NameSignatory: ['name'],
  SetSignatoryEmail: ['email'],
  SetSignatoryMobile: ['mobile_number'],
  SetSignatoryChannel: ['primary_communication_channel'],
  LinkSignatoryToUser: ['user_key'],
  SetSignatoryOptional: ['is_optional'],
  RemoveSignatory: ['removed'],
  RestoreSignatory: ['removed'],
}

const IN_RECIPIENT: Touched<RecipientProperty> = {
  AddCopyRecipient: ['name', 'email', 'mobile_number'],
  NameCopyRecipient: ['name'],
  SetCopyRecipientEmail: ['email'],
  SetCopyRecipientMobile: ['mobile_number'],
  RemoveCopyRecipient: ['removed'],
}

const IN_APPENDIX: Touched<AppendixProperty> = {
  AddAppendix: ['description', 'custom_id', 'required', 'audience'],
  AttachAppendixFile: ['file_key', 'filename'],
  DescribeAppendix: ['description'],
  SetAppendixCustomId: ['custom_id'],
  SetAppendixAudience: ['audience'],
  SetAppendixRequired: ['required'],
  RemoveAppendix: ['removed'],
  RestoreAppendix: ['removed'],
}

const IN_FORM: Touched<FormEntryProperty> = {
  AddFormEntry: ['type', 'label', 'data', 'after'],
  RetypeFormEntry: ['type'],
  LabelFormEntry: ['label'],
  MoveFormEntry: ['after'],
  RemoveFormEntry: ['removed'],
  RestoreFormEntry: ['removed'],
}

const IN_CUSTOM_FIELD: Touched<CustomFieldProperty> = {
  RemoveCustomField: ['removed'],
  RestoreCustomField: ['removed'],
}

const IN_DOCUMENT: Touched<DocumentProperty> = {
  RenamePack: ['document_name'],
  RenameDocument: ['document_name'],
  ...Object.fromEntries(SETTINGS.map(({ command, wire }) => [command, [wire]])),
  SetExpiry: ['expires_on', 'expiry_reminder_days'],
  LockFields: ['data_fields_locked'],
  UnlockFields: ['data_fields_locked'],
  SetSigningOrder: ['signing_order'],
  AddSignerGroup: ['signer_groups'],
  NameSignerGroup: ['signer_groups'],
  RemoveSignerGroup: ['signer_groups'],
}
