import { e164, isEmail, type PackFact } from '#domain/pack'
import { comparable } from '#domain/user'

/** Whom is looked for, in the form in which contacts are compared everywhere. */
export type Wanted = { readonly by: 'email' | 'mobile'; readonly contact: string }

export function wantedOf(text: string, defaultCountry: string): Wanted | null {
  const typed = text.trim()
  if (typed.includes('@')) return isEmail(typed) ? { by: 'email', contact: typed.toLowerCase() } : null
  const mobile = e164(typed, defaultCountry)
  return mobile === null ? null : { by: 'mobile', contact: mobile }
}

export const isContact = (text: string, { by, contact }: Wanted, defaultCountry: string): boolean =>
  (by === 'email' ? comparable(text) : e164(text, defaultCountry)) === contact

/** The types of events that say how somebody is reached: of a long history only these are opened at first. */
export const CONTACT_EVENTS = [
  'SignatoryEmailChanged',
  'SignatoryMobileChanged',
  'CopyRecipientEmailChanged',
  'CopyRecipientMobileChanged',
] as const satisfies readonly PackFact['type'][]
