import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { type BulkRow, fetchRows } from './calls.ts'

/** The rows of a bulk send, one at a time; pages are loaded as somebody steps through them. */
export function useRows(bulkSend: string) {
  const words = useWords('bulk_mapping')
  const [rows, setRows] = useState<readonly BulkRow[]>([])
  const [count, setCount] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const cursor = useRef<string | null>(null)
  const loading = useRef(false)
  const load = useCallback(async () => {
    if (loading.current) return
    loading.current = true
    try {
      const page = await fetchRows(bulkSend, cursor.current)
      cursor.current = page.cursor
      setRows((held) => [...held, ...page.rows])
      setCount(page.count)
      setProblem(null)
    } catch (thrown) {
      setProblem(messageOf(thrown, words('rows_failed')))
    } finally {
      loading.current = false
    }
  }, [bulkSend, words])
  useEffect(() => void load(), [load])
  const step = (by: number) => {
    const next = Math.max(0, Math.min(at + by, (count ?? 0) - 1))
    setAt(next)
    if (next >= rows.length - 1 && cursor.current !== null) void load()
  }
  return { row: rows[at] ?? null, at, count, problem, step, retry: load }
}
