import { useCallback, useEffect, useRef, useState } from 'react'
import { type AuditRecord, auditAnswer } from '#contract/documents'
import { http } from '../../http/index.ts'
import { joined } from './trail.ts'

/** Specification file 1, section 9. */
export const AUDIT_POLL_MS = 30_000
/** The read model may be a moment behind the event that was pushed. */
const SETTLE_MS = 150
const TRIES = 5

/**
 * The audit trail, kept up to date: on every new revision of the pack, by polls where nothing is pushed.
 * @param readable the server answers it only once the document has left setup
 */
export function useTrail(document: string, revision: number, live: boolean, readable: boolean) {
  const [records, setRecords] = useState<readonly AuditRecord[] | null>(null)
  const [failed, setFailed] = useState(false)
  const last = useRef<AuditRecord | null>(null)

  const fetchMore = useCallback(async () => {
    try {
      const since = last.current?.date_created
      const { audit_records } = await http.get(`/app/audit_trail/${document}`, auditAnswer, {
        query: { since },
        quiet: last.current !== null,
      })
      last.current = audit_records.at(-1) ?? last.current
      setRecords((known) => joined(known ?? [], audit_records))
      setFailed(false)
      return last.current?.revision ?? -1
    } catch {
      setFailed(true)
      return null
    }
  }, [document])

  useEffect(() => {
    if (!readable) return
    let timer: ReturnType<typeof setTimeout>
    const look = async (tries: number) => {
      const reached = await fetchMore()
      if (reached !== null && reached < revision && tries > 1)
        timer = setTimeout(() => void look(tries - 1), SETTLE_MS * (TRIES - tries + 2))
    }
    timer = setTimeout(() => void look(TRIES), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [revision, fetchMore, readable])
  useEffect(() => {
    if (live || !readable) return
    const timer = setInterval(() => void fetchMore(), AUDIT_POLL_MS)
    return () => clearInterval(timer)
  }, [live, fetchMore, readable])

  return { records, failed, retry: fetchMore }
}
