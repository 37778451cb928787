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
  'not-in-support': { kind: 'forbidden', says: 'This cannot be done in a support session. Only the person themselves may do it.' },
  'support-reason-required': { kind: 'invalid', says: 'Please say why you need to act as this person, in at most {most} characters.' },
  'support-too-long': { kind: 'invalid', says: 'A support session lasts an hour at most. Please choose a shorter time.' },
  'support-of-oneself': { kind: 'conflict', says: 'This is your own account. Choose the account of somebody else.' },
  'valid-mobile-required': { kind: 'invalid', says: 'A valid mobile number is required' },
} as const satisfies Refusals<string>
export type UserRefusalCode = keyof typeof USER_REFUSALS
