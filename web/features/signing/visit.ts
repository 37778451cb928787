import { useEffect, useLayoutEffect, useMemo } from 'react'
import { visitAnswer } from '#contract/keeping'
import { HttpRefused, http, newKey } from '../../http/index.ts'
import { pageTime } from '../../live/index.ts'
import { type Answered, type VisitPorts, visitReporter } from './visit-reporter.ts'

/** Refusals that may be others in a moment: many changes at once, many requests at once. */
const PASSING: ReadonlySet<string> = new Set(['too-many-rivals', 'too-many-requests'])

/** As the page reports it: to the server, by the clock on the wall, since others may stand still while a computer sleeps. */
export const visitOf = (document: string): VisitPorts => ({
  by: newKey(),
  time: pageTime,
  tell: (report) =>
    http
      .post(`/app/documents/${document}/visit`, visitAnswer, {
        body: report,
        ignoreUnauthorised: true,
        retries: 0,
        retriedByCaller: true,
        outlivesPage: true,
      })
      .then(
        ({ recorded }): Answered => (recorded ? 'recorded' : 'over'),
        // It is no loss to the signer: nothing is said.
        (thrown): Answered => (thrown instanceof HttpRefused && thrown.status < 500 && !PASSING.has(thrown.code) ? 'over' : 'failed'),
      ),
})

/** Reports pages as they come into view, the field the signer is at, and when the page is put aside and taken up again, until the link is over. */
export function useVisit(of: string, field: string | null, over: boolean): void {
  const reporter = useMemo(() => visitReporter(visitOf(of)), [of])
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
