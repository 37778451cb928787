import { z } from 'zod'
import { GROUNDS } from '#domain/access'
import { instant, MANY, shown, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'

/** `user:`, `signatory:`, `recipient:` or `application:`, and a key. */
export const principalInAddress = token.regex(/^(user|signatory|recipient|application):[\da-f-]{36}$/)
/** GET /app/documents/{key}/access; without `at`: now. */
export const accessQuery = z.object({ person: principalInAddress.optional(), at: instant.optional() })

const origin = z.object({
  date: shown,
  who: shown,
  /** Where the event stands that says so. */
  stream: z.enum(['document', 'workspace', 'applications']),
  revision: z.int(),
})
export const ground = z.object({
  ground: z.enum(GROUNDS),
  /** The permission; null for others. */
  permission: shown.nullable(),
  since: origin,
  /** null: it still was at that time. */
  until: origin.nullable(),
})
export const accessAnswer = succeeded({
  document_key: key,
  /** The people that a caller may name. */
  people: z.array(z.object({ principal: shown, name: shown, kind: z.enum(['user', 'signatory', 'recipient', 'application']) })).max(MANY),
  /** null: nobody was named. */
  access: z.object({ sees: z.boolean(), grounds: z.array(ground).max(MANY) }).nullable(),
})
export type AccessAnswer = z.infer<typeof accessAnswer>
export type AccessGround = z.infer<typeof ground>
