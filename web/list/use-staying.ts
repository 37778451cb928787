import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Staying {
  readonly scroller: RefObject<HTMLElement | null>
  /** Of all rows, in order. */
  readonly keys: readonly string[]
  readonly rowHeight: number
  /** Focuses a row where it is shown. */
  focusRow(index: number): boolean
}

/**
 * Rows come and go while somebody reads: what they look at stays where it is, and where the row that they are at goes,
 * the focus is on the one in its place instead of nowhere.
 */
export function useStaying({ scroller, keys, rowHeight, focusRow }: Staying): void {
  const before = useRef(keys)
  /** The row that was focused last, for as long as the focus did not go elsewhere. */
  const at = useRef<string | null>(null)
  useLayoutEffect(() => {
    const table = scroller.current
    if (!table) return
    const into = ({ target }: FocusEvent) => {
      const row = (target as HTMLElement).closest<HTMLElement>('[data-index]')
      at.current = row ? (before.current[Number(row.dataset.index)] ?? null) : null
    }
    // A removed row announces no new place: then it is remembered.
    const out = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !table.contains(relatedTarget)) at.current = null
    }
    table.addEventListener('focusin', into)
    table.addEventListener('focusout', out)
    return () => {
      table.removeEventListener('focusin', into)
      table.removeEventListener('focusout', out)
    }
  }, [scroller])
  useLayoutEffect(() => {
    const [was, table] = [before.current, scroller.current]
    before.current = keys
    if (!table || (was.length === keys.length && was.every((key, index) => key === keys[index]))) return
    const moved = movedBy(was, keys, Math.floor(table.scrollTop / rowHeight))
    if (table.scrollTop > 0 && moved !== 0) table.scrollTop += moved * rowHeight
    const left = at.current
    if (left === null || keys.includes(left) || document.activeElement !== document.body) return
    const place = Math.min(was.indexOf(left), keys.length - 1)
    if (place < 0 || !focusRow(place)) at.current = null
  })
}

/** By how many rows the first one in view that is still there stands lower than before. */
export function movedBy(was: readonly string[], now: readonly string[], first: number): number {
  for (let at = Math.max(0, first); at < was.length; at++) {
    const place = now.indexOf(was[at]!)
    if (place >= 0) return place - first
  }
  return 0
}
