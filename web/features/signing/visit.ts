import { useEffect, useLayoutEffect, useMemo } from 'react'
import { visitAnswer } from '#contract/retention'
import { HttpRefused, http, isTemporary, newKey } from '../../http/index.ts'
import { pageTime } from '../../live/index.ts'
import { usePerson } from './person.ts'
import { shownPages } from './shown-pages.ts'
import { type Answered, type VisitPorts, visitReporter } from './visit-reporter.ts'

/** So much of a page must be in view, or so much of the view be taken up by one that is larger than that, as on a phone. */
const LOOKED_AT = { ofPage: 0.4, ofView: 0.3 }
/** At which shares of a page it is looked; a page that is drawn very large shows a hundredth of itself at a time. */
const SHARES = [0, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, LOOKED_AT.ofPage]

type InView = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'> & {
  readonly intersectionRect: { readonly width: number; readonly height: number }
}

/** @param view its size in CSS pixels */
export function isLookedAt(
  { isIntersecting, intersectionRatio, intersectionRect }: InView,
  view: { width: number; height: number },
): boolean {
  if (!isIntersecting) return false
  const ofView = (intersectionRect.width * intersectionRect.height) / (view.width * view.height)
  return intersectionRatio >= LOOKED_AT.ofPage || ofView >= LOOKED_AT.ofView
}

/** As the page reports it: to the server, by the clock on the wall, since other clocks may stop while a computer sleeps. */
export const visitOf = (document: string, isPersonThere: () => boolean): VisitPorts => ({
  by: newKey(),
  time: pageTime,
  // Pages in view before anybody was there wait until somebody is.
  tell: async (report) =>
    !isPersonThere()
      ? 'failed'
      : http
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
            (thrown): Answered => (thrown instanceof HttpRefused && !isTemporary(thrown) ? 'over' : 'failed'),
          ),
})

const SCROLLING = new Set(['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', 'Home', 'End', ' '])
const onPages = ({ target }: Event) => target instanceof Element && target.closest('[data-pages]') !== null

/** Reports pages in view, the field the signer is at, and when the page is hidden and shown again, until the link is over. */
export function useVisit(of: string, field: string | null, shownAs: 'form' | 'pages', over: boolean): void {
  const person = usePerson(of, over)
  const reporter = useMemo(() => visitReporter(visitOf(of, () => person.current)), [of, person])
  // Before what else is done at the end.
  useLayoutEffect(() => {
    if (over) reporter.end()
  }, [reporter, over])
  useEffect(() => {
    if (over) return
    const shown = shownPages<HTMLElement>({
      time: pageTime,
      isDrawn: (page) => page.querySelector('canvas, img') !== null,
      shown: ({ dataset: { document: of, page } }, brought) => of && page && reporter.page(of, Number(page), brought),
    })
    const seen = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          shown.inView(entry.target as HTMLElement, isLookedAt(entry, { width: innerWidth, height: innerHeight }))
        }
      },
      { threshold: SHARES },
    )
    const pages = new Set<HTMLElement>()
    const look = () => {
      for (const page of pages) {
        if (page.isConnected) continue
        pages.delete(page)
        seen.unobserve(page)
        shown.inView(page, false)
      }
      for (const page of document.querySelectorAll<HTMLElement>('[data-document][data-page]')) {
        if (pages.has(page)) continue
        pages.add(page)
        seen.observe(page)
      }
    }
    const grown = new MutationObserver(look)
    grown.observe(document.body, { childList: true, subtree: true })
    look()
    const hidden = () => {
      const is = document.visibilityState === 'hidden'
      shown.away(is)
      reporter.away(is)
    }
    const listening = new AbortController()
    const on = (names: readonly string[], then: (event: Event) => void) => {
      for (const name of names) document.addEventListener(name, then, { capture: true, passive: true, signal: listening.signal })
    }
    on(['visibilitychange'], hidden)
    on(['scroll'], shown.moved)
    on(['wheel', 'touchmove'], (event) => onPages(event) && shown.by('person'))
    on(['keydown'], (event) => SCROLLING.has((event as KeyboardEvent).key) && onPages(event) && shown.by('person'))
    // On the bar that scrolls them there is nothing else.
    on(['pointerdown'], ({ target }) => target instanceof Element && target.matches('[data-pages]') && shown.by('person'))
    // What a press moves, the page moves.
    on(['click'], () => shown.by('page'))
    return () => {
      seen.disconnect()
      grown.disconnect()
      listening.abort()
      shown.stop()
      void reporter.flush()
    }
  }, [reporter, over])
  useEffect(() => {
    reporter.view(shownAs)
  }, [reporter, shownAs])
  useEffect(() => {
    reporter.field(field)
  }, [reporter, field])
}
