import { memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChildDocument } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { follow, layoutPages, mostSeen, PAGE_GAP, type PlacedPage, pagesWithin } from './layout.ts'
import { PageCanvas, type TextUse } from './PageCanvas.tsx'
import classes from './pages.module.css'
import { usePinch } from './pinch.ts'
import { fileUrlOf, pageImageUrlOf } from './urls.ts'
import type { Zoom } from './zoom.ts'

export interface PageSize {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Pixels a point. */
  readonly scale: number
}
export interface PagesHandle {
  readonly scroller: HTMLElement | null
  /** Scrolls to a place, in thousandths of a point of the page; it ends up in the upper third. */
  /** `left`: where the view's left edge comes to, in pixels; in the same movement, since another would stop this one half-way. */
  show(place: { readonly document: string; readonly page: number; readonly y?: number }, left?: number): void
  toStart(): void
}
export interface PagesProps {
  /** One below the other. */
  readonly documents: readonly ChildDocument[]
  readonly zoom: Zoom
  /** Says what this is, to those who do not see it. */
  readonly label: string
  /** Called with the page that is mostly seen. */
  onVisible?(document: string, page: number): void
  /** The content of a page. Only called for pages near the view. */
  renderOverlay?(document: ChildDocument, page: number, size: PageSize): ReactNode
  /** Room taken by what floats over the pages, in pixels. */
  readonly inset?: { readonly left?: number; readonly right?: number; readonly top?: number; readonly bottom?: number }
  readonly text?: TextUse
  readonly className?: string
  readonly ref?: Ref<PagesHandle>
}

/** Pages beyond what is seen that are drawn already, in heights of the view. */
const AHEAD = 1

/** Documents page after page, crisp at every zoom; only pages near the view are drawn. */
export function Pages({ documents, zoom, label, onVisible, renderOverlay, inset = {}, text = 'read', className = '', ref }: PagesProps) {
  const scroller = useRef<HTMLElement>(null)
  const { scale, offer } = zoom
  const layout = useMemo(() => layoutPages(documents, scale), [documents, scale])
  const before = useRef(layout)
  const [stretch, setStretch] = useState({ from: 0, to: 1000 })
  const { left = 0, right = 0, top = 0, bottom = 0 } = inset
  const anchor = usePinch(scroller, zoom)

  const widest = useMemo(() => layoutPages(documents, 1).width, [documents])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || widest === 0) return
    const measure = () => {
      offer((element.clientWidth - left - right - 2 * PAGE_GAP) / widest)
      setStretch({ from: element.scrollTop - top, to: element.scrollTop - top + element.clientHeight })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [widest, left, right, top, offer])

  // The point under the pointer, or in the middle, stays there while zooming.
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = layout
    if (!element || old === layout || old.pages.length !== layout.pages.length) return
    // A viewer at the very top stays there.
    const at = anchor.current ?? { x: element.clientWidth / 2, y: element.scrollTop === 0 ? 0 : element.clientHeight / 2 }
    const y = follow(old, layout, element.scrollTop + at.y - top)
    const grown = old.width > 0 ? layout.width / old.width : 1
    const x = (element.scrollLeft + at.x - left) * grown
    element.scrollTo({
      top: y - at.y + top,
      left: layout.width + left + right > element.clientWidth ? x - at.x + left : 0,
      behavior: 'instant',
    })
  }, [layout, left, right, top, anchor])

  const seen = mostSeen(layout, stretch.from, stretch.to)
  const [seenDocument, seenPage] = [seen?.document.key, seen?.page]
  useEffect(() => {
    if (seenDocument !== undefined && seenPage !== undefined) onVisible?.(seenDocument, seenPage)
  }, [seenDocument, seenPage, onVisible])

  useImperativeHandle(ref, () => ({
    get scroller() {
      return scroller.current
    },
    show({ document, page, y = 0 }, left) {
      const element = scroller.current
      const placed = layout.pages.find((each) => each.document.key === document && each.page === page)
      if (!element || !placed) return
      const target = placed.top + top + (y / 1000) * scale - (y > 0 ? element.clientHeight / 3 : PAGE_GAP)
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      element.scrollTo({ top: Math.max(0, target), ...(left === undefined ? {} : { left }), behavior: calm ? 'instant' : 'smooth' })
    },
    toStart: () => scroller.current?.scrollTo({ top: 0 }),
  }))

  const height = stretch.to - stretch.from
  const near = new Set(pagesWithin(layout, stretch.from - AHEAD * height, stretch.to + AHEAD * height))
  return (
    <section
      ref={scroller}
      className={`${classes.scroller} ${className}`}
      aria-label={label}
      data-pages
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget
        setStretch({ from: scrollTop - top, to: scrollTop - top + clientHeight })
      }}
    >
      <div
        className={classes.column}
        style={{
          height: layout.height + top + bottom,
          width: layout.width + left + right + 2 * PAGE_GAP,
        }}
      >
        {layout.pages.map((placed) => {
          const shown = near.has(placed)
          return (
            <Sheet
              key={`${placed.document.key} ${placed.page}`}
              placed={placed}
              top={placed.top + top}
              shift={(left - right) / 2}
              near={shown}
              scale={scale}
              text={text}
              renderOverlay={shown ? renderOverlay : undefined}
            />
          )
        })}
      </div>
    </section>
  )
}

interface NearProps {
  readonly placed: PlacedPage
  readonly scale: number
  readonly text: TextUse
  readonly renderOverlay: PagesProps['renderOverlay'] | undefined
}
interface SheetProps extends NearProps {
  readonly top: number
  readonly shift: number
  readonly near: boolean
}

/** A page's place. There may be thousands: those that nobody is near to are left alone while somebody scrolls. */
const Sheet = memo(function Sheet({ placed, top, shift, near, ...rest }: SheetProps) {
  const words = useWords('pages')
  const { document, page, width, height } = placed
  return (
    <section
      className={classes.page}
      aria-label={words('page', { page: String(page + 1), count: String(document.pages.length) })}
      data-document={document.key}
      data-page={page}
      style={{ top, width, height, marginLeft: Math.round(shift - width / 2) }}
    >
      {near && <NearPage placed={placed} {...rest} />}
    </section>
  )
})

function NearPage({ placed: { document, page, width, height }, scale, text, renderOverlay }: NearProps) {
  const file = fileUrlOf(document)
  return (
    <>
      {file && (
        <PageCanvas fileUrl={file} page={page} width={width} height={height} imageUrl={pageImageUrlOf(document, page)} text={text} />
      )}
      {renderOverlay?.(document, page, { width, height, scale })}
    </>
  )
}
