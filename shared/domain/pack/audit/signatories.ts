import { type AuditOf, person, quoted, recipient } from './words.ts'

const CHANNELS = { email: 'email', sms: 'SMS', whatsapp: 'WhatsApp', 'email-or-sms': 'email or SMS' } as const

export const auditSignatories: AuditOf<'signatories'> = {
  SignatoryAdded: (data, state) => `added the signatory ${person(state, data.signatory)}`,
  SignatoryRoleChanged: (data) => `changed a signatory’s role to ${quoted(data.role)}`,
  SignatoryNamed: (data) => `named a signatory ${quoted(data.name)}`,
  SignatoryEmailChanged: (data, state) => `changed the email address of ${person(state, data.signatory)}`,
  SignatoryMobileChanged: (data, state) => `changed the mobile number of ${person(state, data.signatory)}`,
  SignatoryChannelChanged: (data, state) => `chose ${CHANNELS[data.channel]} for ${person(state, data.signatory)}`,
  SignatoryLinkedToUser: (data, state) =>
    `${data.user ? 'linked' : 'unlinked'} ${person(state, data.signatory)} ${data.user ? 'to' : 'from'} a member`,
  SignatoryMadeOptional: (data, state) => `made the signature of ${person(state, data.signatory)} optional`,
  SignatoryMadeMandatory: (data, state) => `made the signature of ${person(state, data.signatory)} mandatory`,
  SigningNotificationsSwitched: (data, state) =>
    `turned signing notifications for ${person(state, data.signatory)} ${data.on ? 'on' : 'off'}`,
  ViewingNotificationsSwitched: (data, state) =>
    `turned viewing notifications for ${person(state, data.signatory)} ${data.on ? 'on' : 'off'}`,
  SignatorySetUp: (data, state) =>
    `said who ${person(state, data.signatory)} is${data.identification ? ', and confirmed to have checked it' : ''}`,
  SignatoryRemoved: (data, state) => `removed the signatory ${person(state, data.signatory)}`,
  SignatoryRestored: (data, state) => `restored the signatory ${person(state, data.signatory)}`,
  SignerGroupAdded: (data) => `added the signer group ${quoted(data.name)}`,
  SignerGroupNamed: (data) => `changed a signer group’s name to ${quoted(data.name)}`,
  SignerGroupRemoved: 'removed a signer group',
  SigningOrderChanged: 'changed the signing order',
  CopyRecipientAdded: 'added a copy recipient',
  CopyRecipientNamed: (data) => `named a copy recipient ${quoted(data.name)}`,
  CopyRecipientEmailChanged: (data, state) => `changed the email address of ${recipient(state, data.recipient)}`,
  CopyRecipientMobileChanged: (data, state) => `changed the mobile number of ${recipient(state, data.recipient)}`,
  CopyRecipientRemoved: (data, state) => `removed the copy recipient ${recipient(state, data.recipient)}`,
}
