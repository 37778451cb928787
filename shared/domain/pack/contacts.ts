import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { disclosed, isBlank, withoutFormat } from '#domain/kernel'
import { MOST } from './bounds.ts'
import type { ContactLists } from './contact-lists.ts'
import type { PackRefusalCode } from './refusals.ts'
import type { Channel, CopyRecipient, PackSettings, Signatory } from './state.ts'

/** What the rules about addresses need to know in addition to the pack. */
export interface ContactConfig {
  /** Country of mobile numbers without a country code: ISO 3166-1 alpha-2. */
  readonly defaultCountry: string
  /** The account demands two-factor authentication of every signer. */
  readonly twoFactorMandatory?: boolean
  /** Left out: none is known, so nobody is in one. */
  readonly contactLists?: ContactLists
}
export interface Contact {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly channel: Channel
}

export function contactOf(person: Signatory | CopyRecipient): Contact {
  return {
    name: disclosed(person.name, ''),
    email: disclosed(person.email, ''),
    mobile: disclosed(person.mobile, ''),
    channel: 'channel' in person ? person.channel : 'email',
  }
}

/** Channels that do without an email address, and those that can use either. */
const BY_PHONE: ReadonlySet<Channel> = new Set(['sms', 'whatsapp'])
const BY_EITHER: ReadonlySet<Channel> = new Set(['email-or-sms'])

// One @, a domain with a dot, nothing that a mail header gives a meaning (RFC 5322 section 3.2.3).
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/

export function isEmail(text: string): boolean {
  return text.length <= MOST.email && EMAIL.test(text) && !text.includes('..')
}

export function emailIsOptional(channel: Channel, settings: PackSettings): boolean {
  return settings.emailOptional || BY_PHONE.has(channel) || BY_EITHER.has(channel)
}

export function mobileIsMandatory(settings: PackSettings, config: ContactConfig): boolean {
  return settings.twoFactor || (config.twoFactorMandatory ?? false)
}

/** What is wrong with a signer's details, in the order in which a form shows it; at most one a property. */
export function contactProblems(
  contact: Contact,
  settings: PackSettings,
  config: ContactConfig,
): readonly { readonly property: 'name' | 'email' | 'mobile_number'; readonly code: PackRefusalCode }[] {
  const email = emailProblem(contact, settings)
  const mobile = mobileProblem(contact, settings, config)
  return [
    ...(isBlank(contact.name) ? [{ property: 'name', code: 'signer-name-missing' } as const] : []),
    ...(email ? [{ property: 'email', code: email } as const] : []),
    ...(mobile ? [{ property: 'mobile_number', code: mobile } as const] : []),
  ]
}

export function emailProblem(contact: Contact, settings: PackSettings): PackRefusalCode | null {
  const email = contact.email.trim()
  if (!emailIsOptional(contact.channel, settings)) return isEmail(email) ? null : 'email-invalid'
  if (email !== '') return isEmail(email) ? null : 'optional-email-invalid'
  if (BY_PHONE.has(contact.channel)) return null
  return contact.mobile.trim() === '' ? 'email-or-mobile-required' : null
}

export function mobileProblem(contact: Contact, settings: PackSettings, config: ContactConfig): PackRefusalCode | null {
  const mobile = contact.mobile.trim()
  if (mobile !== '') return e164(mobile, config.defaultCountry) ? null : 'mobile-invalid'
  return mobileIsRequired(contact.channel, settings, config) ? 'mobile-required' : null
}

export function mobileIsRequired(channel: Channel, settings: PackSettings, config: ContactConfig): boolean {
  return mobileIsMandatory(settings, config) || BY_PHONE.has(channel)
}

/** E.164 for a valid number, else null. A number without a country code is one of the default country. */
export function e164(text: string, defaultCountry: string): string | null {
  const country = isSupportedCountry(defaultCountry) ? (defaultCountry as CountryCode) : undefined
  const number = parsePhoneNumberFromString(withoutFormat(text), { ...(country && { defaultCountry: country }), extract: false })
  return number?.isValid() ? number.number : null
}

/** As it is kept: normalised where it is valid, as typed while it is not. */
export function asKept(text: string, defaultCountry: string): string {
  return e164(text, defaultCountry) ?? withoutFormat(text)
}
