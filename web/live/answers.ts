import { type RefusalAnswer, refusal } from '#contract/envelope'
import { inWords, type Refused } from '#domain/kernel'
import { PACK_REFUSALS } from '#domain/pack'
import { isTemporary } from '../http/refused.ts'
import type { SaveAnswer } from './saver.ts'

/** What a server that answered said of a call, as far as a page must tell it apart. */
export interface CallFailure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly at: readonly string[]
}

/** No session, no document, no link any more: for this page it is over, but nothing was said about the change. */
const OVER = new Set([401, 404, 410])

/** After these only a new login helps, and with one it goes on. */
export const LOGGED_OUT: ReadonlySet<string> = new Set(['not-logged-in', 'session-ended'])

/** As many tabs are live as may be: the polls go on. */
export const TOO_MANY_TABS = 'too-many-connections'

/** What the server said where it let nobody in; null where something else was in the way. */
export function refusalIn(error: unknown): RefusalAnswer | null {
  const said = refusal.safeParse(typeof error === 'object' && error !== null && 'data' in error ? error.data : null)
  return said.success ? said.data : null
}

/** What it means for a change that was to be saved. */
export function refusalOf({ status, code, message, at }: CallFailure): Exclude<SaveAnswer, { answer: 'saved' }> {
  if (isTemporary({ status, code })) return { answer: 'failed', offline: false }
  return OVER.has(status) ? { answer: 'failed', offline: false, ended: { code, message } } : { answer: 'refused', code, message, at }
}

/** A refusal in the domain's own words; `unknown` where a newer server has one that is not known here. */
export function refusalWords({ refused, slots }: Refused, unknown: string = refused): string {
  const row = (PACK_REFUSALS as Readonly<Record<string, { readonly says: string }>>)[refused]
  return row ? inWords(row.says, slots) : unknown
}
