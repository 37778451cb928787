import type { z } from 'zod'
import type { appendixRecord } from '#contract/appendices'
import type { customFieldRecord } from '#contract/custom-fields'
import type { documentRecord, fieldRecord, signatoryRecord } from '#contract/documents'
import type { fieldRuleBody } from '#contract/field-rules'
import { typeToRecord } from '#contract/field-type'
import type { formViewBody } from '#contract/form-views'
import { optionsToCsv } from '#contract/options'
import { disclosed } from '#domain/kernel'
import {
  type Appendix,
  type CopyRecipient,
  type CustomField,
  type Field,
  type FieldPropertyForms,
  type FormEntry,
  fieldValueIn,
  groupsOf,
  type PackState,
  SETTINGS,
  type SettingForms,
  type Signatory,
  settingValue,
  FIELD_PROPERTIES as TABLE,
} from '#domain/pack'

// How each property of a record stands in the pack, by its name on the wire.

export type DocumentRecord = z.infer<typeof documentRecord>
export type SignatoryRecord = z.infer<typeof signatoryRecord>
export type AppendixRecord = z.infer<typeof appendixRecord>
export type CustomFieldRecord = z.infer<typeof customFieldRecord>
export type FieldRuleRecord = z.infer<typeof fieldRuleBody>
export type FormViewRecord = z.input<typeof formViewBody>
export type FieldRecord = z.infer<typeof fieldRecord>

const inPoints = (milli: number) => milli / 1000

const extras = Object.fromEntries(
  TABLE.flatMap((property) =>
    Object.keys(property.wire).map((name) => [name, (f: Field) => property.toRecord(fieldValueIn(property, f))[name]]),
  ),
) as { readonly [N in keyof FieldPropertyForms]: (field: Field) => unknown }

export const FIELD_PROPERTIES = {
  document_key: (f: Field) => f.document,
  type: (f: Field) => typeToRecord(f.type).type,
  is_question_field: (f: Field) => typeToRecord(f.type).is_question_field,
  page: (f: Field) => f.page,
  x: (f: Field) => inPoints(f.x),
  y: (f: Field) => inPoints(f.y),
  width: (f: Field) => inPoints(f.width),
  height: (f: Field) => inPoints(f.height),
  data: (f: Field) => (f.value === null ? null : disclosed(f.value, null)),
  signatory_uuid: (f: Field) => f.assignee,
  required: (f: Field) => f.required,
  custom_id: (f: Field) => disclosed(f.customId, ''),
  description: (f: Field) => disclosed(f.description, ''),
  options_as_csv: (f: Field) => optionsToCsv(disclosed(f.options, [])),
  checkbox_group: (f: Field) => f.group,
  is_mutually_exclusive: (f: Field) => f.exclusive,
  auto_assign_date: (f: Field) => f.autoDate,
  ...extras,
  removed: (f: Field) => f.removed,
} as const
export type FieldProperty = keyof typeof FIELD_PROPERTIES

export const SIGNATORY_PROPERTIES = {
  role: (s: Signatory) => disclosed(s.role, ''),
  name: (s: Signatory) => disclosed(s.name, ''),
  email: (s: Signatory) => disclosed(s.email, ''),
  mobile_number: (s: Signatory) => disclosed(s.mobile, ''),
  primary_communication_channel: (s: Signatory) => s.channel,
  user_key: (s: Signatory) => s.user,
  is_optional: (s: Signatory) => s.optional,
  can_receive_signing_notifications: (s: Signatory) => s.notified.signing,
  can_receive_viewing_notifications: (s: Signatory) => s.notified.viewing,
  removed: (s: Signatory) => s.removed,
} as const
export type SignatoryProperty = keyof typeof SIGNATORY_PROPERTIES

export const RECIPIENT_PROPERTIES = {
  name: (r: CopyRecipient) => disclosed(r.name, ''),
  email: (r: CopyRecipient) => disclosed(r.email, ''),
  mobile_number: (r: CopyRecipient) => disclosed(r.mobile, ''),
  removed: (r: CopyRecipient) => r.removed,
} as const
export type RecipientProperty = keyof typeof RECIPIENT_PROPERTIES

export const APPENDIX_PROPERTIES = {
  file_key: (a: Appendix) => a.file?.key ?? null,
  filename: (a: Appendix) => a.file && disclosed(a.file.filename, null),
  description: (a: Appendix) => disclosed(a.description, ''),
  custom_id: (a: Appendix) => disclosed(a.customId, ''),
  required: (a: Appendix) => a.required,
  audience: (a: Appendix) => [...a.audience],
  removed: (a: Appendix) => a.removed,
} as const satisfies { readonly [N in keyof AppendixRecord]?: (appendix: Appendix) => AppendixRecord[N] }
export type AppendixProperty = keyof typeof APPENDIX_PROPERTIES

export const formEntryProperties = ({ type, label, asksFor, removed }: FormEntry, after: string | null) => ({
  type,
  label: disclosed(label, ''),
  data: asksFor,
  after,
  removed,
})
export type FormEntryProperty = keyof ReturnType<typeof formEntryProperties>
export const CUSTOM_FIELD_PROPERTIES = {
  id: (c: CustomField) => disclosed(c.id, ''),
  name: (c: CustomField) => disclosed(c.name, ''),
  value: (c: CustomField) => disclosed(c.value, ''),
  required: (c: CustomField) => c.required,
  visible_on_ui: (c: CustomField) => c.visible,
  removed: (c: CustomField) => c.removed,
} as const satisfies { readonly [N in keyof CustomFieldRecord]?: (customField: CustomField) => CustomFieldRecord[N] }
export type CustomFieldProperty = keyof typeof CUSTOM_FIELD_PROPERTIES

const settings = Object.fromEntries(SETTINGS.map((setting) => [setting.wire, (v: PackState) => settingValue(setting, v.settings)])) as {
  readonly [N in keyof SettingForms]: (view: PackState) => DocumentRecord[N]
}

export const DOCUMENT_PROPERTIES = {
  document_name: (v: PackState) => disclosed(v.name, ''),
  ...settings,
  can_use_drawn_signature: (v: PackState) => v.settings.methods.drawn,
  can_use_typed_signature: (v: PackState) => v.settings.methods.typed,
  can_use_uploaded_signature: (v: PackState) => v.settings.methods.uploaded,
  expires_on: (v: PackState) => v.expiry?.day ?? null,
  expiry_reminder_days: (v: PackState) => v.expiry?.remindDays ?? null,
  data_fields_locked: (v: PackState) => v.settings.fieldsLocked,
  signer_groups: (v: PackState) => groupsOf(v).map(({ uuid, name }) => ({ uuid, name: disclosed(name, '') })),
  signing_order: (v: PackState) => v.steps.map((step) => [...step]),
} as const satisfies { readonly [N in keyof DocumentRecord]?: (view: PackState) => DocumentRecord[N] }
export type DocumentProperty = keyof typeof DOCUMENT_PROPERTIES
