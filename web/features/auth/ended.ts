import { type Ended, LOGGED_OUT } from '../../live/index.ts'
import { go, say } from '../../ui/index.ts'
import { checkSession } from './session.ts'

/** A document that this page may not see any longer: to the login where it is that which ended, else to the list. */
export function leaveDocument({ code, message }: Ended): void {
  if (LOGGED_OUT.has(code)) return void checkSession()
  say.danger(message)
  go('documents')
}
