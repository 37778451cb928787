import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows the page, unless `starting.js` says in its place that the browser is too old for it. */
export function start(page: ReactNode): void {
  const root = document.getElementById('root')!
  if (root.dataset.tooOld === undefined) createRoot(root).render(page)
}
