import { useEffect } from 'react'
import { enterWorkspace } from '../auth/index.ts'
import { markAllRead } from './inbox.ts'

/** `#documents?user_account=…` leads into that workspace and marks its notification as read (S-012). */
export function useArrival(account: string | undefined): void {
  useEffect(() => {
    if (account === undefined) return
    void enterWorkspace(account).then((entered) => {
      if (entered) void markAllRead(account)
      location.replace('#documents')
    })
  }, [account])
}
