import { z } from 'zod'
import { keptLooks } from '#domain/user'
import { key, succeeded } from './envelope.ts'

/** GET /app/user/signatures: what an account holder keeps for the next time they sign, the oldest first. */
export const signaturesAnswer = succeeded({
  signatures: z.array(
    z.object({
      key,
      type: z.enum(['signature', 'initial']),
      method: z.enum(['typed', 'drawn']),
      /** What was typed; empty for a drawing. */
      text: z.string(),
      /** As it goes into a field. */
      data: keptLooks,
      date_created: z.string(),
    }),
  ),
})
/** POST /app/user/signatures */
export const keepSignatureBody = z.object({ type: z.enum(['signature', 'initial']), data: keptLooks })
