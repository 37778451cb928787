import { z } from 'zod'
import { PERMISSIONS } from '#domain/workspace'
import { MANY, numeral, shown, stored, text } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { permissionsOfAccount } from './session.ts'

export const userAccount = z.object({
  key,
  account_key: key,
  account_name: shown,
  is_personal_account: z.boolean(),
  is_admin: z.boolean(),
  /** Null, but for those who manage the workspace, and in one's own. */
  permissions: permissionsOfAccount.nullable(),
  user: z.object({ key, full_name: shown, email_address: shown }),
})
/** Most members of one page, and of the workspace's own record. */
export const MEMBERS_PAGE = 200
/** GET /app/accounts/{key}/user_accounts: all members, or a page of them. */
export const userAccountsQuery = z.object({
  search: text.optional(),
  limit: numeral(1, MEMBERS_PAGE).optional(),
  /** The last member of the page before. */
  cursor: key.optional(),
})
export const userAccountsAnswer = succeeded({
  user_accounts: z.array(userAccount).max(MANY),
  /** Null where there is no further page. */
  cursor: key.nullable(),
  number_of_user_accounts: z.int().min(0),
})
/** A workspace. */
export const account = z.object({
  key,
  name: shown,
  is_personal_account: z.boolean(),
  /** The first of its members, for those who may see them. */
  user_accounts: z.array(userAccount).max(MEMBERS_PAGE),
  account_branding_themes: z.array(stored).max(0),
})
/** GET /app/accounts/{key} */
export const accountAnswer = succeeded({ data: z.object({ account }) })
/** POST /app/accounts/ and POST /app/accounts/{key}, data. A new one has the key `new`, or none. */
export const savedAccount = z.object({ key: text.optional(), name: text })
/** Both answer with the workspace, and with the membership of the caller. */
export const savedAccountAnswer = succeeded({ data: z.object({ account, user_account: userAccount }) })
/** POST /app/accounts/{key}/add_user_account, data. The new member gets a mail with a link to choose a password. */
export const addUserAccount = z.object({
  first_name: text,
  last_name: text,
  email_address: text,
  is_admin: z.boolean(),
})
/** POST /app/accounts/{key}/update_user_account, data */
export const updateUserAccount = z.object({ user_account_key: key, is_admin: z.boolean() })
const switched = z.partialRecord(z.enum(PERMISSIONS), z.boolean()).meta({ maxProperties: PERMISSIONS.length })
/** POST /app/accounts/{key}/update_user_account_permissions, data. What is left out stays as it is; the role is changed before the permissions. */
export const updateUserAccountPermissions = z.object({
  user_account_key: key,
  is_admin: z.boolean().optional(),
  permissions: z.object({ document_permissions: switched.default({}), user_profile_permissions: switched.default({}) }),
})
/** POST /app/accounts/{key}/remove_user_account, data */
export const removeUserAccount = z.object({
  user_account_key: key,
  /** Who takes over what they had begun; left out: who removes them, or an administrator. */
  successor_key: key.optional(),
})
const many = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** GET /app/accounts/{key}/user_accounts/{user_account}/begun: what somebody takes over when this member goes. */
export const begunAnswer = succeeded({
  begun: z.object({
    drafts: many,
    templates: many,
    sent: many,
    finished: many,
    applications: many,
    bulk_sends: many,
  }),
  /** Who takes over where nobody is chosen; null where nobody is left who could. */
  successor: userAccount.nullable(),
})

/** POST /app/accounts/{key}/update_account_settings, data, by administrators. */
export const accountSettings = z.object({
  /** Signers see when the sender is looking at the document too. */
  show_sender_presence: z.boolean(),
})

/** GET /app/outbox: mails of a workspace and its people, newest first, for administrators. Links are masked; `has_link`: this reader may see it. */
export const mail = z.object({
  key: shown,
  kind: shown,
  to: shown,
  subject: shown,
  text: shown,
  state: z.enum(['waiting', 'sent', 'kept', 'failed', 'bounced']),
  detail: shown.nullable(),
  date_created: shown,
  has_link: z.boolean(),
  document_key: shown.nullable(),
})
const MOST_MAILS = 200
/** GET /app/outbox */
export const outboxQuery = z.object({ limit: numeral(1, MOST_MAILS).default(100), before: key.optional() })
export const outboxAnswer = succeeded({ mails: z.array(mail).max(MOST_MAILS), delivered_by: z.enum(['smtp', 'outbox']) })
export type MailRow = z.infer<typeof mail>
/** POST /app/outbox/{key}/reveal: recorded in the document's history, or the user's. */
export const revealAnswer = succeeded({ link: shown })
