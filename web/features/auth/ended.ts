import { type Ended, LOGGED_OUT } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { go, say } from '../../ui/index.ts'
import { checkSession } from './checking.ts'
import { LOGIN_ENDED, session } from './session.ts'

const words = wordsOf('http')

/** The server says that the login is over, and why: nothing of it stays, also where it cannot be asked who is there instead. */
export async function leaveLogin(why: string): Promise<void> {
  if (session.phase !== 'logged-in') return
  if (!(await checkSession())) session.phase = 'unreachable'
  if (session.phase !== 'logged-in') say.info(why, undefined, { id: LOGIN_ENDED })
}

/** A document that this page may not see any longer: to the login where it is that which ended, else to the list, perhaps of another workspace. */
export function leaveDocument({ code, message }: Ended): void {
  if (LOGGED_OUT.has(code)) return void leaveLogin(message)
  say.danger(code === 'not-found' ? words('left_elsewhere') : message)
  // Which may be another's by now.
  void checkSession()
  go('documents')
}
