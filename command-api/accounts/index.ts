export {
  type AccountParts,
  type Accounts,
  createAccounts,
  LOGIN_LIMITS,
  type LoggedIn,
  makeResetToken,
  SESSION_LIFE,
} from './accounts.ts'
export type { NewAccount } from './claim-user.ts'
export { askForMissingExample, defineExample, type ExampleParts } from './example.ts'
export { type HandedLink, type HandedOver, handedOverIn } from './handed-over.ts'
export { definePasswordMails, PASSWORD_MAILS, type PasswordMailParts } from './mails.ts'
export { createMembers, type FormerMember, type MemberRow, type Members } from './members.ts'
export { type Asked, type By, byInstallation, byUser } from './origins.ts'
export type { Profile } from './profiles.ts'
export { ACCOUNT_REFUSALS, type AccountRefusalCode, type AccountRefused } from './refusals.ts'
