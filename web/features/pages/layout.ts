import type { ChildDocument } from '#domain/pack'

/** One page in the column, in pixels of the scrolled content. */
export interface PlacedPage {
  readonly document: ChildDocument
  /** Zero-based. */
  readonly page: number
  readonly top: number
  readonly width: number
  readonly height: number
}
export interface PagesLayout {
  readonly pages: readonly PlacedPage[]
  readonly height: number
  /** Of the widest page. */
  readonly width: number
}

export const PAGE_GAP = 24

/** The pages of the documents one below the other at `scale` pixels a point, each from a whole pixel on: all that is on it is set from there. */
export function layoutPages(documents: readonly ChildDocument[], scale: number): PagesLayout {
  const pages: PlacedPage[] = []
  let top = PAGE_GAP
  let widest = 0
  for (const document of documents) {
    for (const [page, size] of document.pages.entries()) {
      const width = (size.width / 1000) * scale
      const height = (size.height / 1000) * scale
      pages.push({ document, page, top, width, height })
      top += Math.ceil(height) + PAGE_GAP
      widest = Math.max(widest, width)
    }
  }
  return { pages, height: top, width: widest }
}

/** The pages that touch the stretch from `from` to `to`. */
export function pagesWithin(layout: PagesLayout, from: number, to: number): readonly PlacedPage[] {
  return layout.pages.filter(({ top, height }) => top + height >= from && top <= to)
}

/** The page that the reader looks at: the one that covers most of what is seen. */
export function mostSeen(layout: PagesLayout, from: number, to: number): PlacedPage | null {
  const seen = ({ top, height }: PlacedPage) => Math.min(to, top + height) - Math.max(from, top)
  return pagesWithin(layout, from, to).reduce<PlacedPage | null>((best, page) => (best && seen(best) >= seen(page) ? best : page), null)
}

/** Where the point at `y` of one layout stands in another of the same pages: zooming keeps it in its place. */
export function follow(before: PagesLayout, after: PagesLayout, y: number): number {
  const at = before.pages.findLastIndex(({ top }) => top <= y)
  const [from, to] = [before.pages[at], after.pages[at]]
  if (!from || !to) return y
  const part = Math.min(1, (y - from.top) / from.height)
  return to.top + part * to.height + Math.max(0, y - from.top - from.height)
}
