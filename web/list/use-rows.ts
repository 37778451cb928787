import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ListOf } from './list.ts'
import type { Keyed } from './rows.ts'
import { useStaying } from './use-staying.ts'

/** The next page is fetched when this many rows are left below. */
const AHEAD = 20

interface Shape {
  /** Of everything that stands in the list, in order. */
  readonly keys: readonly string[]
  readonly rowHeight: number
  /** What covers the top of the rows while they scroll. */
  readonly headHeight: number
}

/**
 * Rows near the view only, however many there are: the next page comes before its end is reached, arrows move from row to
 * row, and what is read or focused stays where it is. A row carries `data-index`, and what is focused in it `data-focus`.
 */
export function useRows<Row extends Keyed, Filter extends object>(list: ListOf<Row, Filter>, { keys, rowHeight, headHeight }: Shape) {
  const { nextCursor } = useSnapshot(list.state)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index]!,
    overscan: 12,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change their height with the width of the page
  useEffect(() => virtual.measure(), [rowHeight])

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (nextCursor !== null && last >= keys.length - AHEAD) void list.more()
  }, [last, nextCursor, list, keys.length])

  const focusRow = (index: number): boolean => {
    const target = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)
    target?.focus({ preventScroll: true })
    return target != null
  }
  useStaying({ scroller, keys, rowHeight, focusRow })
  /** Arrows go from row to row; what is not rendered yet is scrolled to first. */
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (event.key === 'Escape' && list.state.selected.size > 0) return list.selectNone()
    if (!row || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const next = Number(row.dataset.index) + (event.key === 'ArrowDown' ? 1 : -1)
    if (next < 0 || next >= keys.length) return
    virtual.scrollToIndex(next)
    // At once where it is there already: the next key may come before the next frame.
    if (!focusRow(next)) requestAnimationFrame(() => focusRow(next))
  }
  return { scroller, items, height: virtual.getTotalSize(), onKeyDown }
}
