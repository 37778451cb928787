import { z } from 'zod'
import { key, succeeded } from './envelope.ts'

export const user = z.object({
  key,
  full_name: z.string(),
  email_address: z.string(),
  default_user_account_key: key,
  /** The key that another system knows this person by; null where none does. */
  external_user_code: z.string().nullable(),
  /** Their password was chosen by a link that was mailed to their address. */
  verified: z.boolean(),
  has_accepted_terms: z.boolean(),
  request_password: z.boolean(),
  force_navigate_to_2_step_authentication_setup: z.boolean(),
})
export const workspaceOfUser = z.object({
  account_key: key,
  account_name: z.string(),
  is_admin: z.boolean(),
  is_personal_account: z.boolean(),
  permissions: z.array(z.string()),
})
/** POST /app/user: the terms that were read are named, so that nobody accepts others. */
export const acceptedTermsBody = z.object({ accepted_terms_with_checkbox: z.literal(true), terms_url: z.string().max(2000) })
export const acceptedTermsAnswer = succeeded({ user })
/** GET /app/user/user_accounts */
export const teamOfUser = z.object({
  key,
  account_key: key,
  account_name: z.string(),
  is_admin: z.boolean(),
  is_personal_account: z.boolean(),
  permissions: z.object({
    document_permissions: z.record(z.string(), z.boolean()),
    user_profile_permissions: z.record(z.string(), z.boolean()),
  }),
})
/** GET /app/session */
export const sessionAnswer = succeeded({
  csrf_token: z.string(),
  app_version: z.string(),
  /** The name of whoever handed this device to somebody who signs in person: it opens nothing until they take it back. */
  handed_over_by: z.string().nullable(),
  /** No account exists yet: offer to make the first one. */
  first_account: z.boolean(),
  /** Deleted documents stay in the trash: nothing is deleted for good here. */
  deleted_documents_are_kept: z.boolean(),
  /** Where the terms stand that account holders accept; null: none are put to them. */
  terms_url: z.string().nullable(),
  user: user.nullable(),
  user_accounts: z.array(workspaceOfUser),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

export const PASSWORD_MIN = 5
const password = z.string().min(PASSWORD_MIN, `Please enter a password at least ${PASSWORD_MIN} characters long`).max(1000)
/** POST /app/first_account; answers as GET /app/session and sets the cookie. */
export const firstAccountBody = z.object({
  first_name: z.string().min(1),
  last_name: z.string(),
  email_address: z.email(),
  password,
  workspace_name: z.string().optional(),
})
/** POST /app/session (log in); DELETE /app/session (log out). */
export const loginBody = z.object({ email_address: z.string(), password: z.string() })
/** POST /app/session/hand_over answers as GET /app/session: for which link to sign in person the device is given away. */
export const handOverBody = z.object({ signing_link: z.string().max(2000) })
/** POST /app/session/take_back */
export const handedBackBody = z.object({ password: z.string().max(1000) })
/** POST /app/password_resets: always the same answer, whether or not the address is known. */
export const passwordResetBody = z.object({ email_address: z.string() })
/** POST /app/password_resets/{token} */
export const newPasswordBody = z.object({ password })
