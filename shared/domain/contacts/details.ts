import { derivedUuid, isStorable, withoutFormat, withoutOverrides } from '#domain/kernel'
import { e164, isEmail } from '#domain/pack'
import type { ContactRefusalCode } from './refusals.ts'

/** What is known of somebody: '' where it is not. */
export interface ContactDetails {
  readonly name: string
  readonly email: string
  /** E.164. */
  readonly mobile: string
}

export const MOST_CONTACT = { name: 200, email: 320, mobile: 50 } as const

/** How a workspace recognises two entries as one person: the address, in any case, else the number. Null: nobody can be reached. */
export function contactAddress({ email, mobile }: Pick<ContactDetails, 'email' | 'mobile'>): string | null {
  const address = withoutFormat(email).toLowerCase()
  if (isEmail(address)) return address
  return mobile.startsWith('+') ? e164(mobile, '') : null
}

/** The key of a person whom a workspace knows by an address, whether or not a member added them to its address book. */
export const contactKey = (workspace: string, address: string) => derivedUuid(JSON.stringify(['contact', workspace, address]))

/** The name of a person or of a list, as it is kept. */
export const keptName = (typed: string): string => withoutOverrides(typed).replace(/\s+/g, ' ').trim().normalize('NFC')

/** The details as they are kept, or why they are not. `defaultCountry`: of numbers without a country code. */
export function contactDetails(typed: ContactDetails, defaultCountry: string): ContactDetails | ContactRefusalCode {
  const name = keptName(typed.name)
  const [email, number] = [withoutFormat(typed.email), withoutFormat(typed.mobile)]
  if (![name, email, number].every(isStorable)) return 'contact-not-text'
  if (name.length > MOST_CONTACT.name) return 'contact-name-too-long'
  if (email !== '' && !isEmail(email)) return 'contact-email-invalid'
  const mobile = number === '' ? '' : number.length > MOST_CONTACT.mobile ? null : e164(number, defaultCountry)
  if (mobile === null) return 'contact-mobile-invalid'
  return email === '' && mobile === '' ? 'contact-address-missing' : { name, email, mobile }
}
