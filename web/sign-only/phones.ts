// The signer's page in place of libphonenumber-js: a signer is shown nobody's number and decides nothing about one, so a
// phone need not load the numbering plans of the world first. The server judges any number that reaches this.
export const isSupportedCountry = (): boolean => false
export const isValidPhoneNumber = (): boolean => false
export const parsePhoneNumberFromString = (): undefined => undefined
