import type { z } from 'zod'
import type { copyRecipientRecord, documentRecord, fieldRecord, signatoryRecord } from '#contract/documents'
import { layoutToRecord } from '#contract/field-layout'
import { optionsToCsv } from '#contract/options'
import { disclosed } from '#domain/kernel'
import type { CopyRecipient, Field, PackCommand, PackState, Signatory } from '#domain/pack'
import type { Pending, TargetKind } from './pending.ts'

/** What a record is made of: the commands, and what they are about. */
type Change = Pick<Pending, 'command' | 'target'>

export type DocumentRecord = z.infer<typeof documentRecord>
export type SignatoryRecord = z.infer<typeof signatoryRecord>
export type FieldRecord = z.infer<typeof fieldRecord>
type CopyRecord = z.infer<typeof copyRecipientRecord>

/** What is sent of these changes: one record, or of fields as many as there are. */
export function bodyOf(view: PackState, kind: TargetKind, changes: readonly Change[]): unknown {
  if (kind === 'document') return recordOfDocument(view, changes)
  if (kind === 'signatory') return recordOfSignatory(view, changes)
  return [...Map.groupBy(changes, ({ target }) => target.key).values()].map((ofOne) => recordOfField(view, ofOne))
}

const inPoints = (milli: number) => milli / 1000

/** The field with only what the changes touched, as it stands now: a property left out stays as it is. */
export function recordOfField(view: PackState, changes: readonly Change[]): FieldRecord {
  const key = changes[0]!.target.key
  const field = view.fields[key]
  if (!field) return { uuid: key, removed: true }
  const names = new Set(changes.flatMap(({ command }) => TOUCHED_IN_FIELD[command.do] ?? []))
  const record: Record<string, unknown> = { uuid: key }
  for (const name of names) record[name] = FIELD_PROPERTIES[name](field)
  return record as FieldRecord
}

const FIELD_PROPERTIES = {
  document_key: (f: Field) => f.document,
  type: (f: Field) => f.type,
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
  text_layout: (f: Field) => layoutToRecord(f.layout ?? null).text_layout,
  comb_cells: (f: Field) => layoutToRecord(f.layout ?? null).comb_cells,
  is_visible_in_final_document: (f: Field) => !f.hiddenInFinal,
  removed: (f: Field) => f.removed,
} as const
type FieldProperty = keyof typeof FIELD_PROPERTIES

const TOUCHED_IN_FIELD: { readonly [N in PackCommand['do']]?: readonly FieldProperty[] } = {
  PlaceField: [
    'document_key',
    'type',
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
    'text_layout',
    'comb_cells',
    'is_visible_in_final_document',
  ],
  MoveField: ['page', 'x', 'y'],
  ResizeField: ['x', 'y', 'width', 'height'],
  RetypeField: ['type'],
  AssignField: ['signatory_uuid'],
  SetFieldRequired: ['required'],
  SetFieldCustomId: ['custom_id'],
  DescribeField: ['description'],
  SetFieldOptions: ['options_as_csv'],
  GroupField: ['checkbox_group', 'is_mutually_exclusive'],
  SetFieldAutoDate: ['auto_assign_date'],
  LayOutField: ['text_layout', 'comb_cells'],
  ShowFieldInFinal: ['is_visible_in_final_document'],
  RemoveField: ['removed'],
  RestoreField: ['removed'],
  FillField: ['data'],
  ClearField: ['data'],
}

export function recordOfSignatory(view: PackState, changes: readonly Change[]): SignatoryRecord {
  const uuid = changes[0]!.target.key
  const signatory = view.signatories.find((s) => s.uuid === uuid)
  if (!signatory) return { uuid, removed: true }
  const record: Record<string, unknown> = { uuid }
  for (const { command } of changes) {
    for (const name of TOUCHED_IN_SIGNATORY[command.do] ?? []) record[name] = SIGNATORY_PROPERTIES[name](signatory)
    if (command.do === 'RemoveSignatory') record.with_fields = command.withFields
  }
  return record as SignatoryRecord
}

const SIGNATORY_PROPERTIES = {
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

const TOUCHED_IN_SIGNATORY: { readonly [N in PackCommand['do']]?: readonly (keyof typeof SIGNATORY_PROPERTIES)[] } = {
  AddSignatory: ['role'],
  SetSignatoryRole: ['role'],
  NameSignatory: ['name'],
  SetSignatoryEmail: ['email'],
  SetSignatoryMobile: ['mobile_number'],
  SetSignatoryChannel: ['primary_communication_channel'],
  LinkSignatoryToUser: ['user_key'],
  SetSignatoryOptional: ['is_optional'],
  SwitchNotifications: ['can_receive_signing_notifications', 'can_receive_viewing_notifications'],
  RemoveSignatory: ['removed'],
  RestoreSignatory: ['removed'],
}

/** The pack's or a child's record. A child only has its name. */
export function recordOfDocument(view: PackState, changes: readonly Change[]): DocumentRecord {
  const record: Record<string, unknown> = {}
  const recipients = new Map<string, CopyRecord>()
  for (const { command, target } of changes) {
    if (command.do === 'RenameDocument') {
      record.document_name = disclosed(view.documents.find((d) => d.key === target.key)?.name ?? '', '')
    } else if ('recipient' in command) {
      const known = view.copyRecipients.find((r) => r.uuid === command.recipient)
      recipients.set(command.recipient, known ? recordOfRecipient(known) : { uuid: command.recipient, removed: true })
    } else Object.assign(record, DOCUMENT_PROPERTIES[command.do]?.(view) ?? {})
  }
  if (recipients.size > 0) record.cc_recipients = [...recipients.values()]
  return record as DocumentRecord
}

function recordOfRecipient(recipient: CopyRecipient): CopyRecord {
  if (recipient.removed) return { uuid: recipient.uuid, removed: true }
  const { uuid, name, email, mobile } = recipient
  return { uuid, name: disclosed(name, ''), email: disclosed(email, ''), mobile_number: disclosed(mobile, '') }
}

const methods = ({ settings: { methods: m } }: PackState) => ({
  can_use_drawn_signature: m.drawn,
  can_use_typed_signature: m.typed,
  can_use_uploaded_signature: m.uploaded,
})
const locked = (v: PackState) => ({ data_fields_locked: v.settings.fieldsLocked })
const DOCUMENT_PROPERTIES: { readonly [N in PackCommand['do']]?: (view: PackState) => DocumentRecord } = {
  RenamePack: (v) => ({ document_name: disclosed(v.name, '') }),
  SetSequentialSigning: (v) => ({ sequential_signing: v.settings.sequential }),
  SetSubject: (v) => ({ subject: disclosed(v.settings.subject, '') }),
  SetMessage: (v) => ({ message: disclosed(v.settings.message, '') }),
  SetPostSigningUrl: (v) => ({ post_signing_url: disclosed(v.settings.postSigningUrl, '') }),
  SetSigningMethods: methods,
  SetOneClickSigning: (v) => ({ one_click_signing: v.settings.oneClickSigning }),
  SetOneClickInitial: (v) => ({ one_click_initial: v.settings.oneClickInitial }),
  SetSigningWizard: (v) => ({ use_signing_wizard: v.settings.wizard }),
  SetFirstSignerMultiEdit: (v) => ({ first_signer_has_multi_edit_role: v.settings.firstSignerMultiEdit }),
  SetContactInfoObfuscation: (v) => ({ obfuscate_contact_info: v.settings.obfuscateContactInfo }),
  SetEmailOptional: (v) => ({ email_is_optional_for_signing: v.settings.emailOptional }),
  SetChannelChoice: (v) => ({ communication_channel_configurable: v.settings.channelConfigurable ?? false }),
  SetTwoFactor: (v) => ({ use_two_factor_authentication: v.settings.twoFactor }),
  SetCreatorFinalMail: (v) => ({ exclude_created_by_from_final_mail: v.settings.creatorExcludedFromFinalMail }),
  SetSignedAuditTrail: (v) => ({ include_audit_trail_in_signed_documents: v.settings.auditTrailInSigned }),
  SetCertificateSeal: (v) => ({ use_certificates_for_signed_pdf: v.settings.certificateSeal }),
  SetInAppSigningPage: (v) => ({ in_app_signing_page_url: disclosed(v.settings.inAppSigningPageUrl, '') }),
  LockFields: locked,
  UnlockFields: locked,
  SetSigningOrder: (v) => ({ signing_order: v.steps.map((step) => [...step]) }),
}
