import { z } from 'zod'
import { key, succeeded } from './envelope.ts'

export const userAccount = z.object({
  key,
  account_key: key,
  is_admin: z.boolean(),
  user: z.object({ key, full_name: z.string(), email_address: z.string() }),
})
/** GET /app/accounts/{key}/user_accounts */
export const userAccountsAnswer = succeeded({ user_accounts: z.array(userAccount) })
/** POST /app/accounts/{key}/add_user_account, data. The new member gets a mail with a link to choose a password. */
export const addUserAccount = z.object({ first_name: z.string(), last_name: z.string(), email_address: z.string(), is_admin: z.boolean() })
/** POST /app/accounts/{key}/update_user_account, data */
export const updateUserAccount = z.object({ user_account_key: key, is_admin: z.boolean() })
/** POST /app/accounts/{key}/remove_user_account, data */
export const removeUserAccount = z.object({ user_account_key: key })

/** POST /app/accounts/{key}/update_account_settings, data, by administrators. */
export const accountSettings = z.object({
  /** Signers are told when the sender is looking at the document too. */
  show_sender_presence: z.boolean(),
})

/** GET /app/outbox: mails of a workspace and its people, newest first, for administrators. Links are masked; `has_link`: this reader may see it. */
export const mail = z.object({
  key: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['waiting', 'sent', 'kept', 'failed', 'bounced']),
  detail: z.string().nullable(),
  date_created: z.string(),
  has_link: z.boolean(),
  document_key: z.string().nullable(),
})
export const outboxAnswer = succeeded({ mails: z.array(mail), delivered_by: z.enum(['smtp', 'outbox']) })
export type MailRow = z.infer<typeof mail>
/** POST /app/outbox/{key}/reveal: recorded in the document's history, or the user's. */
export const revealAnswer = succeeded({ link: z.string() })
