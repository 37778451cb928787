import type { Ended } from '../../live/index.ts'
import { go, say } from '../../ui/index.ts'
import { checkSession } from './session.ts'

const LOGINS = new Set(['session-ended', 'not-logged-in'])

/** A document that this page may not see any longer: to the login where it is that which ended, else to the list. */
export function leaveDocument({ code, message }: Ended): void {
  if (LOGINS.has(code)) return void checkSession()
  say.danger(message)
  go('documents')
}
