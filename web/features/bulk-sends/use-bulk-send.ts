import { useCallback, useEffect, useRef, useState } from 'react'
import { watchList, watchRows } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { useLoaded } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { type BulkSendLogEntry, fetchBulkSend, fetchLog } from './calls.ts'

/** Of the specification (file 2, section 9). */
export const LOG_MS = 30_000
/** Documents that change together are asked for together. */
const GATHER_MS = 200

/** A bulk send and its log, kept up to date while they are shown: as it and its documents change, and every 30 s otherwise. */
export function useBulkSend(key: string) {
  const words = useWords('bulk_sends')
  const { workspace } = useSession()
  const account = workspace?.account_key
  const loaded = useLoaded(
    useCallback((quiet: boolean) => fetchBulkSend(key, quiet), [key]),
    words('open_failed'),
  )
  const [log, setLog] = useState<readonly BulkSendLogEntry[] | null>(null)
  const [logFailed, setLogFailed] = useState(false)
  const [live, setLive] = useState(false)
  const latest = useRef<string | undefined>(undefined)
  const { load } = loaded

  const readLog = useCallback(
    async (quiet = true) => {
      try {
        const newer = await fetchLog(key, latest.current, quiet)
        latest.current = newer.at(-1)?.date_created ?? latest.current
        setLog((held) => [
          ...(held ?? []),
          ...newer.filter((entry) => !held?.some((one) => one.date_created === entry.date_created && one.message === entry.message)),
        ])
        setLogFailed(false)
      } catch {
        setLogFailed(true)
      }
    },
    [key],
  )
  const again = useCallback(() => {
    void load(true)
    void readLog()
  }, [load, readLog])

  useEffect(() => {
    latest.current = undefined
    setLog(null)
    void readLog()
    const timer = setInterval(() => {
      if (!document.hidden) again()
    }, LOG_MS)
    return () => clearInterval(timer)
  }, [readLog, again])

  useEffect(() => {
    if (account === undefined) return
    return watchRows({ account_key: account, list: 'bulk_sends' }, { connected: () => undefined, changed: again })
  }, [account, again])

  useEffect(() => {
    if (!account) return
    let gathering: ReturnType<typeof setTimeout> | undefined
    const leave = watchList(account, {
      changed(rows) {
        if (!rows.some(({ bulk_send }) => bulk_send?.key === key)) return
        gathering ??= setTimeout(() => {
          gathering = undefined
          again()
        }, GATHER_MS)
      },
      connected: setLive,
    })
    return () => {
      leave()
      clearTimeout(gathering)
    }
  }, [account, key, again])
  return { loaded, log, logFailed, live, again }
}
