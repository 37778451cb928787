import { useEffect, useRef } from 'react'
import type { FieldValue } from '#domain/pack'

/** So long the filled fields are seen before the next step comes (D-599). */
const ADVANCE_MS = 250

/**
 * With one click a signature fills every empty field of its kind, so it is given once it is whole: the first stroke or
 * letter would fill the others with a piece of it. A finished signature that was not given yet is given on leaving the field.
 */
export function useGivenAtOnce(fill: (value: FieldValue | null) => void) {
  const held = useRef<{ readonly value: FieldValue | null } | null>(null)
  const timer = useRef(0)
  const latest = useRef(fill)
  latest.current = fill
  const give = (): boolean => {
    const made = held.current
    held.current = null
    if (made) latest.current(made.value)
    return made !== null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: on leaving, whatever was rendered last
  useEffect(
    () => () => {
      give()
      window.clearTimeout(timer.current)
    },
    [],
  )
  return {
    hold: (value: FieldValue | null) => {
      held.current = { value }
    },
    /** Whether there was anything to give. */
    give,
    afterwards: (then: () => void) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(then, ADVANCE_MS)
    },
  }
}
