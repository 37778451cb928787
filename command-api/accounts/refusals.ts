import type { Refusals, Refused } from '#domain/kernel'
import type { UserRefusalCode } from '#domain/user'
import type { WorkspaceRefusalCode } from '#domain/workspace'
import type { CommandRefusal } from '#platform/command-handler'

const MOST = 1_000

/** What a password that is chosen here must be like. */
export interface PasswordRules {
  readonly least: number
  /** Whether it is among those that are tried first. */
  isCommon(password: string): boolean
}

/** Refusals of logging in and of accounts as a whole, besides those of users and workspaces. */
export const ACCOUNT_REFUSALS = {
  // One sentence for an unknown address and for a wrong password: an attacker must not see which it was.
  'login-failed': { kind: 'forbidden', says: 'The email address or the password is not right.' },
  'too-many-attempts': { kind: 'forbidden', says: 'There were too many attempts. Please try again in a while.' },
  'password-too-short': { kind: 'invalid', says: 'Please enter a password at least {least} characters long' },
  'password-too-long': { kind: 'invalid', says: 'Please enter a password of at most {most} characters' },
  'password-common': {
    kind: 'invalid',
    says: 'This is one of the 10,000 most common passwords, which are guessed first. Please choose another.',
  },
  'password-wrong': { kind: 'forbidden', says: 'This password is not right.' },
  'not-handed-over': { kind: 'gone', says: 'This device was not handed over, or that is over. Please log in.' },
  'password-link-dead': { kind: 'gone', says: 'This link was used already or is too old. Please ask for a new one.' },
  'support-of-nobody': { kind: 'gone', says: 'Nobody has an account with this address. Check it, and try again.' },
  'first-account-exists': { kind: 'conflict', says: 'The first account exists already. Please log in.' },
} as const satisfies Refusals<string>
export type AccountRefusalCode = keyof typeof ACCOUNT_REFUSALS

export type AccountRefused = Refused<AccountRefusalCode | UserRefusalCode | WorkspaceRefusalCode | CommandRefusal>

export function passwordRefusal(password: string, { least, isCommon }: PasswordRules): AccountRefused | null {
  if (password.length < least) return { refused: 'password-too-short', slots: { least } }
  if (password.length > MOST) return { refused: 'password-too-long', slots: { most: MOST } }
  return isCommon(password) ? { refused: 'password-common' } : null
}
