import { type RefObject, useEffect } from 'react'
import type { Field } from '#domain/pack'
import { useNarrow } from '../../ui/index.ts'
import type { PagesHandle, Zoom } from '../pages/index.ts'

/** Part of a narrow screen's width that a field may take, and the largest scale for it. */
const FIELD_SHARE = 0.62
const LARGEST = 1.25

/** Brings the current field into the upper third, and on a phone close enough to be read. */
export function useFollow(pages: RefObject<PagesHandle | null>, zoom: Zoom, field: Field | null) {
  const { scale, set } = zoom
  const narrow = useNarrow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another field, or another scale, moves the page
  useEffect(() => {
    const scroller = pages.current?.scroller
    if (!field || !scroller) return
    if (narrow) {
      const readable = Math.min(LARGEST, (FIELD_SHARE * scroller.clientWidth) / (field.width / 1000))
      if (Math.abs(readable - scale) > 0.01 && readable > scale) return set(readable)
    }
    const middle = ((field.x + field.width / 2) / 1000) * scale
    const left = middle - scroller.clientWidth / 2 + (scroller.scrollWidth - pageWidth(scroller)) / 2
    pages.current?.show(field, scroller.scrollWidth > scroller.clientWidth ? left : undefined)
  }, [field?.key, scale])
}

function pageWidth(scroller: HTMLElement): number {
  return scroller.querySelector<HTMLElement>('[data-page]')?.offsetWidth ?? scroller.scrollWidth
}
