import type { Refusals } from '#domain/kernel'

export const CONTACT_REFUSALS = {
  'not-your-address-book': { kind: 'forbidden', says: 'Only members of this team may change its address book.' },
  'contact-address-missing': { kind: 'invalid', says: 'Enter an email address or a mobile number.' },
  'contact-email-invalid': { kind: 'invalid', says: 'Please enter a valid email.' },
  'contact-mobile-invalid': { kind: 'invalid', says: 'Enter a valid mobile number, with its country code.' },
  'contact-name-too-long': { kind: 'invalid', says: 'The name is too long. Use at most 200 characters.' },
  'contact-not-text': { kind: 'invalid', says: 'The text holds characters that cannot be stored. Enter it again.' },
  'contact-missing': { kind: 'gone', says: 'This contact is not in the address book any more.' },
  'contact-twice': { kind: 'conflict', says: 'Another contact has this address. Change that one, or remove it first.' },
  'contacts-full': { kind: 'conflict', says: 'The address book is full. Remove contacts before you add others.' },
  'contact-list-missing': { kind: 'gone', says: 'This contact list is not there any more. Choose another one.' },
  'contact-list-name-missing': { kind: 'invalid', says: 'Enter a name for the contact list.' },
  'contact-list-name-too-long': { kind: 'invalid', says: 'The name is too long. Use at most 100 characters.' },
  'contact-list-name-taken': { kind: 'conflict', says: 'Another contact list has this name. Choose a different one.' },
  'contact-lists-full': { kind: 'conflict', says: 'There are 200 contact lists, which is as many as there can be. Delete one first.' },
  'contact-list-full': { kind: 'conflict', says: 'A contact list can hold 10,000 contacts. Take some out, or use another list.' },
} as const satisfies Refusals<string>
export type ContactRefusalCode = keyof typeof CONTACT_REFUSALS
