import { useEffect, useState } from 'react'

/** Of the specification (file 2, section 9). */
const FLASH_MS = 5_000

/** Marks for a while; answers how to stop before. */
export function flash(mark: (on: boolean) => void): () => void {
  mark(true)
  const timer = setTimeout(() => mark(false), FLASH_MS)
  return () => clearTimeout(timer)
}

/** Whether the preview is marked: for a while after `what` became another. */
export function useFlash(what: object | null | undefined): boolean {
  const [flashing, setFlashing] = useState(false)
  useEffect(() => (what ? flash(setFlashing) : setFlashing(false)), [what])
  return flashing
}
