import type { z } from 'zod'
import type { documentRecord } from '#contract/documents'
import type { PackCommand, PackSettings, PackState } from '#domain/pack'
import { commandsOfCopyRecipient, commandsOfSignatory } from './diff-signatories.ts'

export type DocumentRecord = z.output<typeof documentRecord>

/** What somebody who saves this record wants to happen, in an order in which it can: the change of status comes last. */
export function commandsOfDocument(record: DocumentRecord, state: PackState, child: string | null, newId: () => string): PackCommand[] {
  return [
    ...naming(record, state, child),
    ...settings(record, state.settings),
    ...(record.signatories ?? []).flatMap((signatory) => commandsOfSignatory(signatory, state, newId)),
    ...(record.cc_recipients ?? []).flatMap((recipient) => commandsOfCopyRecipient(recipient, state)),
    ...(record.signing_order ? [{ do: 'SetSigningOrder', steps: record.signing_order } as const] : []),
    ...statusChange(record, state, newId),
  ]
}

function naming({ document_name: name }: DocumentRecord, state: PackState, child: string | null): PackCommand[] {
  if (name === undefined) return []
  const of = state.documents.find(({ key }) => key === child)
  // A single document is a pack with one child: both bear its name.
  if (of && state.documents.length > 1) return of.name === name ? [] : [{ do: 'RenameDocument', document: of.key, name }]
  return state.name === name ? [] : [{ do: 'RenamePack', name }]
}

function settings(record: DocumentRecord, held: PackSettings): PackCommand[] {
  const commands: PackCommand[] = []
  const text = (given: string | null | undefined, now: unknown) =>
    given === undefined || (given ?? '') === now ? undefined : (given ?? '')
  const flag = (given: boolean | undefined, now: boolean) => (given === undefined || given === now ? undefined : given)
  const subject = text(record.subject, held.subject)
  if (subject !== undefined) commands.push({ do: 'SetSubject', subject })
  const message = text(record.message, held.message)
  if (message !== undefined) commands.push({ do: 'SetMessage', message })
  const url = text(record.post_signing_url, held.postSigningUrl)
  if (url !== undefined) commands.push({ do: 'SetPostSigningUrl', url })
  const page = text(record.in_app_signing_page_url, held.inAppSigningPageUrl)
  if (page !== undefined) commands.push({ do: 'SetInAppSigningPage', url: page })
  const methods = METHODS.flatMap(([name, method]) => {
    const on = flag(record[name], held.methods[method])
    return on === undefined ? [] : [[method, on] as const]
  })
  if (methods.length > 0) commands.push({ do: 'SetSigningMethods', ...Object.fromEntries(methods) })
  for (const [name, now, make] of FLAGS) {
    const on = flag(record[name], now(held))
    if (on !== undefined) commands.push(make(on))
  }
  return commands
}

const METHODS = [
  ['can_use_drawn_signature', 'drawn'],
  ['can_use_typed_signature', 'typed'],
  ['can_use_uploaded_signature', 'uploaded'],
] as const

type FlagName = {
  [K in keyof DocumentRecord]-?: NonNullable<DocumentRecord[K]> extends boolean ? K : never
}[keyof DocumentRecord]
const FLAGS: readonly (readonly [FlagName, (held: PackSettings) => boolean, (on: boolean) => PackCommand])[] = [
  ['sequential_signing', (held) => held.sequential, (on) => ({ do: 'SetSequentialSigning', on })],
  ['use_signing_wizard', (held) => held.wizard, (on) => ({ do: 'SetSigningWizard', on })],
  ['one_click_signing', (held) => held.oneClickSigning, (on) => ({ do: 'SetOneClickSigning', on })],
  ['one_click_initial', (held) => held.oneClickInitial, (on) => ({ do: 'SetOneClickInitial', on })],
  ['use_two_factor_authentication', (held) => held.twoFactor, (on) => ({ do: 'SetTwoFactor', on })],
  ['obfuscate_contact_info', (held) => held.obfuscateContactInfo, (on) => ({ do: 'SetContactInfoObfuscation', on })],
  ['email_is_optional_for_signing', (held) => held.emailOptional, (on) => ({ do: 'SetEmailOptional', on })],
  ['communication_channel_configurable', (held) => held.channelConfigurable ?? false, (on) => ({ do: 'SetChannelChoice', on })],
  ['first_signer_has_multi_edit_role', (held) => held.firstSignerMultiEdit, (on) => ({ do: 'SetFirstSignerMultiEdit', on })],
  [
    'exclude_created_by_from_final_mail',
    (held) => held.creatorExcludedFromFinalMail,
    (excluded) => ({ do: 'SetCreatorFinalMail', excluded }),
  ],
  ['include_audit_trail_in_signed_documents', (held) => held.auditTrailInSigned, (on) => ({ do: 'SetSignedAuditTrail', on })],
  ['use_certificates_for_signed_pdf', (held) => held.certificateSeal, (on) => ({ do: 'SetCertificateSeal', on })],
  ['include_attachments', (held) => held.attachmentsIncluded ?? false, (on) => ({ do: 'SetAttachmentsIncluded', on })],
  [
    'attachments_visible_to_all_signers',
    (held) => held.attachmentsForAllSigners ?? false,
    (on) => ({ do: 'SetAttachmentsForAllSigners', on }),
  ],
  ['can_be_annotated', (held) => held.annotation ?? false, (on) => ({ do: 'SetAnnotation', on })],
  ['data_fields_locked', (held) => held.fieldsLocked, (on) => ({ do: on ? 'LockFields' : 'UnlockFields' })],
]

function statusChange({ status, signatories }: DocumentRecord, state: PackState, newId: () => string): PackCommand[] {
  if (status === undefined || status === state.status) return []
  if (status === 'setup') return [{ do: 'RevertToSetup' }]
  if (status === 'complete') return [{ do: 'MarkAsComplete' }]
  const uuids = new Set([...state.signatories.map(({ uuid }) => uuid), ...(signatories ?? []).map(({ uuid }) => uuid)])
  return [{ do: 'RequestSignatures', requests: requestIds(uuids, newId) }]
}

/** One new request id for everybody who may be asked. */
export function requestIds(signatories: Iterable<string>, newId: () => string): Record<string, string> {
  return Object.fromEntries([...signatories].map((signatory) => [signatory, newId()]))
}
