import { type RefObject, useEffect } from 'react'

/**
 * Keeps quick drags of a finger on `element`, or on those `parts` of it, from being flings. `touch-action: none` keeps the
 * page from scrolling by them, but Chromium still takes one for a fling and the next tap, up to a second later and
 * wherever it is, for what stops it: that tap is never a click.
 */
export function useNoFling(element: RefObject<Element | null>, parts = '*') {
  useEffect(() => {
    const own = element.current
    if (!own) return
    const hold = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(parts)) event.preventDefault()
    }
    // React listens passively here.
    own.addEventListener('touchmove', hold, { passive: false })
    return () => own.removeEventListener('touchmove', hold)
  }, [element, parts])
}
