import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { withoutFormat } from '#domain/kernel'

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
