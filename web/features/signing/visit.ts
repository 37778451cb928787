import { useEffect, useLayoutEffect, useMemo } from 'react'
import { type VisitReport, visitAnswer } from '#contract/keeping'
import { HttpRefused, http } from '../../http/index.ts'

type Moment = VisitReport['moments'][number]
type Happened = { readonly at: number; readonly moment: Moment }

const FLUSH_MS = 8_000
const MOST_AT_ONCE = 50

/** What is reported of a visit: pages and fields once each, pauses and coming back. Never what is typed, and never a second time. */
export function visitReporter(document: string) {
  const told = new Set<string>()
  let waiting: Happened[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let silent = false

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (silent || waiting.length === 0) return
    const batch = waiting.splice(0, MOST_AT_ONCE)
    const now = performance.now()
    const moments = batch.map(({ at, moment }) => ({ ...moment, ago: Math.min(86_400, Math.round((now - at) / 1000)) }))
    try {
      const { recorded } = await http.post(`/app/documents/${document}/visit`, visitAnswer, {
        body: { moments },
        ignoreUnauthorised: true,
        retries: 0,
        retriedByCaller: true,
      })
      if (!recorded) silent = true
    } catch (thrown) {
      // Refused once, refused always: the link is used up, or the session over.
      if (thrown instanceof HttpRefused) silent = true
      // It is no loss to the signer: nothing is said, and what was not told now goes with the next batch, within bounds.
      waiting = [...batch, ...waiting].slice(0, MOST_AT_ONCE)
      return
    }
    if (waiting.length > 0) void flush()
  }
  function note(key: string | null, moment: Moment): void {
    if (silent || (key !== null && told.has(key))) return
    if (key !== null) told.add(key)
    waiting.push({ at: performance.now(), moment })
    timer ??= setTimeout(() => void flush(), FLUSH_MS)
  }
  return {
    page: (of: string, page: number) => note(`page ${of} ${page}`, { what: 'page', document: of, page, ago: 0 }),
    /** Null: at none. Whoever has been through them all may sign at any moment, and after that nothing can be told. */
    field(field: string | null) {
      if (field === null) void flush()
      else note(`field ${field}`, { what: 'field', field, ago: 0 })
    },
    away(is: boolean) {
      note(null, { what: is ? 'paused' : 'back', ago: 0 })
      if (is) void flush()
    },
    flush,
    /** The link is over, and would be refused. */
    end() {
      silent = true
      clearTimeout(timer)
    },
  }
}

/** Reports pages as they come into view, the field the signer is at, and when the page is put aside and taken up again, until the link is over. */
export function useVisit(of: string, field: string | null, over: boolean): void {
  const reporter = useMemo(() => visitReporter(of), [of])
  // Before what else is done at the end.
  useLayoutEffect(() => {
    if (over) reporter.end()
  }, [reporter, over])
  useEffect(() => {
    if (over) return
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const { document: of, page } = (target as HTMLElement).dataset
          if (isIntersecting && of && page) reporter.page(of, Number(page))
        }
      },
      { threshold: 0.4 },
    )
    const pages = new Set<Element>()
    const look = () => {
      for (const page of document.querySelectorAll('[data-document][data-page]')) {
        if (pages.has(page)) continue
        pages.add(page)
        seen.observe(page)
      }
    }
    const grown = new MutationObserver(look)
    grown.observe(document.body, { childList: true, subtree: true })
    look()
    const hidden = () => reporter.away(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', hidden)
    return () => {
      seen.disconnect()
      grown.disconnect()
      document.removeEventListener('visibilitychange', hidden)
      void reporter.flush()
    }
  }, [reporter, over])
  useEffect(() => {
    reporter.field(field)
  }, [reporter, field])
}
