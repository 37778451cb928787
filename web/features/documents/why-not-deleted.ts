import { HttpRefused, messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { documents } from './messages.ts'

/** The server's message for people who do not belong to the team, or no longer do. */
const STRANGERS = new Set(['not-found', 'not-a-member'])

/** The sentence for a deletion that failed. */
export function whyNotDeleted(thrown: unknown): string {
  const words = wordsOf(documents)
  if (thrown instanceof HttpRefused && STRANGERS.has(thrown.code)) return words('delete_not_member')
  return messageOf(thrown, words('delete_failed'))
}
