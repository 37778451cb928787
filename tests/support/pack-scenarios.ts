import { canonicalise, digestOf, type Json } from '#domain/kernel'
import { type CommandName, factsOfNewCopy, keyInCopy, type PackCommand, type PackFact, type Salted } from '#domain/pack'
import {
  converted,
  create,
  delivered,
  document,
  fill,
  filledBy,
  type Given,
  happened,
  having,
  idOf,
  nothingYet,
  packInSetup,
  packOfTwoSentTo,
  packSentTo,
  place,
  reject,
  request,
  requestIds,
  sent as sentOut,
  sign,
  signedBy,
  typed,
  type World,
} from './pack.ts'

type CommandOf<N extends CommandName> = Extract<PackCommand, { do: N }>

export interface Scenario {
  readonly in: World
  readonly ask: Given
}

const setup = having(
  packInSetup('first', 'second'),
  place('note', 'text', 'first', { y: 400_000 }),
  place('day', 'date', 'first', { y: 460_000 }),
  place('box', 'check', 'first', { y: 520_000 }),
  place('pick', 'choice', 'first', { y: 580_000, options: ['red', 'blue'] }),
  place('own', 'text', 'self', { y: 640_000 }),
  { do: 'AddCopyRecipient', recipient: idOf('copy') },
)
const sent = packSentTo('first', 'second')
const visited = having(sent, ({ state }) => ({
  do: 'RecordVisit',
  signatory: idOf('first'),
  visit: idOf('visit'),
  link: state.signatories[0]!.links[0]!.link,
  view: digestOf('view'),
}))
const complete = signedBy(sent, 'first', 'second')
const running = having(complete, { do: 'StartSealing', document })
const stamped = having(running, { do: 'RecordStamped', document, attempt: 1, pages: [digestOf('page 1')] })
const failed = having(running, { do: 'RecordSealingFailure', document, attempt: 1, reason: 'no-space', final: true })
const copied = having(complete, { do: 'QueueFinalCopy', recipient: idOf('first'), mail: idOf('mail') })
const [add, receive, convert] = converted()
const finds = { formFields: { file: idOf('form'), count: 2 }, signatures: 1, papers: 3, claims: ['PDF/A'] } as const
const convertWithFinds = { ...(convert as CommandOf<'RecordConversion'>), found: finds }
const queued = having(packInSetup('first', 'second'), request)
const rule = idOf('rule')
const reminder = { do: 'SetNotificationRule', rule, event: 'not-signed', action: 'remind', countdown: 300 } as const
const failing = having(sent, { do: 'SetNotificationRule', rule, event: 'email-failed', action: 'notify' }, ({ state }) => {
  const request = state.signatories[0]!.request!.id
  return { do: 'RecordRequestFailed', signatory: idOf('first'), request, bounced: true, detail: 'mailbox unknown' }
})
/** Its day is over, and nobody has recorded that yet. */
const LAST_DAY = '2026-03-01'
const lapsing = happened(sent, [{ type: 'ExpiryChanged', data: { expiry: { day: LAST_DAY, zone: 'UTC', remindDays: 3 } } }])
const signatory = idOf('first')
const recipient = idOf('copy')
const handed = { do: 'IssueSigningLink', signatory, link: idOf('in person'), purpose: 'sign_in_person', request: null } as const
const field = idOf('note')
const appendix = idOf('rules')
const customField = { do: 'SetCustomField', customField: idOf('custom field'), name: 'Client number', value: '381' } as const
const added = { do: 'AddAppendix', appendix } as const
const attached = {
  do: 'AttachAppendixFile',
  appendix,
  file: idOf('rules file'),
  digest: digestOf('rules'),
  size: 4_000,
  filename: 'rules.pdf',
} as const

/** The first signer is asked, and has the second set up. */
const settingUp = delivered(
  having(
    packInSetup('first'),
    { do: 'AddSignatory', signatory: idOf('second') },
    place('second signature', 'signature', 'second'),
    place('next', 'signer_setup', 'first', { setUp: { role: 'signer-2', identification: true } }),
    { do: 'SetSequentialSigning', on: true },
    request,
  ),
)

/** A second document, with pages. */
const withAnnex = having(
  setup,
  ...converted().map((command) => ('document' in command ? { ...command, document: idOf('annex') } : command)),
)

/** The note is there only once the box is ticked. */
const fieldRule = { do: 'SetFieldRule', rule, target: { field: idOf('note') }, condition: `[${idOf('box')}] is ticked` } as const

const ASKED = [place('note', 'text', 'first', { y: 400_000 }), place('box', 'check', 'first', { y: 520_000 }), fieldRule] as const

const entry = idOf('entry')
const heading = { do: 'AddFormEntry', entry, type: 'h1', asksFor: null, label: 'Your part', after: null } as const
const asked = { do: 'AddFormEntry', entry: idOf('asked'), type: 'field', asksFor: idOf('own'), label: '', after: entry } as const

const annotated = delivered(
  having(packInSetup('first', 'second'), { do: 'SetAnnotation', on: true }, { do: 'SetSequentialSigning', on: true }, request),
)

const group = idOf('group')
const addGroup = { do: 'AddSignerGroup', group } as const
/** Two documents, each of them to be rejected by itself. */
const twoDocuments = packOfTwoSentTo('first', 'second')

/** For every command a world in which it says something new. */
export const SCENARIOS: { readonly [name in CommandName]: Scenario } = {
  CreatePack: { in: nothingYet, ask: create },
  RecordBulkSendRow: { in: setup, ask: { do: 'RecordBulkSendRow', bulkSend: idOf('bulk send'), description: 'Renewals', row: 381 } },
  RenamePack: { in: setup, ask: { do: 'RenamePack', name: 'Lease of the mill' } },
  RequestSignatures: { in: having(setup, fill('own', 'self', 'here')), ask: request },
  RevertToSetup: { in: signedBy(sent, 'first'), ask: { do: 'RevertToSetup' } },
  MarkAsComplete: { in: sent, ask: { do: 'MarkAsComplete' } },
  TrashPack: { in: sent, ask: { do: 'TrashPack' } },
  TakeOverPack: {
    in: setup,
    ask: { do: 'TakeOverPack', workspace: setup.state.workspace, from: setup.state.creator, to: idOf('successor') },
  },
  RestorePack: { in: having(sent, { do: 'TrashPack' }), ask: { do: 'RestorePack' } },
  MovePack: { in: sent, ask: { do: 'MovePack', from: sent.state.workspace, to: idOf('other workspace') } },

  AddDocument: { in: having(nothingYet, create), ask: add! },
  RenameDocument: { in: setup, ask: { do: 'RenameDocument', document, name: 'Annex' } },
  RepeatField: { in: withAnnex, ask: { do: 'RepeatField', field: idOf('note again'), of: idOf('note'), document: idOf('annex') } },
  RemoveDocument: {
    in: having(setup, { do: 'AddDocument', document: idOf('annex'), name: 'Annex' }),
    ask: { do: 'RemoveDocument', document: idOf('annex') },
  },
  ReceiveFile: { in: having(nothingYet, create, add!), ask: receive! },
  RecordConversion: { in: having(nothingYet, create, add!, receive!), ask: convertWithFinds },
  RecordConversionFailure: {
    in: having(nothingYet, create, add!, receive!),
    ask: { do: 'RecordConversionFailure', document, source: idOf('upload'), reason: 'damaged' },
  },
  RetryConversion: {
    in: having(nothingYet, create, add!, receive!, { do: 'RecordConversionFailure', document, source: idOf('upload'), reason: 'damaged' }),
    ask: { do: 'RetryConversion', document },
  },
  AnswerFormFields: {
    in: having(nothingYet, create, add!, receive!, convertWithFinds),
    ask: {
      do: 'AnswerFormFields',
      document,
      taken: true,
      cleared: { from: idOf('file'), file: idOf('cleared'), digest: digestOf('cleared'), size: 900 },
    },
  },

  PlaceField: { in: setup, ask: place('another', 'signature', 'second', { page: 1, x: 40_000, y: 40_000 }) },
  MoveField: { in: setup, ask: { do: 'MoveField', field, page: 1, x: 100_000, y: 100_000 } },
  ResizeField: { in: setup, ask: { do: 'ResizeField', field, x: 40_000, y: 400_000, width: 200_000, height: 30_000 } },
  RetypeField: { in: having(setup, fill('note', 'self', 'text')), ask: { do: 'RetypeField', field, type: 'date' } },
  AssignField: { in: setup, ask: { do: 'AssignField', field, assignee: idOf('second') } },
  SetFieldRequired: { in: setup, ask: { do: 'SetFieldRequired', field, required: true } },
  SetFieldCustomId: { in: setup, ask: { do: 'SetFieldCustomId', field, customId: 'remark' } },
  DescribeField: { in: setup, ask: { do: 'DescribeField', field, description: 'Anything else?' } },
  SetFieldOptions: { in: setup, ask: { do: 'SetFieldOptions', field: idOf('pick'), options: ['red', 'green'] } },
  GroupField: { in: setup, ask: { do: 'GroupField', field: idOf('box'), group: 'one of', exclusive: true } },
  SetFieldAutoDate: { in: setup, ask: { do: 'SetFieldAutoDate', field: idOf('day'), on: true } },
  LayOutField: { in: setup, ask: { do: 'LayOutField', field: idOf('note'), layout: { as: 'comb', cells: 8 } } },
  SetFieldBackground: { in: setup, ask: { do: 'SetFieldBackground', field: idOf('note'), colour: '#fef3c7' } },
  SetFieldButtonText: {
    in: having(setup, { do: 'RetypeField', field: idOf('note'), type: 'approve' }),
    ask: { do: 'SetFieldButtonText', field: idOf('note'), text: 'We agree' },
  },
  SetDelegatedSetup: {
    in: having(setup, place('next', 'signer_setup', 'first', { page: 1 })),
    ask: { do: 'SetDelegatedSetup', field: idOf('next'), role: 'signer-2', identification: true },
  },
  SetContinueQuestion: { in: setup, ask: { do: 'SetContinueQuestion', field: idOf('note'), question: 'Have you read page 2?' } },
  SetFieldTemporary: { in: setup, ask: { do: 'SetFieldTemporary', field: idOf('note'), on: true } },
  SetFieldHierarchy: { in: setup, ask: { do: 'SetFieldHierarchy', field: idOf('note'), path: ['Tenant', 'Address'] } },
  LabelField: { in: setup, ask: { do: 'LabelField', field: idOf('note'), label: 'Delivery address' } },
  SetFieldMaxLength: { in: setup, ask: { do: 'SetFieldMaxLength', field: idOf('note'), most: 30 } },
  SetFieldTextSize: { in: setup, ask: { do: 'SetFieldTextSize', field: idOf('note'), points: 14 } },
  AlignFieldText: { in: setup, ask: { do: 'AlignFieldText', field: idOf('note'), to: 'centre' } },
  SetFieldAutoFill: { in: setup, ask: { do: 'SetFieldAutoFill', field: idOf('note'), from: 'email' } },
  ShowFieldInFinal: { in: setup, ask: { do: 'ShowFieldInFinal', field: idOf('note'), on: false } },
  RemoveField: { in: setup, ask: { do: 'RemoveField', field } },
  RestoreField: { in: having(setup, { do: 'RemoveField', field }), ask: { do: 'RestoreField', field } },
  AddNote: {
    in: annotated,
    ask: {
      do: 'AddNote',
      field: idOf('remark'),
      by: signatory,
      document,
      page: 0,
      x: 400_000,
      y: 40_000,
      width: 160_000,
      height: 48_000,
      text: 'Is clause 3 meant?',
    },
  },
  FillField: { in: sent, ask: fill('first signature', 'first', typed('F. Irst')) },
  ClearField: { in: filledBy(sent, 'first'), ask: { do: 'ClearField', field: idOf('first signature'), by: signatory } },

  AddSignatory: { in: setup, ask: { do: 'AddSignatory', signatory: idOf('third') } },
  SetSignatoryRole: { in: setup, ask: { do: 'SetSignatoryRole', signatory, role: 'Tenant' } },
  NameSignatory: { in: setup, ask: { do: 'NameSignatory', signatory, name: 'Fiona First' } },
  SetSignatoryEmail: { in: setup, ask: { do: 'SetSignatoryEmail', signatory, email: 'fiona@example.org' } },
  SetSignatoryMobile: { in: setup, ask: { do: 'SetSignatoryMobile', signatory, mobile: '082 123 4567' } },
  SetSignatoryChannel: { in: setup, ask: { do: 'SetSignatoryChannel', signatory, channel: 'sms' } },
  LinkSignatoryToUser: { in: setup, ask: { do: 'LinkSignatoryToUser', signatory, user: idOf('creator') } },
  SetSignatoryOptional: { in: setup, ask: { do: 'SetSignatoryOptional', signatory, optional: true } },
  SwitchNotifications: { in: setup, ask: { do: 'SwitchNotifications', signatory, about: 'signing', on: false } },
  RemoveSignatory: { in: setup, ask: { do: 'RemoveSignatory', signatory, withFields: true } },
  RestoreSignatory: {
    in: having(setup, { do: 'RemoveSignatory', signatory, withFields: true }),
    ask: { do: 'RestoreSignatory', signatory },
  },
  SetSigningOrder: { in: setup, ask: { do: 'SetSigningOrder', steps: [[idOf('second')], [signatory]] } },
  AddCopyRecipient: { in: setup, ask: { do: 'AddCopyRecipient', recipient: idOf('another copy') } },
  NameCopyRecipient: { in: setup, ask: { do: 'NameCopyRecipient', recipient, name: 'Carla Copy' } },
  SetCopyRecipientEmail: { in: setup, ask: { do: 'SetCopyRecipientEmail', recipient, email: 'carla@example.org' } },
  SetCopyRecipientMobile: { in: setup, ask: { do: 'SetCopyRecipientMobile', recipient, mobile: '0821234567' } },
  RemoveCopyRecipient: { in: setup, ask: { do: 'RemoveCopyRecipient', recipient } },

  SetSequentialSigning: { in: setup, ask: { do: 'SetSequentialSigning', on: true } },
  SetSubject: { in: setup, ask: { do: 'SetSubject', subject: 'Please sign' } },
  SetMessage: { in: setup, ask: { do: 'SetMessage', message: 'By Friday, please.' } },
  SetPostSigningUrl: { in: setup, ask: { do: 'SetPostSigningUrl', url: 'example.org/thanks' } },
  SetSigningMethods: { in: setup, ask: { do: 'SetSigningMethods', drawn: true, typed: false, uploaded: false } },
  SetOneClickSigning: { in: setup, ask: { do: 'SetOneClickSigning', on: true } },
  SetOneClickInitial: { in: setup, ask: { do: 'SetOneClickInitial', on: true } },
  SetSigningWizard: { in: setup, ask: { do: 'SetSigningWizard', on: false } },
  SetFirstSignerMultiEdit: { in: setup, ask: { do: 'SetFirstSignerMultiEdit', on: true } },
  SetContactInfoObfuscation: { in: setup, ask: { do: 'SetContactInfoObfuscation', on: false } },
  SetEmailOptional: { in: setup, ask: { do: 'SetEmailOptional', on: true } },
  SetChannelChoice: { in: setup, ask: { do: 'SetChannelChoice', on: true } },
  SetTwoFactor: { in: setup, ask: { do: 'SetTwoFactor', on: true } },
  SetCreatorFinalMail: { in: setup, ask: { do: 'SetCreatorFinalMail', excluded: true } },
  SetSignedAuditTrail: { in: setup, ask: { do: 'SetSignedAuditTrail', on: true } },
  SetCertificateSeal: { in: setup, ask: { do: 'SetCertificateSeal', on: true } },
  SetContactList: { in: setup, ask: { do: 'SetContactList', list: idOf('clients') } },
  SetContactsOnly: { in: setup, ask: { do: 'SetContactsOnly', on: true } },
  SetInAppSigningPage: { in: setup, ask: { do: 'SetInAppSigningPage', url: 'example.org/sign' } },
  SetAttachmentsIncluded: { in: setup, ask: { do: 'SetAttachmentsIncluded', on: true } },
  SetAttachmentsForAllSigners: { in: setup, ask: { do: 'SetAttachmentsForAllSigners', on: true } },
  SetFormViewAlways: { in: setup, ask: { do: 'SetFormViewAlways', on: true } },
  SetValueReplication: { in: setup, ask: { do: 'SetValueReplication', on: true } },
  SetReplicationAcrossDocuments: { in: setup, ask: { do: 'SetReplicationAcrossDocuments', on: true } },
  SetTickReplication: { in: setup, ask: { do: 'SetTickReplication', on: true } },
  SetSignerGroups: { in: setup, ask: { do: 'SetSignerGroups', on: true } },
  SetIndividualRejection: { in: setup, ask: { do: 'SetIndividualRejection', on: true } },
  AddSignerGroup: { in: setup, ask: addGroup },
  NameSignerGroup: { in: having(setup, addGroup), ask: { do: 'NameSignerGroup', group, name: 'Tenants' } },
  RemoveSignerGroup: { in: having(setup, addGroup), ask: { do: 'RemoveSignerGroup', group } },
  SetSignatoryGroup: { in: having(setup, addGroup), ask: { do: 'SetSignatoryGroup', signatory, group } },
  SetAnnotation: { in: setup, ask: { do: 'SetAnnotation', on: true } },
  LockFields: { in: setup, ask: { do: 'LockFields' } },
  UnlockFields: { in: having(setup, { do: 'LockFields' }), ask: { do: 'UnlockFields' } },

  SetCustomField: { in: setup, ask: customField },
  RemoveCustomField: { in: having(setup, customField), ask: { do: 'RemoveCustomField', customField: idOf('custom field') } },
  RestoreCustomField: {
    in: having(setup, customField, { do: 'RemoveCustomField', customField: idOf('custom field') }),
    ask: { do: 'RestoreCustomField', customField: idOf('custom field') },
  },

  AddAppendix: { in: setup, ask: added },
  AttachAppendixFile: { in: having(setup, added), ask: attached },
  DescribeAppendix: { in: having(setup, added), ask: { do: 'DescribeAppendix', appendix, description: 'The house rules' } },
  SetAppendixCustomId: { in: having(setup, added), ask: { do: 'SetAppendixCustomId', appendix, customId: 'rules' } },
  SetAppendixAudience: { in: having(setup, added), ask: { do: 'SetAppendixAudience', appendix, audience: ['team'] } },
  SetAppendixRequired: { in: having(setup, added), ask: { do: 'SetAppendixRequired', appendix, required: false } },
  RemoveAppendix: { in: having(setup, added, attached), ask: { do: 'RemoveAppendix', appendix } },
  RestoreAppendix: { in: having(setup, added, { do: 'RemoveAppendix', appendix }), ask: { do: 'RestoreAppendix', appendix } },

  ResendRequest: { in: sent, ask: { do: 'ResendRequest', signatory, request: idOf('again') } },
  CorrectAddress: {
    in: sent,
    ask: { do: 'CorrectAddress', signatory, name: 'Fiona', email: 'fiona@example.org', mobile: '0821234567', request: idOf('corrected') },
  },
  IssueSigningLink: {
    in: sent,
    ask: { do: 'IssueSigningLink', signatory, link: idOf('taken'), purpose: 'sign_in_person', request: null },
  },
  TakeBackSigningLink: { in: having(sent, handed), ask: { do: 'TakeBackSigningLink', signatory, link: handed.link } },
  RevealMailLink: { in: sent, ask: { do: 'RevealMailLink', mail: idOf('mail'), user: idOf('creator') } },
  RecordRequestSent: {
    in: queued,
    ask: ({ state }) => ({ do: 'RecordRequestSent', signatory, request: state.signatories[0]!.request!.id }),
  },
  RecordRequestFailed: {
    in: sent,
    ask: ({ state }) => {
      const request = state.signatories[0]!.request!.id
      return { do: 'RecordRequestFailed', signatory, request, bounced: true, detail: 'mailbox unknown' }
    },
  },

  SetExpiry: { in: setup, ask: { do: 'SetExpiry', day: '2026-03-12', remindDays: 3 } },
  ExpireRequests: { in: lapsing, ask: { do: 'ExpireRequests', day: LAST_DAY } },
  RemindOfExpiry: { in: lapsing, ask: { do: 'RemindOfExpiry', day: LAST_DAY, requests: { [signatory]: idOf('reminded') } } },

  ExcludeSignatory: {
    in: sent,
    ask: (world) => ({ do: 'ExcludeSignatory', signatory, viewing: false, requests: requestIds(world, 'after exclusion') }),
  },
  SetFieldRule: { in: setup, ask: fieldRule },
  RemoveFieldRule: { in: having(setup, fieldRule), ask: { do: 'RemoveFieldRule', rule } },

  AddFormEntry: { in: setup, ask: heading },
  RetypeFormEntry: { in: having(setup, heading), ask: { do: 'RetypeFormEntry', entry, type: 'p' } },
  LabelFormEntry: { in: having(setup, heading), ask: { do: 'LabelFormEntry', entry, label: 'For you' } },
  MoveFormEntry: { in: having(setup, heading, asked), ask: { do: 'MoveFormEntry', entry, after: asked.entry } },
  RemoveFormEntry: { in: having(setup, heading), ask: { do: 'RemoveFormEntry', entry } },
  RestoreFormEntry: { in: having(setup, heading, { do: 'RemoveFormEntry', entry }), ask: { do: 'RestoreFormEntry', entry } },

  SetNotificationRule: { in: setup, ask: reminder },
  RemoveNotificationRule: { in: having(setup, reminder), ask: { do: 'RemoveNotificationRule', rule } },
  GiveNotification: {
    in: failing,
    ask: ({ state }) => {
      const occasion = state.signatories[0]!.request!.id
      return { do: 'GiveNotification', rule, about: signatory, occasion, notice: idOf('notice') }
    },
  },

  RecordOpened: { in: setup, ask: { do: 'RecordOpened', user: idOf('creator') } },
  RecordVisit: {
    in: sent,
    ask: ({ state }) => ({
      do: 'RecordVisit',
      signatory,
      visit: idOf('visit'),
      link: state.signatories[0]!.links[0]!.link,
      view: digestOf('view'),
    }),
  },
  ObserveVisit: {
    in: visited,
    ask: { do: 'ObserveVisit', signatory, visit: idOf('visit'), moments: [{ what: 'page', document, page: 0, brought: 'page', ago: 1 }] },
  },
  SetUpSignatory: {
    in: settingUp,
    ask: {
      do: 'SetUpSignatory',
      field: idOf('next'),
      by: signatory,
      name: 'Sam Second',
      email: 'sam@example.org',
      mobile: '0821234567',
      identified: true,
    },
  },
  GiveConsent: { in: sent, ask: { do: 'GiveConsent', signatory, version: '2026-01' } },
  PostponeSigning: { in: sent, ask: { do: 'PostponeSigning', signatory } },
  CompleteSigning: { in: filledBy(signedBy(sent, 'first'), 'second'), ask: sign('second') },
  RejectDocument: { in: twoDocuments, ask: { do: 'RejectDocument', signatory, document: idOf('annex'), reason: 'Too dear' } },
  RejectSigning: { in: sent, ask: reject('first', 'Wrong rent') },

  StartSealing: { in: complete, ask: { do: 'StartSealing', document } },
  RecordStamped: {
    in: running,
    ask: { do: 'RecordStamped', document, attempt: 1, pages: [digestOf('page 1')], added: { seal: 1, audit: 1 } },
  },
  RecordSealed: {
    in: stamped,
    ask: { do: 'RecordSealed', document, attempt: 1, file: idOf('final'), digest: digestOf('final'), size: 20_000 },
  },
  RecordSealingFailure: {
    in: stamped,
    ask: { do: 'RecordSealingFailure', document, attempt: 1, reason: 'took-too-long', final: false },
  },
  RetrySealing: { in: failed, ask: { do: 'RetrySealing', document } },
  RenewSeal: {
    in: having(stamped, { do: 'RecordSealed', document, attempt: 1, file: idOf('final'), digest: digestOf('final'), size: 20_000 }),
    ask: { do: 'RenewSeal', document },
  },
  QueueFinalCopy: { in: complete, ask: { do: 'QueueFinalCopy', recipient: idOf('first'), mail: idOf('mail') } },
  RecordFinalCopySent: { in: copied, ask: { do: 'RecordFinalCopySent', recipient: idOf('first'), mail: idOf('mail') } },
  RecordFinalCopyFailed: {
    in: copied,
    ask: { do: 'RecordFinalCopyFailed', recipient: idOf('first'), mail: idOf('mail'), bounced: true },
  },

  ErasePeople: { in: having(sent, reject('first', 'Wrong rent')), ask: { do: 'ErasePeople', people: [signatory] } },
  RepeatErasure: { in: sent, ask: { do: 'RepeatErasure', people: [signatory] } },
}

function withCustomFields(): World {
  const named = having(packInSetup('first'), customField, { do: 'SetMessage', message: 'About {{Client_number}}' })
  return having(named, request, { do: 'RevertToSetup' })
}

/** The histories of all scenarios: what happened before, and what the command decided. */
export function allWorlds(): readonly World[] {
  const more = having(
    setup,
    { do: 'SetFieldRequired', field, required: true },
    { do: 'SetFieldRequired', field, required: false },
    { do: 'SetSignatoryOptional', signatory, optional: true },
    { do: 'SetSignatoryOptional', signatory, optional: false },
    { do: 'SwitchNotifications', signatory, about: 'viewing', on: false },
  )
  return [
    more,
    withAppendices(),
    bulk(),
    replaced(),
    inPerson(),
    noted(),
    takenOver(),
    withCustomFields(),
    having(LEFT_OUT, { do: 'StartSealing', document }),
    ...Object.values(SCENARIOS).map((scenario) => having(scenario.in, scenario.ask)),
  ]
}

/** Supporting documents for each audience, two with a file, sent and signed. */
function withAppendices(): World {
  const of = (audience: 'all' | 'signatories' | 'cc_recipients' | 'team') =>
    ({ do: 'AddAppendix', appendix: idOf(audience), audience: [audience], required: false }) as const
  const file = { ...attached, appendix: idOf('signatories') }
  const ready = having(packInSetup('first', 'second'), ...[added, attached, of('signatories'), file, of('cc_recipients'), of('team')], {
    ...file,
    appendix: idOf('team'),
    file: idOf('team file'),
  })
  return signedBy(sentOut(ready), 'first', 'second')
}

/** Complete with a field that a condition keeps off the pages. */
export const LEFT_OUT: World = signedBy(sentOut(having(packInSetup('first', 'second'), ...ASKED)), 'first', 'second')

/** One click and one day, each for more than one field of the sender and of a signer. */
function bulk(): World {
  const dates = (of: string) =>
    [0, 1].map((at) =>
      place(`${of} day ${at}`, 'date', of, { page: 1, y: 400_000 + at * 60_000 + (of === 'self' ? 200_000 : 0), autoDate: true }),
    )
  const again = place('again', 'signature', 'first', { page: 1, y: 100_000 })
  const ready = having(packInSetup('first'), ...dates('self'), ...dates('first'), again, { do: 'SetOneClickSigning', on: true }, request)
  return having(filledBy(ready, 'first'), sign('first'))
}

/** A replacement with one smaller page. */
function replaced(): World {
  const upload = { do: 'ReceiveFile', document, file: idOf('upload 2'), digest: digestOf('upload 2'), size: 5, filename: 'b.pdf' } as const
  const pages = [{ width: 300_000, height: 300_000 }]
  return having(setup, upload, { ...(convert as CommandOf<'RecordConversion'>), source: idOf('upload 2'), pages })
}

function inPerson(): World {
  return having(filledBy(having(sent, handed), 'first'), sign('first', { link: handed.link }))
}

/** Notes of the sender and of a signer, written on while they sign. */
function noted(): World {
  const own = place('own note', 'note', 'self')
  const theirs = place('their note', 'note', 'first')
  const out = delivered(having(packInSetup('first', 'second'), own, fill('own note', 'self', 'Ask Anna'), theirs, request))
  const writing = having(out, fill('own note', 'self', 'Anna was asked'), fill('their note', 'first', 'Is clause 3 meant?'))
  return having(filledBy(writing, 'first'), sign('first'))
}

/** The facts that make a pack like the one in setup, under keys of its own. */
export function factsOfCopy(pack: string) {
  const origins = new Map<string, string>()
  const own = (key: string) => {
    origins.set(keyInCopy(pack, key), key)
    return keyInCopy(pack, key)
  }
  const { documents, fieldOrder, signatories, copyRecipients } = setup.state
  const keys = [...documents, ...signatories.map(({ uuid }) => ({ key: uuid })), ...copyRecipients.map(({ uuid }) => ({ key: uuid }))]
  let text = JSON.stringify(setup.events.map(({ fact }) => fact))
  for (const key of [...keys.map((one) => one.key), ...fieldOrder]) text = text.replaceAll(`"${key}"`, `"${own(key)}"`)
  return { facts: JSON.parse(text) as PackFact[], origins: { pack, from: idOf('origin'), keys: origins, files: new Map<string, string>() } }
}

/** Made from a definition. */
function takenOver(): World {
  const { facts, origins } = factsOfCopy(idOf('pack'))
  return happened(nothingYet, factsOfNewCopy(facts, origins, salted))
}

export const salted: Salted = (content) => ({ ...content, salt: digestOf(canonicalise(content as Json)).slice(0, 22) })
