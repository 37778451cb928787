import { typeToRecord } from '#contract/field-type'
import { optionsToCsv } from '#contract/options'
import { disclosed, type Private } from '#domain/kernel'
import {
  type ChildDocument,
  type CopyRecipient,
  documentIn,
  extrasToRecord,
  type Field,
  fieldsOf,
  groupOf,
  groupsOf,
  hasFile,
  isAttachedFile,
  type PackState,
  remainingDocuments,
  type Signatory,
  shownStatus,
  signatoryOf,
} from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import { CONVERSION_WORDS } from './conversion-words.ts'

/** Names of the team's members by principal, for those who may know them. */
type Names = Readonly<Record<string, string>>

/**
 * The specification's records of a pack. All of them are made from a view, that is from a state as its audience may
 * see it: what is withheld there is null here.
 */
export function documentRecordOf(pack: string, key: string, view: PackState, names: Names = {}) {
  const child = documentIn(view, key)
  const shown = child ?? view.documents[0]
  const documents = child ? [child] : view.documents
  return {
    key,
    document_pack_key: child ? pack : null,
    document_type: view.kind,
    status: child?.rejected ? 'rejected' : shownStatus({ ...view, documents }),
    status_detail: statusDetail(view, documents),
    document_name: text(child && view.documents.length > 1 ? child.name : view.name),
    filename: text(shown?.filename ?? null),
    position: child?.position ?? 0,
    selected_document: shown?.key ?? null,
    child_document_keys: view.documents.map((document) => document.key),
    child_documents: child ? [] : view.documents.map((document) => childRecordOf(pack, document, view)),
    from_template_key: view.from,
    created_by: view.creator,
    account_key: view.workspace,
    branding_key: null,
    subject: text(view.settings.subject),
    message: text(view.settings.message),
    post_signing_url: text(view.settings.postSigningUrl),
    ...filesOf(documents),
    ...conversionOf(documents),
    date_created: view.created,
    date_updated: view.updated,
    date_completed: view.completed,
    date_deleted: view.trashed,
    is_deleted: view.trashed !== null,
    ...optionsOf(view),
    signatories: view.signatories.map((signatory) => signatoryRecordOf(signatory, view)),
    cc_recipients: view.copyRecipients.filter((one) => !one.removed).map(copyRecipientRecordOf),
    signing_order: view.steps,
    signer_groups: groupsOf(view).map(({ uuid, name, created }) => ({
      uuid,
      name: text(name),
      position: view.steps.findIndex((step) => step.includes(uuid)),
      date_created: created,
    })),
    data_fields: fieldRecordsOf(view, child ? child.key : null, names),
    ...updatesOf(view),
  }
}

export function childRecordOf(pack: string, document: ChildDocument, view: PackState) {
  return {
    key: document.key,
    document_pack_key: pack,
    document_name: text(document.name),
    filename: text(document.filename),
    position: document.position,
    status: document.rejected ? 'rejected' : shownStatus({ ...view, documents: [document] }),
    rejection_reason: text(document.rejected?.reason ?? null),
    rejected_by: document.rejected?.by ?? null,
    ...filesOf([document]),
    ...conversionOf([document]),
  }
}

export function signatoryRecordOf(signatory: Signatory, view: PackState) {
  return {
    uuid: signatory.uuid,
    role: text(signatory.role),
    name: text(signatory.name),
    email: text(signatory.email),
    mobile_number: text(signatory.mobile),
    position: view.steps
      .flat()
      .filter((uuid) => signatoryOf(view, uuid))
      .indexOf(signatory.uuid),
    signer_group_uuid: groupOf(view, signatory.uuid)?.uuid ?? null,
    user_key: signatory.user,
    status: signatory.status,
    date_created: signatory.created,
    date_updated: signatory.updated,
    email_send_count: signatory.requestsSent,
    sms_send_count: 0,
    email_is_optional: view.settings.emailOptional,
    sign_later: signatory.postponed,
    associated_document_keys: documentsOf(signatory, view),
    signed_in_presence: signatory.inPresenceOf !== undefined,
    rejection_reason: text(signatory.rejectionReason),
    /** No answer shows it: clients send it and never receive it. */
    verification_otp: null,
    removed: signatory.removed,
    is_optional: signatory.optional,
    primary_communication_channel: signatory.channel,
    can_receive_signing_notifications: signatory.notified.signing,
    can_receive_viewing_notifications: signatory.notified.viewing,
  }
}

/** The documents of the pack that concern a signatory: those with fields of theirs; without any fields, all they may read. */
function documentsOf({ uuid }: Signatory, view: PackState): readonly string[] {
  const mine = new Set(fieldsOf(view, uuid).map(({ document }) => document))
  return view.documents.flatMap(({ key }) => (mine.size === 0 || mine.has(key) ? [key] : []))
}

function copyRecipientRecordOf(recipient: CopyRecipient) {
  return { uuid: recipient.uuid, name: text(recipient.name), email: text(recipient.email), mobile_number: text(recipient.mobile) }
}

export function fieldRecordsOf(view: PackState, child: string | null, names: Names = {}) {
  return view.fieldOrder
    .map((key) => view.fields[key])
    .filter((field): field is Field => field !== undefined && (child === null || field.document === child))
    .map((field) => fieldRecordOf(field, view, names))
}

function fieldRecordOf(field: Field, view: PackState, names: Names) {
  const value = field.value === null ? null : disclosed(field.value, null)
  return {
    key: field.key,
    uuid: field.key,
    document_key: field.document,
    ...typeToRecord(field.type),
    page: field.page,
    x: fromMilli(field.x),
    y: fromMilli(field.y),
    width: fromMilli(field.width),
    height: fromMilli(field.height),
    data: value,
    file_key: value !== null && hasFile(value) ? value.file : null,
    filename: value !== null && isAttachedFile(value) ? value.filename : null,
    /** Filled in or not: known even where the value is withheld. */
    filled: field.value !== null,
    signatory_uuid: field.assignee,
    required: field.required,
    custom_id: text(field.customId),
    description: text(field.description),
    options_as_csv: optionsToCsv(disclosed(field.options, [])),
    checkbox_group: field.group,
    is_mutually_exclusive: field.exclusive,
    auto_assign_date: field.autoDate,
    ...extrasToRecord(field),
    removed: field.removed,
    date_updated: field.updated,
    updated_by_user_name: nameOf(field.updatedBy, view, names),
  }
}

/** null for a person who is withheld, or whose name is. */
function nameOf(principal: string, view: PackState, names: Names): string | null {
  const signatory = view.signatories.find(({ uuid }) => principal === `signatory:${uuid}`)
  return signatory ? text(signatory.name) : (names[principal] ?? null)
}

/** When fields and signatories changed last: what the cheap poll asks. */
export function updatesOf(view: PackState) {
  return {
    most_recent_data_field_update: latest(Object.values(view.fields)),
    most_recent_signatory_update: latest(view.signatories),
  }
}

function latest(of: readonly { readonly updated: string }[]): string | null {
  return of.reduce<string | null>((last, { updated }) => (last === null || updated > last ? updated : last), null)
}

function statusDetail(view: PackState, documents: readonly ChildDocument[]): string {
  if (documents.some(({ conversion }) => conversion.state === 'failed')) return 'conversion_error'
  if (documents.some(({ conversion }) => conversion.state !== 'converted')) return 'converting'
  if (view.status !== 'complete') return view.status
  return remainingDocuments({ documents }).every(({ sealing }) => sealing.state === 'sealed') ? 'sealed' : 'sealing'
}

function filesOf(documents: readonly ChildDocument[]) {
  const [only] = documents
  return {
    final_file_key: documents.length === 1 && only?.sealing.state === 'sealed' ? only.sealing.file : null,
    backing_file_key: documents.length === 1 && only?.conversion.state === 'converted' ? only.conversion.file : null,
    image_blob_serving_urls: documents.flatMap((document) =>
      document.pages.map((_page, at) => `/documents/${document.key}/get_blob_as_image?index_of_page=${at}`),
    ),
    image_blob_metadata: documents.flatMap((document) =>
      document.pages.map(({ width, height }) => ({ width: fromMilli(width), height: fromMilli(height) })),
    ),
  }
}

function conversionOf(documents: readonly ChildDocument[]) {
  const failed = documents.map(({ conversion }) => conversion).find((conversion) => conversion.state === 'failed')
  return {
    conversion_error_reason: failed?.reason ?? null,
    conversion_error_message: failed ? CONVERSION_WORDS[failed.reason] : null,
  }
}

function optionsOf({ settings, expiry }: PackState) {
  return {
    expires_on: expiry?.day ?? null,
    expiry_reminder_days: expiry?.remindDays ?? null,
    sequential_signing: settings.sequential,
    use_signing_wizard: settings.wizard,
    one_click_signing: settings.oneClickSigning,
    one_click_initial: settings.oneClickInitial,
    can_use_drawn_signature: settings.methods.drawn,
    can_use_typed_signature: settings.methods.typed,
    can_use_uploaded_signature: settings.methods.uploaded,
    use_two_factor_authentication: settings.twoFactor,
    obfuscate_contact_info: settings.obfuscateContactInfo,
    email_is_optional_for_signing: settings.emailOptional,
    communication_channel_configurable: settings.channelConfigurable ?? false,
    first_signer_has_multi_edit_role: settings.firstSignerMultiEdit,
    exclude_created_by_from_final_mail: settings.creatorExcludedFromFinalMail,
    include_audit_trail_in_signed_documents: settings.auditTrailInSigned,
    use_certificates_for_signed_pdf: settings.certificateSeal,
    in_app_signing_page_url: disclosed(settings.inAppSigningPageUrl, ''),
    contact_list_id: disclosed(settings.contactList ?? '', ''),
    only_contacts_from_contact_list_may_me_used: settings.onlyContacts ?? false,
    include_attachments: settings.attachmentsIncluded ?? false,
    attachments_visible_to_all_signers: settings.attachmentsForAllSigners ?? false,
    use_signer_groups: settings.signerGroups ?? false,
    can_reject_individual_documents: settings.individualRejection ?? false,
    can_be_annotated: settings.annotation ?? false,
    data_fields_locked: settings.fieldsLocked,
  }
}

function text(value: Private<string> | null): string | null {
  return value === null ? null : disclosed(value, null)
}
