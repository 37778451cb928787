import type { Time } from '../../live/index.ts'
import type { Brought } from './visit-reporter.ts'

/** A page counts as shown after this long in view without moving: pages scrolled past do not. */
export const STANDS_MS = 1_000

interface Ports<Page> {
  readonly time: Pick<Time, 'after'>
  /** Its picture has come: a white sheet shows nothing. */
  isDrawn(page: Page): boolean
  shown(page: Page, brought: Brought): void
}

/** Reports which pages were in view without moving, and whether the person or the page had moved there. */
export function shownPages<Page>({ time, isDrawn, shown }: Ports<Page>) {
  const inView = new Set<Page>()
  let brought: Brought = 'page'
  let isAway = false
  let cancel: (() => void) | null = null

  function begin(): void {
    cancel?.()
    cancel = isAway || inView.size === 0 ? null : time.after(STANDS_MS, stood)
  }
  function stood(): void {
    cancel = null
    let isComplete = true
    for (const page of inView) {
      if (isDrawn(page)) shown(page, brought)
      else isComplete = false
    }
    // What moves from here on without anybody's doing is the page.
    if (isComplete) brought = 'page'
    else begin()
  }
  return {
    inView(page: Page, is: boolean) {
      if (inView.has(page) === is) return
      if (is) inView.add(page)
      else inView.delete(page)
      begin()
    },
    /** The pages scrolled, or changed their size. */
    moved: begin,
    by(whom: Brought) {
      brought = whom
    },
    away(is: boolean) {
      isAway = is
      begin()
    },
    stop(): void {
      cancel?.()
    },
  }
}
