import { z } from 'zod'
import { MOST_APPLICATIONS } from '#domain/applications'
import { PERMISSIONS } from '#domain/workspace'
import { shown, text, token, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

const permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length)

export const application = z.object({
  key,
  name: shown,
  /** The choices made for an application. A permission also needs its owner to have it. */
  permissions: z.array(shown).max(200),
  /** Who holds its secret: what it makes belongs to them. `full_name` is empty where they have left the workspace. */
  owner: z.object({ key, full_name: shown }),
  /** Whether the reader may change it. */
  can_be_changed: z.boolean(),
  date_created: shown,
})
export type ApplicationRow = z.infer<typeof application>

/** GET /app/applications/ */
export const applicationsAnswer = succeeded({ applications: z.array(application).max(MOST_APPLICATIONS) })
/** POST /app/applications/, data */
export const newApplication = z.object({ name: text, permissions: permissions.optional() })
/** PUT /app/applications/{key}, data; what is left out stays as it is. */
export const applicationUpdate = z.object({
  name: text.optional(),
  permissions: permissions.optional(),
  refresh_secret: z.boolean().optional(),
})
/** PUT /app/applications/{key}?refresh_secret=true */
export const applicationQuery = z.object({ refresh_secret: z.enum(['true', 'false']).optional() })
/** With the secret where there is a new one: it is in this answer only. */
export const applicationAnswer = succeeded({ application: application.extend({ client_secret: shown.optional() }) })

/** POST /app/oauth/token, a form (RFC 6749, 4.4): the application's key and secret stand here or in `Authorization`. */
export const tokenRequest = z.object({
  grant_type: text.optional(),
  client_id: token.optional(),
  client_secret: token.optional(),
  /** An application has the permissions chosen for it, and no smaller set for a token. */
  scope: text.optional(),
})
export const tokenAnswer = succeeded({ access_token: shown, token_type: z.literal('Bearer'), expires_in: whole(1, 86_400) })
