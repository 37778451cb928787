import { useEffect, useState } from 'react'
import { retentionAnswer } from '#contract/retention'
import { http } from '../../http/index.ts'

/** After how many days the trash of a workspace empties itself; null: never, or not known yet. */
export function useTrashDays(account: string | undefined): number | null {
  const [days, setDays] = useState<number | null>(null)
  useEffect(() => {
    let current = true
    setDays(null)
    if (account === undefined) return
    http
      .get(`/app/accounts/${account}/keeping`, retentionAnswer)
      .then(({ keeping }) => current && setDays(keeping.trash_days))
      // The trash says the rest without it.
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [account])
  return days
}
