import { z } from 'zod'
import { MOST } from '#domain/pack'
import { PERMISSIONS } from '#domain/workspace'
import { byKey, MANY, shown, text } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const address = z.string().max(MOST.url)
/** As it is typed: whether it is an address, the domain says. */
const email = text
/** Those of the domain, and to browse. */
const MOST_PERMISSIONS = PERMISSIONS.length + 1

export const user = z.object({
  key,
  full_name: shown,
  email_address: shown,
  default_user_account_key: key,
  /** The key that another system knows this person by; null where none does. */
  external_user_code: shown.nullable(),
  /** Their password was chosen by a link that was mailed to their address. */
  verified: z.boolean(),
  has_accepted_terms: z.boolean(),
  request_password: z.boolean(),
  force_navigate_to_2_step_authentication_setup: z.boolean(),
})
export const workspaceOfUser = z.object({
  account_key: key,
  account_name: shown,
  is_admin: z.boolean(),
  is_personal_account: z.boolean(),
  permissions: z.array(shown).max(MOST_PERMISSIONS),
})
const flags = byKey(z.boolean(), MOST_PERMISSIONS)
/** What a membership may, flag by flag. Absent ones are empty. */
export const permissionsOfAccount = z.object({ document_permissions: flags.default({}), user_profile_permissions: flags.default({}) })
/** POST /app/user: the terms that were read are named, so that nobody accepts others. */
export const acceptedTermsBody = z.object({ accepted_terms_with_checkbox: z.literal(true), terms_url: address })
export const acceptedTermsAnswer = succeeded({ user })
/** GET /app/user/user_accounts */
export const teamOfUser = z.object({
  key,
  account_key: key,
  account_name: shown,
  is_admin: z.boolean(),
  is_personal_account: z.boolean(),
  permissions: permissionsOfAccount.prefault({}),
})
/** An administrator of the installation acts as a member. */
export const supportAccess = z.object({
  key,
  administrator: shown,
  member: shown,
  reason: shown,
  /** By the server's clock; then it is over. */
  seconds_left: z.int(),
  /** It is this session that acts so. */
  is_own: z.boolean(),
})
/** POST /app/support_access answers as GET /app/session, in which the account is the member's from now on. */
export const beginSupportBody = z.object({
  email_address: email,
  reason: text,
  minutes: z.int().min(1).max(60),
})
export const PASSWORD_MAX = 1_000
/** GET /app/session */
export const sessionAnswer = succeeded({
  csrf_token: shown,
  app_version: shown,
  /** The name of the account holder who gave this device to a person who signs: the device opens nothing until they unlock it. */
  handed_over_by: shown.nullable(),
  /** No account exists yet: offer to make the first one. */
  first_account: z.boolean(),
  /** Deleted documents stay in the trash: nothing is deleted for good here. */
  deleted_documents_are_kept: z.boolean(),
  /** Where the terms stand that account holders accept; null: none are put to them. */
  terms_url: shown.nullable(),
  /** What #custom_form and #custom_info show, of other services; null: nothing. */
  custom_form_url: shown.nullable(),
  custom_info_url: shown.nullable(),
  /** Addresses within the page, without #, that lead to others. */
  hash_redirects: byKey(shown, MANY),
  /** A mail server is set up; without one mails stay in the outbox, and people pass on links themselves. */
  mails_are_sent: z.boolean(),
  /** Least characters of a password that is chosen. */
  password_min: z.int().min(1).max(PASSWORD_MAX),
  /** What this installation calls a workspace that several people share, such as "team". */
  workspace_descriptor: shown,
  user: user.nullable(),
  user_accounts: z.array(workspaceOfUser).max(MANY),
  /** Workspaces they belong to without `can_browse`: nothing of them is served. */
  closed_accounts: z.array(workspaceOfUser.pick({ account_key: true, account_name: true })).max(MANY),
  /** The account holder may act as others for support. */
  is_installation_administrator: z.boolean(),
  /** Who acts as this account holder for support at this moment: shown to both sides. */
  support_access: z.array(supportAccess).max(MANY),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

/** GET /app/user/sessions: of the account holder who asks, the one used last first. */
export const ownSession = z.object({
  key,
  begun: shown,
  /** To five minutes. */
  last_used: shown,
  /** Addresses that often belong to one party, such as 203.0.113.0/24; null where that is not known. */
  network: shown.nullable(),
  /** As people call it; null for a program, or where it is not known. */
  browser: shown.nullable(),
  system: shown.nullable(),
  is_current: z.boolean(),
  /** On a device that was handed to somebody who signs in person. */
  is_handed_over: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const ownSessionsAnswer = succeeded({ sessions: z.array(ownSession).max(MANY) })
/** POST /app/user/end_other_sessions */
export const endedSessionsAnswer = succeeded({ ended: z.number().int() })

/** What it must be like is the installation's to say. */
const password = z.string().max(PASSWORD_MAX)
/** POST /app/first_account; answers as GET /app/session and sets the cookie. */
export const firstAccountBody = z.object({
  first_name: text.min(1),
  last_name: text,
  email_address: z.email().max(MOST.email),
  password,
  workspace_name: text.optional(),
})
/** POST /app/session (log in); DELETE /app/session (log out). */
export const loginBody = z.object({ email_address: email, password: z.string().max(PASSWORD_MAX) })
/** POST /app/session/hand_over answers as GET /app/session: for which link to sign in person the device is given away. */
export const handOverBody = z.object({ signing_link: address })
/** POST /app/session/take_back */
export const handedBackBody = z.object({ password: z.string().max(PASSWORD_MAX) })
/** POST /app/password_resets: always the same answer, whether or not the address is known. */
export const passwordResetBody = z.object({ email_address: email })
/** POST /app/password_resets/{token} */
export const newPasswordBody = z.object({ password })
