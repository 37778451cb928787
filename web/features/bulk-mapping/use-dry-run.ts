import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { watchRows } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { say, useLoaded } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { type DryRunRecord, fetchDryRun, startDryRun } from './calls.ts'

/** How often a check that runs is asked about. */
const POLL_MS = 500

export interface DryRunOfBulkSend {
  readonly report: DryRunRecord | null
  readonly loading: boolean
  readonly problem: string | null
  readonly busy: boolean
  /** Grows when rows of its list, or which are left out, may have changed. */
  readonly news: number
  load(): Promise<void>
  start(): Promise<void>
}

/** The last check of all rows of a bulk send, followed while it runs. `before` resolves once all changes are saved. */
export function useDryRun(bulkSend: string, before?: () => Promise<void>): DryRunOfBulkSend {
  const words = useWords('bulk_mapping')
  const { value, problem, load } = useLoaded(
    useCallback(async () => ({ report: await fetchDryRun(bulkSend) }), [bulkSend]),
    words('report_failed'),
  )
  const account = useSession().workspace?.account_key
  const [asked, setAsked] = useState(false)
  const [news, setNews] = useState(0)
  useEffect(() => {
    if (account === undefined) return
    const listener = {
      connected: () => undefined,
      changed() {
        void load(true)
        setNews((before) => before + 1)
      },
    }
    const leave = (['recipient_lists', 'bulk_sends'] as const).map((list) => watchRows({ account_key: account, list }, listener))
    return () => {
      for (const one of leave) one()
    }
  }, [account, load])
  const report = value?.report ?? null
  const isUnderWay = report?.state === 'waiting' || report?.state === 'running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each answer, a failed one included
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => void load(true), POLL_MS)
    return () => clearTimeout(timer)
  }, [isUnderWay, value, problem, load])
  const start = async () => {
    setAsked(true)
    try {
      await before?.()
      await startDryRun(bulkSend)
      await load(true)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('check_failed')))
    } finally {
      setAsked(false)
    }
  }
  return { report, loading: value === null && problem === null, problem, busy: asked || isUnderWay, news, load: () => load(true), start }
}
