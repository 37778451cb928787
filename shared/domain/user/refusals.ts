import type { Refusals } from '#domain/kernel'

/** Everything a user account may refuse. Where the specification words it, these are its words. */
export const USER_REFUSALS = {
  'user-missing': { kind: 'gone', says: 'This user does not exist.' },
  'not-yours': { kind: 'forbidden', says: 'Only this person may do this.' },
  'joined-meanwhile': { kind: 'conflict', says: 'This profile was added to a team in this very moment. Please look again.' },
  'user-exists': { kind: 'conflict', says: 'This user exists already.' },
  'valid-email-required': { kind: 'invalid', says: 'A valid email address is required' },
  'valid-name-required': { kind: 'invalid', says: 'A valid name is required' },
  'not-text': { kind: 'invalid', says: 'This text holds characters that cannot be stored.' },
  'valid-mobile-required': { kind: 'invalid', says: 'A valid mobile number is required' },
} as const satisfies Refusals<string>
export type UserRefusalCode = keyof typeof USER_REFUSALS
