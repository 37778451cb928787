/**
 * A ref for what a screen lets be dragged by finger: keeps quick drags of it, or of those `parts` of it, from being flings.
 * `touch-action: none` keeps the page from scrolling by them, but Chromium still takes one for a fling and the next tap, up
 * to a second later and wherever it is, for what stops it: that tap is never a click.
 */
export function noFling(element: Element | null, parts = '*'): () => void {
  const hold = (event: Event) => {
    if (event.target instanceof Element && event.target.closest(parts)) event.preventDefault()
  }
  // React listens passively here.
  element?.addEventListener('touchmove', hold, { passive: false })
  return () => element?.removeEventListener('touchmove', hold)
}
