import { disclosed } from '#domain/kernel'
import type { PackRefusalCode } from './refusals.ts'
import { type Refused, refuse } from './refuse.ts'
import type { PackSettings, PackState } from './state.ts'

/** The contact lists of the pack's workspace, as they are when something is decided. */
export interface ContactLists {
  has(list: string): boolean
  /** Whether this email address or number is that of a contact in the list. */
  holds(list: string, address: string): boolean
}
/** For those who leave the judgement to somebody else: a page to its server, a copy to its request. */
export const ANY_CONTACT: ContactLists = { has: () => true, holds: () => true }

interface Known {
  /** Left out: none is known, so nobody is in one. */
  readonly contactLists?: ContactLists
}

/** Why nobody can be named now, where only contacts from a list may be. */
export function listProblem({ onlyContacts, contactList = '' }: PackSettings, { contactLists }: Known): PackRefusalCode | null {
  return onlyContacts && !contactLists?.has(contactList) ? 'contact-list-missing' : null
}

/** Whether somebody with this address may be named. */
export function mayBeNamed(address: string, { onlyContacts, contactList = '' }: PackSettings, { contactLists }: Known): boolean {
  return !onlyContacts || address.trim() === '' || (contactLists?.holds(contactList, address) ?? false)
}

/** Asked wherever an address is entered. */
export function unlistedRefusal(addresses: readonly string[], at: string, settings: PackSettings, known: Known): Refused | null {
  if (addresses.every((address) => mayBeNamed(address, settings, known))) return null
  return refuse(listProblem(settings, known) ?? 'contact-not-listed', { at: [at] })
}

/** Who of those that sign or get a copy is no contact from the list. */
export function unlistedPeople({ settings, signatories, copyRecipients }: PackState, known: Known): readonly string[] {
  return [...signatories, ...copyRecipients].flatMap(({ uuid, removed, email, mobile }) =>
    removed || [email, mobile].every((address) => mayBeNamed(disclosed(address, ''), settings, known)) ? [] : [uuid],
  )
}
