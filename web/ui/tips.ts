/** How each tooltip that shows is hidden. */
const showing = new Set<() => void>()

/** Escape hides it, until it is gone. */
export function tipShows(hide: () => void): () => void {
  showing.add(hide)
  return () => void showing.delete(hide)
}

function press(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || showing.size === 0) return
  event.preventDefault()
  event.stopImmediatePropagation()
  for (const hide of showing) hide()
  showing.clear()
}

/**
 * Escape hides the tooltips that show and does nothing else; layers under them take the next one.
 * Asked for before anything is drawn: dialogs listen at the window too, and the first listener gets it first.
 */
export function escapeHidesTips(): void {
  window.addEventListener('keydown', press, true)
}
