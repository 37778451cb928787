import { withoutFormat, withoutOverrides } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { unlistedRefusal } from '../contact-lists.ts'
import { asKept } from '../contacts.ts'
import { fact } from '../fact.ts'
import { fieldsOf } from '../fields.ts'
import { refuse } from '../refuse.ts'
import { nextRole, signatoryOf } from '../signatories.ts'
import { groupsOf } from '../signer-groups.ts'
import type { Deciders } from './context.ts'
import { liveRecipientOf, liveSignatoryOf } from './find.ts'
import { removing } from './several-fields.ts'

type Topic =
  | 'AddSignatory'
  | 'SetSignatoryRole'
  | 'NameSignatory'
  | 'SetSignatoryEmail'
  | 'SetSignatoryMobile'
  | 'SetSignatoryChannel'
  | 'LinkSignatoryToUser'
  | 'SetSignatoryOptional'
  | 'SwitchNotifications'
  | 'RemoveSignatory'
  | 'RestoreSignatory'
  | 'AddCopyRecipient'
  | 'NameCopyRecipient'
  | 'SetCopyRecipientEmail'
  | 'SetCopyRecipientMobile'
  | 'RemoveCopyRecipient'

// In setup addresses are kept as far as they are typed: the checks before requesting signatures judge them.
export const decideSignatories: Deciders<Topic> = {
  AddSignatory({ signatory, role }, state) {
    if (signatoryOf(state, signatory)) return []
    // A step names signatories and groups alike.
    if (groupsOf(state).some(({ uuid }) => uuid === signatory)) return refuse('order-invalid', { at: [signatory] })
    if (state.signatories.length >= MOST.signatories) return refuse('too-many', { slots: { most: MOST.signatories } })
    const named = role?.trim() || nextRole(state)
    return textRefusal(named, MOST.role) ?? [fact('SignatoryAdded', { signatory, role: named })]
  },

  SetSignatoryRole(command, state) {
    const signatory = liveSignatoryOf(state, command.signatory)
    if ('refused' in signatory) return signatory
    const role = command.role.trim() || `signer-${state.signatories.indexOf(signatory) + 1}`
    if (role === signatory.role) return []
    return textRefusal(role, MOST.role) ?? [fact('SignatoryRoleChanged', { signatory: signatory.uuid, role })]
  },

  NameSignatory({ signatory: uuid, name: typed }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    const name = withoutOverrides(typed)
    if (name === signatory.name) return []
    return textRefusal(name, MOST.name) ?? [fact('SignatoryNamed', { signatory: uuid, name })]
  },

  SetSignatoryEmail(command, state, context) {
    const signatory = liveSignatoryOf(state, command.signatory)
    if ('refused' in signatory) return signatory
    const email = withoutFormat(command.email)
    if (email === signatory.email) return []
    const refused = textRefusal(email, MOST.email) ?? unlistedRefusal([email], signatory.uuid, state.settings, context)
    return refused ?? [fact('SignatoryEmailChanged', { signatory: signatory.uuid, email })]
  },

  SetSignatoryMobile(command, state, context) {
    const signatory = liveSignatoryOf(state, command.signatory)
    if ('refused' in signatory) return signatory
    const refused = textRefusal(command.mobile, MOST.mobile)
    if (refused) return refused
    const mobile = asKept(command.mobile, context.defaultCountry)
    if (mobile === signatory.mobile) return []
    const unlisted = unlistedRefusal([mobile], signatory.uuid, state.settings, context)
    return unlisted ?? [fact('SignatoryMobileChanged', { signatory: signatory.uuid, mobile })]
  },

  SetSignatoryChannel({ signatory: uuid, channel }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    return channel === signatory.channel ? [] : [fact('SignatoryChannelChanged', { signatory: uuid, channel })]
  },

  LinkSignatoryToUser({ signatory: uuid, user }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    return user === signatory.user ? [] : [fact('SignatoryLinkedToUser', { signatory: uuid, user })]
  },

  SetSignatoryOptional({ signatory: uuid, optional }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    if (optional === signatory.optional) return []
    return [fact(optional ? 'SignatoryMadeOptional' : 'SignatoryMadeMandatory', { signatory: uuid })]
  },

  SwitchNotifications({ signatory: uuid, about, on }, state) {
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    if (on === signatory.notified[about]) return []
    return [fact(about === 'signing' ? 'SigningNotificationsSwitched' : 'ViewingNotificationsSwitched', { signatory: uuid, on })]
  },

  RemoveSignatory({ signatory: uuid, withFields }, state) {
    if (signatoryOf(state, uuid)?.removed) return []
    const signatory = liveSignatoryOf(state, uuid)
    if ('refused' in signatory) return signatory
    const fields = fieldsOf(state, uuid).map((field) => field.key)
    if (fields.length > 0 && !withFields) return refuse('signatory-has-fields', { at: fields })
    return [...removing(fields), fact('SignatoryRemoved', { signatory: uuid })]
  },

  RestoreSignatory({ signatory: uuid }, state) {
    const signatory = signatoryOf(state, uuid)
    if (!signatory) return refuse('signatory-missing', { at: [uuid] })
    if (signatory.erased !== undefined) return refuse('person-erased', { at: [uuid] })
    return signatory.removed ? [fact('SignatoryRestored', { signatory: uuid })] : []
  },

  AddCopyRecipient({ recipient }, state) {
    if (state.copyRecipients.some(({ uuid }) => uuid === recipient)) return []
    if (state.copyRecipients.length >= MOST.copyRecipients) return refuse('too-many', { slots: { most: MOST.copyRecipients } })
    return [fact('CopyRecipientAdded', { recipient })]
  },

  NameCopyRecipient({ recipient: uuid, name: typed }, state) {
    const recipient = liveRecipientOf(state, uuid)
    if ('refused' in recipient) return recipient
    const name = withoutOverrides(typed)
    if (name === recipient.name) return []
    return textRefusal(name, MOST.name) ?? [fact('CopyRecipientNamed', { recipient: uuid, name })]
  },

  SetCopyRecipientEmail(command, state, context) {
    const recipient = liveRecipientOf(state, command.recipient)
    if ('refused' in recipient) return recipient
    const email = withoutFormat(command.email)
    if (email === recipient.email) return []
    const refused = textRefusal(email, MOST.email) ?? unlistedRefusal([email], recipient.uuid, state.settings, context)
    return refused ?? [fact('CopyRecipientEmailChanged', { recipient: recipient.uuid, email })]
  },

  SetCopyRecipientMobile(command, state, context) {
    const recipient = liveRecipientOf(state, command.recipient)
    if ('refused' in recipient) return recipient
    const refused = textRefusal(command.mobile, MOST.mobile)
    if (refused) return refused
    const mobile = asKept(command.mobile, context.defaultCountry)
    if (mobile === recipient.mobile) return []
    const unlisted = unlistedRefusal([mobile], recipient.uuid, state.settings, context)
    return unlisted ?? [fact('CopyRecipientMobileChanged', { recipient: recipient.uuid, mobile })]
  },

  RemoveCopyRecipient({ recipient: uuid }, state) {
    const removed = state.copyRecipients.some((recipient) => recipient.uuid === uuid && recipient.removed)
    if (removed) return []
    const recipient = liveRecipientOf(state, uuid)
    return 'refused' in recipient ? recipient : [fact('CopyRecipientRemoved', { recipient: uuid })]
  },
}
