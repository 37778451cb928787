import { z } from 'zod'
import { disclosed, event, sealed } from '#domain/kernel'
import { MOST, textRefusal } from './bounds.ts'
import { type Refused, refuse } from './refuse.ts'
import { pageAddress } from './web-address.ts'

/**
 * One setting of a document, all of it: its names on the wire, in its command and in its event, what it takes and its words in the audit
 * trail. Saving, copies, records and the audit trail walk this table. How signatures may be made, and whether fields are locked, have
 * commands of their own.
 */
interface Definition<V, E, C, A extends string, D, W extends string> {
  readonly form: 'flag' | 'text'
  /** What a new document has. */
  readonly initial: V
  readonly command: C
  readonly event: E
  /** What the value is called in both. */
  readonly argument: A
  readonly stored: D
  readonly wire: W
  clean?(value: V): V
  refusal?(value: V): Refused | null
  /** What happened, in the audit trail. */
  audit(value: V): string
}

const on = z.boolean()
const flag = <const E extends string, const C extends string, const W extends string>(
  wire: W,
  command: C,
  event_: E,
  what: string,
  initial = false,
) =>
  ({
    form: 'flag',
    initial,
    wire,
    command,
    event: event_,
    argument: 'on',
    stored: event(1, { on }),
    audit: (value) => `switched ${what} ${value ? 'on' : 'off'}`,
  }) as const satisfies Definition<boolean, E, C, 'on', unknown, W>
const text = <const T extends Definition<string, string, string, string, unknown, string>>(definition: T) => definition

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const withScheme = (url: string): string => (url === '' || SCHEME.test(url) ? url : `http://${url}`)
const page = {
  form: 'text',
  initial: '',
  argument: 'url',
  stored: event(1, { url: sealed(z.string()) }),
  clean: (url: string) => withScheme(url.trim()),
  refusal: (url: string) => textRefusal(url, MOST.url) ?? (url === '' || pageAddress(url) ? null : refuse('url-invalid')),
} as const

/** In the order in which a copy gets them. */
export const settingsTable = {
  sequential: flag('sequential_signing', 'SetSequentialSigning', 'SequentialSigningChanged', 'sequential signing'),
  subject: text({
    form: 'text',
    initial: '',
    wire: 'subject',
    command: 'SetSubject',
    event: 'SubjectChanged',
    argument: 'subject',
    stored: event(1, { subject: sealed(z.string()) }),
    // A subject is one line: a line break in it would begin another header of the mail.
    clean: (subject: string) => subject.replace(/[\r\n]+/g, ' ').trim(),
    refusal: (subject: string) => textRefusal(subject, MOST.subject),
    audit: () => 'changed the subject of the signature request',
  }),
  message: text({
    form: 'text',
    initial: '',
    wire: 'message',
    command: 'SetMessage',
    event: 'MessageChanged',
    argument: 'message',
    stored: event(1, { message: sealed(z.string()) }),
    refusal: (message: string) => textRefusal(message, MOST.message),
    audit: () => 'changed the message of the signature request',
  }),
  postSigningUrl: text({
    ...page,
    wire: 'post_signing_url',
    command: 'SetPostSigningUrl',
    event: 'PostSigningUrlChanged',
    audit: () => 'changed the page that is shown after signing',
  }),
  oneClickSigning: flag('one_click_signing', 'SetOneClickSigning', 'OneClickSigningChanged', 'one-click signing'),
  oneClickInitial: flag('one_click_initial', 'SetOneClickInitial', 'OneClickInitialChanged', 'one-click initials'),
  wizard: flag('use_signing_wizard', 'SetSigningWizard', 'SigningWizardChanged', 'the signing wizard', true),
  firstSignerMultiEdit: flag(
    'first_signer_has_multi_edit_role',
    'SetFirstSignerMultiEdit',
    'FirstSignerMultiEditChanged',
    'editing of all fields by the first signatory',
  ),
  obfuscateContactInfo: flag(
    'obfuscate_contact_info',
    'SetContactInfoObfuscation',
    'ContactInfoObfuscationChanged',
    'hiding of contact details',
    true,
  ),
  emailOptional: flag('email_is_optional_for_signing', 'SetEmailOptional', 'EmailOptionalChanged', 'signing without an email address'),
  /** Whether it is chosen for each signatory how they are written to. */
  channelConfigurable: flag(
    'communication_channel_configurable',
    'SetChannelChoice',
    'ChannelChoiceChanged',
    'the choice of how each signatory is written to',
  ),
  /** The finished document's mail carries the supporting documents along. */
  attachmentsIncluded: flag(
    'include_attachments',
    'SetAttachmentsIncluded',
    'AttachmentsIncludedChanged',
    'sending of supporting documents with the finished document',
  ),
  /** What a signatory uploaded into a field may be fetched by the others who sign. */
  attachmentsForAllSigners: flag(
    'attachments_visible_to_all_signers',
    'SetAttachmentsForAllSigners',
    'AttachmentsForAllSignersChanged',
    'showing of uploaded files to all signatories',
  ),
  /** What is entered into a field is copied into the others of its document with the same custom id; across documents by its own setting. */
  valueReplication: flag(
    'use_data_field_value_replication',
    'SetValueReplication',
    'ValueReplicationChanged',
    'copying of values to fields of the same custom id',
  ),
  replicationAcrossDocuments: flag(
    'use_data_field_value_replication_across_documents',
    'SetReplicationAcrossDocuments',
    'ReplicationAcrossDocumentsChanged',
    'copying of values to fields of the same custom id in other documents',
  ),
  /** Ticks too. */
  tickReplication: flag(
    'use_checkbox_value_replication',
    'SetTickReplication',
    'TickReplicationChanged',
    'copying of ticks to boxes of the same custom id',
  ),
  /** Signatories form groups, whose members sign at the same time. */
  signerGroups: flag('use_signer_groups', 'SetSignerGroups', 'SignerGroupsSwitched', 'signer groups'),
  /** A signatory may reject one document of several, and the rest goes on. */
  individualRejection: flag(
    'can_reject_individual_documents',
    'SetIndividualRejection',
    'IndividualRejectionChanged',
    'rejection of single documents',
  ),
  annotation: flag('can_be_annotated', 'SetAnnotation', 'AnnotationChanged', 'annotation of the document'),
  twoFactor: flag('use_two_factor_authentication', 'SetTwoFactor', 'TwoFactorChanged', 'two-factor authentication'),
  creatorExcludedFromFinalMail: {
    ...flag('exclude_created_by_from_final_mail', 'SetCreatorFinalMail', 'CreatorFinalMailChanged', ''),
    argument: 'excluded',
    stored: event(1, { excluded: on }),
    audit: (excluded: boolean) => `chose that the creator gets ${excluded ? 'no' : 'a'} final copy`,
  },
  /** Readable pages with the history follow the document's own in the sealed file. */
  auditTrailInSigned: flag(
    'include_audit_trail_in_signed_documents',
    'SetSignedAuditTrail',
    'SignedAuditTrailChanged',
    'pages with the history in the signed file',
  ),
  /** Sealed visibly and with the configured certificate, instead of invisibly with the installation's own. */
  certificateSeal: flag(
    'use_certificates_for_signed_pdf',
    'SetCertificateSeal',
    'CertificateSealChanged',
    'the visible seal with the configured certificate',
  ),
  /** Signers begin with the form instead of the pages, and the editor too. */
  alwaysFormView: flag('always_use_form_view', 'SetFormViewAlways', 'FormViewAlwaysChanged', 'the form view at every width'),
  /** Whose contacts are offered as signatories and for copies; '': those of the whole address book. */
  contactList: text({
    form: 'text',
    initial: '',
    wire: 'contact_list_id',
    command: 'SetContactList',
    event: 'ContactListChosen',
    argument: 'list',
    stored: event(1, { list: z.string() }),
    audit: (list: string) => (list === '' ? 'chose no contact list' : 'chose a contact list'),
  }),
  onlyContacts: {
    ...flag('only_contacts_from_contact_list_may_me_used', 'SetContactsOnly', 'ContactsOnlyChanged', ''),
    audit: (on: boolean) => (on ? 'chose that only contacts from the contact list may be named' : 'chose that anybody may be named'),
  },
  inAppSigningPageUrl: text({
    ...page,
    wire: 'in_app_signing_page_url',
    command: 'SetInAppSigningPage',
    event: 'InAppSigningPageChanged',
    audit: () => 'changed the page on which the document is signed within an app',
  }),
} as const

type Table = typeof settingsTable
export type SettingName = keyof Table
type ValueOf<K extends SettingName> = Table[K]['form'] extends 'flag' ? boolean : string
export type SettingCommand = {
  [K in SettingName]: { do: Table[K]['command'] } & { [A in Table[K]['argument']]: ValueOf<K> }
}[SettingName]
export type SettingEvents = { [K in SettingName as Table[K]['event']]: Table[K]['stored'] }
/** What a record may say of them, by the names on the wire. */
export type SettingForms = { [K in SettingName as Table[K]['wire']]: Table[K]['form'] }
/** As the state has them; absent while nobody ever said, as in documents from before a setting was there. */
export type Settings = {
  readonly [K in SettingName]?: z.output<Table[K]['stored']['schema']>[Table[K]['argument'] & keyof z.output<Table[K]['stored']['schema']>]
}

/** A setting as those see it who walk the table: what holds for all of them. */
export interface Setting
  extends Definition<boolean | string, keyof SettingEvents, SettingCommand['do'], string, unknown, keyof SettingForms> {
  readonly key: SettingName
}
/** Every one, in the table's order. */
export const SETTINGS: readonly Setting[] = Object.entries(settingsTable).map(
  ([key, definition]) => ({ ...definition, key }) as unknown as Setting,
)
const byEvent = new Map<string, Setting>(SETTINGS.map((one) => [one.event, one]))
const byCommand = new Map<string, Setting>(SETTINGS.map((one) => [one.command, one]))
export const settingIn = (event: string): Setting | undefined => byEvent.get(event)
export const settingSetBy = (command: string): Setting | undefined => byCommand.get(command)

/** As the document has it; withheld where its audience may not know. */
export const rawSettingOf = ({ key, initial }: Setting, settings: Settings): unknown => settings[key] ?? initial
/** As it is said again: what is withheld is as in a new document. */
export const settingValue = (setting: Setting, settings: Settings): boolean | string =>
  disclosed(rawSettingOf(setting, settings), setting.initial) as boolean | string
export const settingCommand = ({ command, argument }: Setting, value: boolean | string) =>
  ({ do: command, [argument]: value }) as SettingCommand
/** The value in what a command or an event says. */
export const settingArgument = ({ argument }: Setting, said: object) => (said as Readonly<Record<string, boolean | string>>)[argument]!
