import { useLayoutEffect, useRef, useState } from 'react'
import { columnsIn, rowsIn, rowTops } from './page-rows.ts'

interface Near {
  readonly columns: number
  readonly first: number
  readonly last: number
}

/**
 * Which rows of tiles are near what is looked at, so that only those are built. It does not matter which of the elements around them is
 * scrolled: that depends on the width of the screen.
 */
export function useRowsNear(pages: readonly { readonly width: number; readonly height: number }[]) {
  const list = useRef<HTMLUListElement>(null)
  const [{ columns, first, last }, setNear] = useState<Near>({ columns: 1, first: 0, last: 0 })
  const tops = rowTops(pages, columns)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const columns = columnsIn(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
      const above = element.getBoundingClientRect().top
      const around = innerHeight
      const [first, last] = rowsIn(rowTops(pages, columns), -above - around, -above + 2 * around)
      setNear((was) => (was.columns === columns && was.first === first && was.last === last ? was : { columns, first, last }))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      watch.disconnect()
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [pages])
  return { list, from: first * columns, to: last * columns, above: tops[first] ?? 0, below: (tops.at(-1) ?? 0) - (tops[last] ?? 0) }
}
