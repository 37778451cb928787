import { disclosed, type Private } from '#domain/kernel'
import type { PackFact, PackFactType, PackState } from '#domain/pack'

type Words = { readonly [T in PackFactType]: string | ((data: Extract<PackFact, { type: T }>['data'], state: PackState) => string) }

/** What happened, in a sentence without its actor. Never a field's value. `state` is the pack after it. */
export function wordsOf(fact: PackFact, state: PackState): string {
  const words = WORDS[fact.type]
  // The entry of a fact's type takes that fact's data: what the compiler cannot follow through the lookup.
  return typeof words === 'string' ? words : (words as (data: object, state: PackState) => string)(fact.data, state)
}

const quoted = (text: Private<string>) => `“${disclosed(text, '…')}”`

function person(state: PackState, uuid: string): string {
  const found = state.signatories.find((each) => each.uuid === uuid)
  return (found && (disclosed(found.name, '') || disclosed(found.role, ''))) || 'a signatory'
}
function recipient(state: PackState, uuid: string): string {
  const found = state.copyRecipients.find((each) => each.uuid === uuid)
  if (found) return disclosed(found.name, '') || disclosed(found.email, '') || 'a copy recipient'
  return state.signatories.some((each) => each.uuid === uuid) ? person(state, uuid) : 'the creator'
}
function field(state: PackState, key: string): string {
  const found = state.fields[key]
  if (!found) return 'a field'
  const name = disclosed(found.customId, '')
  return `the ${found.type} field${name ? ` “${name}”` : ''} on page ${found.page + 1}`
}
function document(state: PackState, key: string): string {
  const found = state.documents.find((each) => each.key === key)
  return found ? quoted(found.name) : 'a document'
}
const assignee = (state: PackState, who: string | null) => (who === null ? 'nobody' : who === 'self' ? 'the sender' : person(state, who))
const switched = (what: string) => (data: { readonly on: boolean }) => `switched ${what} ${data.on ? 'on' : 'off'}`
const CHANNELS = { email: 'email', sms: 'SMS', whatsapp: 'WhatsApp', 'email-or-sms': 'email or SMS' } as const

const WORDS: Words = {
  PackCreated: (data) => `created the ${data.kind} ${quoted(data.name)}`,
  PackRenamed: (data) => `renamed it to ${quoted(data.name)}`,
  SignaturesRequested: (data) => (data.round === 1 ? 'requested signatures' : `requested signatures, round ${data.round}`),
  RevertedToSetup: 'reverted it to setup; all signature requests were cancelled',
  PackRejected: 'the document was rejected',
  PackCompleted: ({ because }) =>
    ({
      'last-signature': 'the document was completed by the last signature',
      'marked-complete': 'marked the document as complete',
      exclusion: 'the document was completed: no signatory was left',
    })[because],
  PackTrashed: 'moved it to the trash',
  PackRestored: 'restored it from the trash',

  DocumentAdded: (data) => `added the document ${quoted(data.name)}`,
  DocumentRenamed: (data) => `renamed a document to ${quoted(data.name)}`,
  FileReceived: (data) => `uploaded ${quoted(data.filename)}`,
  DocumentConverted: (data, state) =>
    `${document(state, data.document)} was converted: ${data.pages.length} ${data.pages.length === 1 ? 'page' : 'pages'}${data.repaired ? ', repaired' : ''}`,
  ConversionFailed: (data, state) => `${document(state, data.document)} could not be converted (${data.reason})`,
  ConversionRetried: (data, state) => `asked to convert ${document(state, data.document)} again`,

  FieldPlaced: (data, state) => `placed ${field(state, data.field)}`,
  FieldMoved: (data, state) => `moved ${field(state, data.field)}`,
  FieldResized: (data, state) => `resized ${field(state, data.field)}`,
  FieldRetyped: (data, state) => `changed ${field(state, data.field)} to another type`,
  FieldAssigned: (data, state) => `assigned ${field(state, data.field)} to ${assignee(state, data.assignee)}`,
  FieldRequired: (data, state) => `made ${field(state, data.field)} required`,
  FieldMadeOptional: (data, state) => `made ${field(state, data.field)} optional`,
  FieldCustomIdChanged: (data, state) => `named ${field(state, data.field)}`,
  FieldDescribed: (data, state) => `changed the help text of ${field(state, data.field)}`,
  FieldOptionsChanged: (data, state) => `changed the options of ${field(state, data.field)}`,
  FieldGrouped: (data, state) => `changed the group of ${field(state, data.field)}`,
  FieldAutoDateChanged: (data, state) => `switched automatic dating of ${field(state, data.field)} ${data.on ? 'on' : 'off'}`,
  FieldRemoved: (data, state) => `removed ${field(state, data.field)}`,
  FieldRestored: (data, state) => `restored ${field(state, data.field)}`,
  FieldFilled: (data, state) => `filled in ${field(state, data.field)}`,
  FieldFilledBySender: (data, state) => `filled in ${field(state, data.field)}`,
  FieldCleared: (data, state) => `emptied ${field(state, data.field)}`,

  SignatoryAdded: (data, state) => `added the signatory ${person(state, data.signatory)}`,
  SignatoryRoleChanged: (data) => `changed a signatory’s role to ${quoted(data.role)}`,
  SignatoryNamed: (data) => `named a signatory ${quoted(data.name)}`,
  SignatoryEmailChanged: (data, state) => `set the email address of ${person(state, data.signatory)} to ${quoted(data.email)}`,
  SignatoryMobileChanged: (data, state) => `set the mobile number of ${person(state, data.signatory)} to ${quoted(data.mobile)}`,
  SignatoryChannelChanged: (data, state) => `chose ${CHANNELS[data.channel]} for ${person(state, data.signatory)}`,
  SignatoryLinkedToUser: (data, state) =>
    `${data.user ? 'linked' : 'unlinked'} ${person(state, data.signatory)} ${data.user ? 'to' : 'from'} a member`,
  SignatoryMadeOptional: (data, state) => `made the signature of ${person(state, data.signatory)} optional`,
  SignatoryMadeMandatory: (data, state) => `made the signature of ${person(state, data.signatory)} mandatory`,
  SignatoryRemoved: (data, state) => `removed the signatory ${person(state, data.signatory)}`,
  SignatoryRestored: (data, state) => `restored the signatory ${person(state, data.signatory)}`,
  SigningOrderChanged: 'changed the signing order',
  CopyRecipientAdded: 'added a copy recipient',
  CopyRecipientNamed: (data) => `named a copy recipient ${quoted(data.name)}`,
  CopyRecipientEmailChanged: (data) => `set a copy recipient’s email address to ${quoted(data.email)}`,
  CopyRecipientMobileChanged: (data) => `set a copy recipient’s mobile number to ${quoted(data.mobile)}`,
  CopyRecipientRemoved: (data, state) => `removed the copy recipient ${recipient(state, data.recipient)}`,

  SequentialSigningChanged: switched('sequential signing'),
  SubjectChanged: 'changed the subject of the signature request',
  MessageChanged: 'changed the message of the signature request',
  PostSigningUrlChanged: 'changed the page that is shown after signing',
  SigningMethodsChanged: ({ drawn, typed, uploaded }) =>
    `allowed ${[drawn && 'drawn', typed && 'typed', uploaded && 'uploaded'].filter(Boolean).join(', ') || 'no'} signatures`,
  OneClickSigningChanged: switched('one-click signing'),
  OneClickInitialChanged: switched('one-click initials'),
  SigningWizardChanged: switched('the signing wizard'),
  FirstSignerMultiEditChanged: switched('editing of all fields by the first signatory'),
  ContactInfoObfuscationChanged: switched('hiding of contact details'),
  EmailOptionalChanged: switched('signing without an email address'),
  TwoFactorChanged: switched('two-factor authentication'),
  CreatorFinalMailChanged: (data) => `chose that the creator gets ${data.excluded ? 'no' : 'a'} final copy`,
  FieldsLocked: 'locked the fields',
  FieldsUnlocked: 'unlocked the fields',

  SignatureRequestQueued: (data, state) =>
    ({
      requested: `a signature request to ${person(state, data.signatory)} was queued`,
      turn: `it is the turn of ${person(state, data.signatory)}; a signature request was queued`,
      resent: `the signature request to ${person(state, data.signatory)} was queued again`,
      'address-corrected': `a signature request to the corrected address of ${person(state, data.signatory)} was queued`,
    })[data.because],
  SignatureRequestSent: (data, state) => `a signature request was sent to ${person(state, data.signatory)}`,
  SignatureRequestFailed: (data, state) =>
    `the signature request to ${person(state, data.signatory)} ${data.bounced ? 'came back' : 'could not be sent'}: ${disclosed(data.detail, '…')}`,
  SigningLinkIssued: (data, state) =>
    data.request === null
      ? `took a ${data.purpose === 'sign_in_person' ? 'link to sign in person' : 'signing link'} for ${person(state, data.signatory)}`
      : `a signing link was made for ${person(state, data.signatory)}`,
  SigningLinksVoided: (data, state) => `the signing links of ${person(state, data.signatory)} stopped working`,

  PackOpened: 'opened the document',
  PackVisited: 'opened the document to sign',
  ConsentGiven: 'agreed to sign electronically',
  SigningPostponed: 'chose to sign later',
  SignatoryCompleted: (data, state) => `${person(state, data.signatory)} signed`,
  SignatoryRejected: (data, state) => `${person(state, data.signatory)} rejected the document: ${disclosed(data.reason, '…')}`,

  SealingStarted: (data, state) =>
    `sealing of ${document(state, data.document)} began${data.attempt > 1 ? `, attempt ${data.attempt}` : ''}`,
  DocumentStamped: (data, state) => `the fields were put on the pages of ${document(state, data.document)}`,
  DocumentSealed: (data, state) => `${document(state, data.document)} was sealed`,
  SealingFailed: (data, state) =>
    `sealing of ${document(state, data.document)} failed (${data.reason})${data.final ? '' : '; it will be tried again'}`,
  SealingRetried: (data, state) => `asked to seal ${document(state, data.document)} again`,
  FinalCopyQueued: (data, state) => `a final copy to ${recipient(state, data.recipient)} was queued`,
  FinalCopySent: (data, state) => `a final copy was sent to ${recipient(state, data.recipient)}`,
  FinalCopyFailed: (data, state) =>
    `the final copy to ${recipient(state, data.recipient)} ${data.bounced ? 'came back' : 'could not be sent'}`,
}
