import { z } from 'zod'
import { MANY, shown, token, word } from './bounds.ts'

/** Every answer says whether it succeeded; a refusal says why in words and, for programs, by a stable code. */
export const refusal = z.object({
  success: z.literal(false),
  code: shown,
  message: shown,
  /** Keys of fields or signatories to blame. */
  at: z.array(shown).max(MANY).optional(),
  redirect_url: shown.optional(),
  /** Of a feed: the first position that is kept, or the last that there is. */
  position: z.int().optional(),
})
export type RefusalAnswer = z.infer<typeof refusal>

export const done = z.object({ success: z.literal(true), message: shown.optional() })
export const succeeded = <S extends z.ZodRawShape>(shape: S) => z.object({ success: z.literal(true), message: shown.optional(), ...shape })

/** Headers of every call (specification file 3, section 7). */
export const HEADERS = {
  /** Cross-site token, required on every call that changes something. GET /app/session and the opening of a signing session return it. */
  crossSite: 'x-csrf-token',
  /** Signing session, for people without an account. Account holders use the cookie `paraph_session`. */
  session: 'x-session-token',
  workspace: 'x-user-account-key',
  appVersion: 'x-app-version',
  /** IANA time zone of the person who asks: dates that set themselves are of their day. Without it, of UTC's. */
  timeZone: 'x-time-zone',
  /** Binds a retried command to its first attempt: a UUID made by the client. */
  idempotencyKey: 'idempotency-key',
  /** The client keeps it until the answer arrives and sends it again. If it is lost with the connection, the work may be left undone. */
  comesAgain: 'x-comes-again',
  /** In answers. */
  currentAppVersion: 'current_app_version',
} as const

/** What is read of a call's headers; others pass, as many as the server takes before it reads any. */
export const callHeaders = z
  .object({
    [HEADERS.session]: token.optional(),
    [HEADERS.workspace]: token.optional(),
    [HEADERS.idempotencyKey]: token.optional(),
    [HEADERS.comesAgain]: word.optional(),
    [HEADERS.appVersion]: word.optional(),
  })
  .catchall(z.unknown().meta({ 'x-bounded-by': 'the most bytes of all headers' }))
export const changingHeaders = callHeaders.extend({ [HEADERS.crossSite]: token.optional() })

/**
 * The client waits at least this long for an answer before it asks again, in milliseconds. The server decides nothing for a client that may
 * have waited longer: a late decision would undo changes made after the same request was repeated and answered.
 */
export const ANSWER_MS = 30_000

export const key = z.uuid()
/** Whether a text from elsewhere, such as an address, can be a key at all. */
export const isKey = (text: string): boolean => key.safeParse(text).success
/** "Form body data" is a form field holding JSON, or a JSON body {"data": …}; the edge turns both into this. */
export const body = <S extends z.ZodType>(data: S) => z.object({ data })
