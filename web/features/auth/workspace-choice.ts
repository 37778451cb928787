import { identify } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { browserMemory, go, say } from '../../ui/index.ts'
import { CHOSEN, loadSession, logOut, session, type Workspace } from './session.ts'

export function chooseWorkspace(key: string): void {
  if (followIntoWorkspace(key)) leaveWhatIsOpen()
}

/** Works on in the workspace of the opened document, which stays. False: it is that one already, or none of theirs. */
export function followIntoWorkspace(key: string): boolean {
  const workspace = session.workspaces.find(({ account_key }) => account_key === key)
  if (!workspace || workspace.account_key === session.workspace?.account_key) return false
  browserMemory.write(CHOSEN, key)
  identify({ workspace: key })
  session.workspace = workspace
  return true
}

/** Logs out those who open a workspace that they may not browse (specification file 3, section 2). False: it is none of these. */
export function logOutOfClosed(key: string): boolean {
  const closed = session.closed.find(({ account_key }) => account_key === key)
  if (!closed) return false
  say.warning(wordsOf('http')('workspace_no_browsing', { name: closed.account_name }))
  // Else the next log-in would be led back.
  go('documents')
  void logOut().catch(() => undefined)
  return true
}

/** The workspace was left by itself: the page says so. */
export function closedBehind({ account_name }: Workspace): void {
  say.warning(wordsOf('http')('workspace_closed', { name: account_name }))
  leaveWhatIsOpen()
}

/** One thing of the workspace that was left: its list is another now. */
function leaveWhatIsOpen(): void {
  const [, list] = /^#\/?(documents|replay|team|recipient_datas|bulk_sends)\/./.exec(location.hash) ?? []
  if (list) go(list === 'recipient_datas' || list === 'bulk_sends' ? list : 'documents')
}

/** Goes to a workspace that this page may not know of yet: somebody was added to it since. False: they do not belong to it. */
export async function enterWorkspace(key: string): Promise<boolean> {
  const isKnown = () => session.workspaces.some(({ account_key }) => account_key === key)
  if (!isKnown()) await loadSession()
  followIntoWorkspace(key)
  return isKnown()
}

/** A name or a right of a workspace may have changed. */
export const renewWorkspaces = loadSession

/** Tells when another tab of this browser goes to another workspace: this one stays where it is. Returns the way out. */
export function onChosenElsewhere(listener: (workspace: Workspace) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== CHOSEN || newValue === session.workspace?.account_key) return
    const chosen = session.workspaces.find(({ account_key }) => account_key === newValue)
    if (chosen) listener(chosen)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
