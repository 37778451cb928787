import type { Refusals } from '#domain/kernel'

/** Everything a pack may refuse. Where the specification words it, these are its words. */
export const PACK_REFUSALS = {
  // existence and phase
  'pack-missing': { kind: 'gone', says: 'This document does not exist.' },
  'pack-exists': { kind: 'conflict', says: 'A document with this key exists already.' },
  'in-trash': { kind: 'gone', says: 'This document is in the trash.' },
  'not-in-setup': { kind: 'conflict', says: 'This can only be changed while the document is in setup.' },
  'not-awaiting-signatures': { kind: 'conflict', says: 'This document is not awaiting signatures.' },
  'not-managed': { kind: 'conflict', says: 'This can only be done while the document is awaiting signatures or rejected.' },
  'not-complete': { kind: 'conflict', says: 'This document is not complete.' },
  'conversion-error': { kind: 'conflict', says: 'This document could not be converted. Replace its file or try again first.' },
  'revision-changed': { kind: 'conflict', says: 'This has been changed in the meantime. Please check the current version and try again.' },
  'revert-from-complete': { kind: 'conflict', says: 'Unable to update status to setup from completed status' },

  // who
  'not-a-team-member': { kind: 'forbidden', says: 'You are not a member of the team that this document belongs to.' },
  'not-permitted': { kind: 'forbidden', says: 'You do not have permission to do this.' },
  'not-for-applications': { kind: 'forbidden', says: 'Only a person may do this. Log in with an account instead.' },
  'not-in-support': { kind: 'forbidden', says: 'This cannot be done in a support session. Only the person themselves may do it.' },
  'not-permitted-to-unlock': { kind: 'forbidden', says: 'Document is currently locked. You do not have permission to unlock it.' },
  'not-permitted-to-delete': { kind: 'forbidden', says: 'Only its creator or an administrator may delete or restore this document.' },
  'not-yours': { kind: 'forbidden', says: 'Only the signer may do this.' },
  'not-your-field': { kind: 'forbidden', says: 'This field is not assigned to you.' },
  'link-dead': { kind: 'gone', says: 'This signing link is no longer valid.' },

  // text
  'too-long': { kind: 'invalid', says: 'This text is too long: at most {most} characters are possible.' },
  'not-text': { kind: 'invalid', says: 'This text holds characters that cannot be stored.' },
  'text-undrawable': { kind: 'invalid', says: 'No font here can print {characters}. Please write this in other letters.' },
  'name-undrawable': {
    kind: 'invalid',
    says: 'No font here can print {characters}. Please draw your signature, or type your name in other letters.',
  },
  'text-unfit': {
    kind: 'invalid',
    says: 'This text does not fit its field: even in the smallest print, {fits} of its {of} characters do. Please shorten it.',
  },
  'too-many-notes': { kind: 'invalid', says: 'You have added {most} notes to this document, which is as many as there can be.' },
  'too-many': { kind: 'invalid', says: 'There are too many of these: at most {most} are possible.' },

  // documents
  'document-missing': { kind: 'gone', says: 'There is no such document in this pack.' },
  'last-document': { kind: 'conflict', says: 'This is the only document. Delete the whole instead.' },
  'not-uploaded': { kind: 'conflict', says: 'This document has no file yet.' },
  'not-converted': { kind: 'conflict', says: 'This document is still being converted. Please try again in a moment.' },

  // supporting documents
  'appendix-missing': { kind: 'gone', says: 'There is no such supporting document.' },
  'audience-invalid': { kind: 'invalid', says: 'Choose at least one audience for a supporting document, each once.' },

  // fields
  'field-missing': { kind: 'gone', says: 'There is no such field.' },
  'field-exists': { kind: 'conflict', says: 'A field with this key exists already.' },
  'field-removed': { kind: 'conflict', says: 'This field has been removed.' },
  'fields-locked': { kind: 'conflict', says: 'The fields of this document are locked.' },
  'fields-overlap': { kind: 'conflict', says: 'This field would overlap another field.' },
  'no-such-page': { kind: 'invalid', says: 'The document has no such page.' },
  'place-invalid': { kind: 'invalid', says: 'This is not a valid place for a field.' },
  'size-invalid': { kind: 'invalid', says: 'This is not a valid size for a field.' },
  'cannot-be-required': { kind: 'invalid', says: 'This field cannot be required.' },
  'cannot-be-assigned': { kind: 'invalid', says: 'This field cannot be assigned to a signer.' },
  'has-no-options': { kind: 'invalid', says: 'This type of field has no options.' },
  'has-no-group': { kind: 'invalid', says: 'This type of field cannot be grouped.' },
  'has-no-auto-date': { kind: 'invalid', says: 'This type of field cannot be set to the date of signing.' },
  'has-no-layout': { kind: 'invalid', says: 'This type of field holds no text to be laid out.' },
  'layout-invalid': { kind: 'invalid', says: 'A comb has at least 1 and at most {most} cells.' },
  'colour-invalid': { kind: 'invalid', says: 'A colour is written as # and six hexadecimal digits.' },
  'has-no-button': { kind: 'invalid', says: 'This type of field has no button.' },
  'sets-up-nobody': { kind: 'invalid', says: 'This type of field sets no signer up.' },
  'has-no-signer-to-ask': { kind: 'invalid', says: 'Nobody fills in this type of field, so nobody can be asked there.' },
  'has-no-max-length': { kind: 'invalid', says: 'This type of field holds no text whose characters are counted.' },
  'text-size-invalid': { kind: 'invalid', says: 'Text is at least {least} and at most {most} points in size, in whole points.' },
  'max-length-invalid': { kind: 'invalid', says: 'A text takes at least 1 and at most {most} characters.' },
  'has-no-auto-fill': { kind: 'invalid', says: 'This type of field cannot be filled in automatically.' },
  'takes-one-line': { kind: 'invalid', says: 'This field takes a single line. Please remove the line breaks.' },
  'date-unfit': { kind: 'invalid', says: 'This is not a date between 1900 and 2200. Please check the year.' },
  'value-invalid': { kind: 'invalid', says: 'This value does not fit the field.' },
  'method-not-allowed': { kind: 'invalid', says: 'This way of signing is not allowed for this document.' },
  'not-annotatable': { kind: 'conflict', says: 'The sender takes no notes on this document.' },
  'notes-closed': { kind: 'conflict', says: 'Notes can be added until the document is complete or rejected.' },
  'filled-on-signing': { kind: 'conflict', says: 'This field is set to the date of signing automatically.' },

  // rules
  'condition-invalid': { kind: 'invalid', says: 'This condition cannot be read at its character {at}.' },
  'condition-too-large': { kind: 'invalid', says: 'This condition is too large. Make it of fewer parts, or of several rules.' },
  'condition-never-true': {
    kind: 'invalid',
    says: 'This condition can never be true: no value meets all that it asks for. Change what contradicts.',
  },
  'condition-asks-nobody': { kind: 'invalid', says: 'This condition asks of a field that is not there.' },
  'condition-misfit': { kind: 'invalid', says: 'This condition asks something that this type of field cannot answer.' },
  'rule-target-missing': { kind: 'gone', says: 'There is no field or group of tick boxes that this condition is for.' },
  'rule-target-invalid': { kind: 'invalid', says: 'This type of field always takes part: it can have no condition.' },
  'rule-circle': {
    kind: 'conflict',
    says: 'The conditions of these fields would wait for each other. Leave one of them out of the circle.',
  },
  'field-in-rule': { kind: 'conflict', says: 'A condition asks of this field. Change or delete that condition first.' },

  // form
  'form-entry-missing': { kind: 'conflict', says: 'There is no such entry in the form.' },
  'form-entry-invalid': { kind: 'invalid', says: 'An entry of a form is a heading, a paragraph or a field, and a field stays one.' },
  'form-field-unfit': { kind: 'invalid', says: 'This type of field is filled in by nobody: a form cannot ask for it.' },
  'form-field-twice': { kind: 'conflict', says: 'The form asks for this field already. Move that entry instead.' },

  // signatories
  'signatory-missing': { kind: 'gone', says: 'There is no such signer.' },
  'signatory-removed': { kind: 'conflict', says: 'This signer has been removed.' },
  'signatory-has-fields': { kind: 'conflict', says: "Delete/reassign the signer's data fields first before removing the signer" },
  'notifications-off': { kind: 'conflict', says: 'This signer receives no signing notifications. Give them their signing link instead.' },
  'signatory-finished': { kind: 'conflict', says: 'This signer has finished already.' },
  'recipient-missing': { kind: 'gone', says: 'There is no such copy recipient.' },
  'order-invalid': {
    kind: 'invalid',
    says: 'The signing order may name each signer and each group of this document once, and one group in a step.',
  },
  'signer-group-missing': { kind: 'gone', says: 'There is no such signer group.' },
  'group-name-taken': { kind: 'conflict', says: 'Group names must be unique' },
  'signer-name-missing': { kind: 'invalid', says: 'A name for the signer is required.' },
  'email-invalid': { kind: 'invalid', says: 'Please enter a valid email address.' },
  'optional-email-invalid': {
    kind: 'invalid',
    says: "Email address is invalid. Clear the email text if you don't want email to be used.",
  },
  'email-or-mobile-required': { kind: 'invalid', says: 'Email or mobile number are required.' },
  'mobile-required': { kind: 'invalid', says: 'Mobile number is required' },
  'mobile-invalid': { kind: 'invalid', says: 'This mobile number is not valid.' },

  // settings
  'url-invalid': { kind: 'invalid', says: 'This is not a valid web address.' },

  // custom fields
  'custom-field-missing': { kind: 'gone', says: 'There is no such custom field.' },
  'custom-field-unnamed': { kind: 'invalid', says: 'A custom field needs a name.' },

  // before signatures are requested, in the order of the specification
  'no-signatories': { kind: 'conflict', says: 'There are no signatories assigned to the document.' },
  'name-missing': { kind: 'conflict', says: 'Please insert a name for your document' },
  'no-fields': { kind: 'conflict', says: 'There are no fields set up for this document.' },
  'fields-unassigned': { kind: 'conflict', says: 'There are fields that have not been assigned.' },
  'choices-missing': { kind: 'conflict', says: 'There are choice fields that have no choices setup.' },
  'sender-fields-incomplete': {
    kind: 'conflict',
    says: "There are self-assigned fields that haven't been completed. Please complete these fields.",
  },
  'custom-field-incomplete': { kind: 'conflict', says: '{name} field is incomplete' },
  'contact-list-missing': {
    kind: 'conflict',
    says: 'Only contacts from a contact list may be used here, and that list is not there. Choose another one, or allow anybody; a document that was sent is returned to setup first.',
  },
  'contact-not-listed': {
    kind: 'conflict',
    says: 'Only contacts from the contact list may be used here. Choose one of them, or add this person to the list in the address book.',
  },
  'named-not-listed': {
    kind: 'conflict',
    says: 'The sender allows only certain people here, and this person is not one of them. Check the address, or ask the sender.',
  },
  'contacts-not-listed': {
    kind: 'conflict',
    says: 'Some people are not in the contact list, and only its contacts may be used here. Choose contacts from it, or add these people to it.',
  },
  'emails-invalid': { kind: 'conflict', says: 'Some of the email addresses assigned are not valid.' },
  'names-missing': { kind: 'conflict', says: 'All signatories must have a name.' },
  'mobiles-required': { kind: 'conflict', says: 'All signatories require a valid mobile number' },
  'mobiles-invalid': { kind: 'conflict', says: 'Some of the mobile numbers assigned are not valid.' },
  'groups-missing': { kind: 'conflict', says: "There are checkboxes that don't have a checkbox group set." },
  'custom-ids-invalid': { kind: 'conflict', says: 'There are fields with invalid custom IDs' },
  'set-ups-invalid': {
    kind: 'conflict',
    says: 'There are fields to set up a signer that name no later signer. Sign in an order, and choose whom each of them sets up.',
  },
  'rules-invalid': {
    kind: 'conflict',
    says: 'There are conditions that can never be true, or that ask what a field cannot answer. Please change or delete them.',
  },
  'rules-wait': {
    kind: 'conflict',
    says: 'There are fields whose condition asks of a signer who signs later. Change the condition or the signing order.',
  },
  'custom-fields-hidden': {
    kind: 'conflict',
    says: 'The name, the subject or the message names a custom field that is hidden. Remove it there, or show the custom field.',
  },
  'placeholders-too-long': {
    kind: 'conflict',
    says: 'With the values of custom fields, the name, the subject or the message has more than {most} characters. Please shorten it.',
  },
  'texts-unprintable': {
    kind: 'conflict',
    says: 'There are fields whose text or choices cannot be printed: no font has their characters, or they do not fit. Please shorten or rewrite them, or enlarge the fields.',
  },
  'appendices-missing': { kind: 'conflict', says: 'There are required supporting documents that have no file yet.' },
  'template-not-sendable': { kind: 'conflict', says: 'A template cannot be sent. Create a document from it first.' },
  'request-id-missing': { kind: 'invalid', says: 'A request for this signer has no id.' },

  // requests
  'request-expired': { kind: 'gone', says: 'The time to sign this document ended on {day}. The sender can extend it.' },
  'expiry-past': { kind: 'invalid', says: 'The expiry date has passed. Choose today or a later day.' },
  'expiry-reminder-invalid': { kind: 'invalid', says: 'A reminder comes at least 1 and at most {most} days before the expiry date.' },
  'request-superseded': { kind: 'conflict', says: 'Another request has taken the place of this one.' },

  // notifications
  'notification-rule-missing': { kind: 'gone', says: 'There is no such notification rule. A new one needs an event and an action.' },
  'reminder-not-possible': { kind: 'invalid', says: 'Only signers who have not signed can be reminded. Choose to be notified instead.' },
  'countdown-invalid': { kind: 'invalid', says: 'Choose one of the countdowns that are offered.' },
  'not-due-yet': { kind: 'conflict', says: 'This is not due yet.' },

  // signing
  'not-your-turn': { kind: 'conflict', says: 'It is not your turn to sign yet: an earlier signer has not finished.' },
  'already-completed': { kind: 'conflict', says: 'You have already finished signing this document.' },
  'already-rejected': { kind: 'conflict', says: 'You have rejected this document.' },
  'signatory-excluded': { kind: 'conflict', says: 'You have been excluded from signing this document.' },
  'consent-required': { kind: 'invalid', says: 'Please agree to sign electronically first.' },
  'view-changed': { kind: 'conflict', says: 'The document has changed since you opened it. Please look at it again before you finish.' },
  'fields-incomplete': {
    kind: 'conflict',
    says: 'There are still incomplete fields. Please fill out all fields that are assigned to you.',
  },
  'nobody-to-set-up': { kind: 'conflict', says: 'There is no later signer whom you could set up here.' },
  'asked-already': { kind: 'conflict', says: 'This signer has been asked to sign already. Only the sender can correct their details.' },
  'identification-missing': { kind: 'invalid', says: 'Please confirm that you have checked who this signer is.' },
  'date-invalid': {
    kind: 'invalid',
    says: 'Your device shows {date}, which is not the date of today. Set its date and time zone right, and finish again.',
  },
  'not-in-presence': { kind: 'conflict', says: 'This device was not set up for signing in person: nobody is present as the host.' },
  'document-rejected': { kind: 'conflict', says: 'This document was rejected. Only the others can still be signed.' },
  'unable-to-reject': { kind: 'conflict', says: 'Unable to reject document' },

  // erasure
  'person-erased': { kind: 'conflict', says: 'This person’s data has been deleted, as they asked.' },
  'person-is-evidence': { kind: 'conflict', says: 'This person is part of the signed document. It is kept as evidence.' },
  'person-in-setup': { kind: 'conflict', says: 'This document is being prepared with this person. Remove them there first.' },
  'person-awaited': { kind: 'conflict', says: 'A signature request is running that names this person. End it or revert it first.' },
  'person-being-sealed': { kind: 'conflict', says: 'This document is being sealed and sent out. Please try again in a moment.' },

  // sealing
  'sealing-gave-up': { kind: 'conflict', says: 'Sealing this document failed. It needs to be tried again by a person.' },
  'already-sealed': { kind: 'conflict', says: 'This document has its final file already.' },
  'not-sealed': { kind: 'conflict', says: 'This document has no final file yet.' },
  'stale-attempt': { kind: 'conflict', says: 'Another attempt at sealing has taken the place of this one.' },
  'copy-not-queued': { kind: 'conflict', says: 'This final copy was not waiting to be sent.' },
} as const satisfies Refusals<string>

export type PackRefusalCode = keyof typeof PACK_REFUSALS
