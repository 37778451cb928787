import { wordsOf } from '../../messages/index.ts'
import { askQuietly, isBecomingAnother, session, take } from './session.ts'
import { closedBehind, logOutOfClosed } from './workspace-choice.ts'

/** A login on another tab of this browser counts here too. */
export async function lookWhoIsIn(): Promise<void> {
  if (session.phase !== 'logged-out') return void checkSession()
  const answer = await askQuietly().catch(() => null)
  if (answer?.user && session.phase === 'logged-out') take(answer)
}

let checked: Promise<boolean> = Promise.resolve(true)

/**
 * Somebody else may have logged in, this session ended, or a workspace been closed to it, and the page does not know yet.
 * False: the server could not be asked. One after the other, so that no older answer is the last.
 */
export function checkSession(): Promise<boolean> {
  checked = checked.then(look)
  return checked
}

async function look(): Promise<boolean> {
  if (session.phase !== 'logged-in' || isBecomingAnother()) return true
  const { user, workspace } = session
  try {
    const answer = await askQuietly()
    if (session.phase !== 'logged-in') return true
    const isStillThere = answer.user?.key === user?.key
    if (answer.user && !isStillThere) window.alert(wordsOf('http')('other_user'))
    take(isStillThere ? answer : { ...answer, user: null, user_accounts: [], closed_accounts: [] })
    if (isStillThere && workspace && workspace.account_key !== session.workspace?.account_key && !logOutOfClosed(workspace.account_key))
      closedBehind(workspace)
    return true
  } catch {
    return false
  }
}
