export {
  type AccountParts,
  type Accounts,
  createAccounts,
  type LoggedIn,
  makeResetToken,
  SESSION_LIFE,
} from './accounts.ts'
export type { NewAccount } from './claim-user.ts'
export { askForMissingExample, defineExample, type ExampleParts } from './example.ts'
export { type HandedLink, type HandedOver, handedOverIn } from './handed-over.ts'
export { LOGIN_LIMITS, type LogInOutcome, type LoginFrom } from './login-guard.ts'
export { definePasswordMails, GUESSING_MAILS, PASSWORD_MAILS, type PasswordMailParts } from './mails.ts'
export type { FormerMember, MemberRow, Memberships } from './members.ts'
export { type Asked, type By, byApplication, byInstallation, byUser, originOf } from './origins.ts'
export type { Profile } from './profiles.ts'
export { ACCOUNT_REFUSALS, type AccountRefusalCode, type AccountRefused, type PasswordRules } from './refusals.ts'
export type { Retention } from './retention.ts'
export { TOKEN_PREFIX } from './session-token.ts'
export { createMembers, type Members } from './teams.ts'
