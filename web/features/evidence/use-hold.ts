import { useCallback, useEffect, useState } from 'react'
import type { RetentionAnswer } from '#contract/retention'
import { fetchHolds } from './calls.ts'

export type Hold = RetentionAnswer['holds'][number]
export interface HoldState {
  /** undefined: not known. */
  readonly hold: Hold | null | undefined
  look(): Promise<void>
}

/** Whether nothing may delete this document. Only those who manage the workspace place and lift holds, and only for them it is asked. */
export function useHold(document: string, account: string, manages: boolean): HoldState {
  const [hold, setHold] = useState<Hold | null>()
  const look = useCallback(async () => {
    if (!manages) return
    // What could not be asked is not offered: Safekeeping says what is wrong.
    const holds = await fetchHolds(account).catch(() => undefined)
    setHold(holds && (holds.find(({ document_key }) => document_key === document) ?? null))
  }, [document, account, manages])
  useEffect(() => void look(), [look])
  return { hold, look }
}
