import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { ListRow } from '#contract/document-list'
import { watchList } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { findTemplates } from './calls.ts'
import { POLL_MS, SEARCH_DEBOUNCE_MS } from './timings.ts'

export type Templates =
  | { readonly phase: 'loading' | 'failed'; readonly search: string }
  | {
      readonly phase: 'ready'
      readonly search: string
      readonly templates: readonly ListRow[]
      readonly more: boolean
      /** They could not be asked for anew. */
      readonly stale: boolean
    }

/** The templates that match, once typing pauses; what was found before stays in view until then. */
export function useTemplates(query: string): { readonly found: Templates; readonly retry: () => void } {
  const words = useWords('templates')
  const [search] = useDebouncedValue(query.trim(), SEARCH_DEBOUNCE_MS)
  const [found, setFound] = useState<Templates>({ phase: 'loading', search: '' })
  const [attempt, setAttempt] = useState(0)
  /** The search of which it was said that it failed: each further try is nobody's news. */
  const told = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const abort = new AbortController()
    findTemplates(search, abort.signal)
      .then((answer) => {
        told.current = ''
        setFound({ phase: 'ready', search, stale: false, ...answer })
      })
      .catch(() => {
        if (abort.signal.aborted) return
        if (search && told.current !== search) say.warning(words('search_failed'), undefined, { id: 'templates', here: true })
        told.current = search
        setFound((before) =>
          before.phase === 'ready' && before.search === search ? { ...before, stale: true } : { phase: 'failed', search },
        )
      })
    return () => abort.abort()
  }, [search, attempt, words])
  useNews(() => setAttempt((before) => before + 1))
  const retry = () => {
    told.current = ''
    setFound((before) => (before.phase === 'ready' ? before : { phase: 'loading', search }))
    setAttempt((before) => before + 1)
  }
  return { found, retry }
}

/**
 * Templates come, change and go while the picker is open: the example of a fresh installation is still being made when
 * its first account looks for it.
 */
function useNews(tell: () => void): void {
  const { workspace } = useSession()
  const account = workspace?.account_key
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only counts up, whichever of its versions
  useEffect(() => {
    if (!account) return
    let polling: ReturnType<typeof setInterval> | undefined
    const leave = watchList(account, {
      changed: (rows, removed) => {
        if (removed.length > 0 || rows.some(({ document_type }) => document_type === 'template')) tell()
      },
      connected(live) {
        clearInterval(polling)
        // What came between the first answer and joining was pushed to nobody.
        if (live) tell()
        else polling = setInterval(tell, POLL_MS)
      },
    })
    return () => {
      leave()
      clearInterval(polling)
    }
  }, [account])
}
