import type { ConversionFailure } from '#domain/pack'

/** Why an upload did not become pages, for the person who uploaded it. */
export const CONVERSION_WORDS: { readonly [reason in ConversionFailure]: string } = {
  'password-required': 'This PDF is protected by a password. Enter it to continue.',
  'password-wrong': 'This password is wrong. Please try again.',
  'unsupported-xfa-form': 'This PDF is a dynamic XFA form, which is not supported. Print it to a new PDF and upload that.',
  'certificate-encrypted': 'This PDF is encrypted for certain people by certificate and cannot be opened.',
  'not-a-pdf': 'We currently only accept pdf files.',
  empty: 'This file is empty.',
  'too-large': 'This file is too large.',
  'too-many-pages': 'This PDF has too many pages.',
  'page-too-large': 'This PDF has a page that is too large.',
  damaged: 'This PDF is damaged and could not be repaired.',
  'took-too-long': 'Converting this PDF took too long.',
  'took-too-much-memory': 'Converting this PDF took too much memory.',
}
