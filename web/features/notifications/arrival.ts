import { useEffect } from 'react'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { enterWorkspace, logOutOfClosed, session } from '../auth/index.ts'
import { markAllRead } from './inbox.ts'

/** `#documents?user_account=…` leads into that workspace, marks its notification as read (S-012) and fetches the list again. */
export function useArrival(account: string | undefined, arrived: () => void): void {
  useEffect(() => {
    if (account === undefined) return
    void enterWorkspace(account).then((entered) => {
      // Whose workspace it is cannot be known: the same address asks again once the server answers.
      if (!entered && session.phase === 'unreachable') return
      if (!entered && logOutOfClosed(account)) return
      if (entered) void markAllRead(account)
      else say.warning(wordsOf('http')('workspace_not_theirs'))
      arrived()
      location.replace('#documents')
    })
  }, [account, arrived])
}
