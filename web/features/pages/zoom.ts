import { useCallback, useMemo, useRef, useState } from 'react'

export const LEAST_SCALE = 0.5
/** A page that fits may be smaller than anybody would choose, but is still one. */
const LEAST_FIT = 0.1
export const MOST_SCALE = 4
const STEPS = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

export interface Zoom {
  /** Pixels a point. */
  readonly scale: number
  readonly percent: number
  /** The page is as wide as the room for it, and stays so. */
  readonly fits: boolean
  set(scale: number): void
  larger(): void
  smaller(): void
  fitWidth(): void
  /** Called by Pages: the scale at which the widest page fits. */
  offer(scale: number): void
}

const within = (scale: number, least: number) => Math.min(MOST_SCALE, Math.max(least, scale))

/** Fit width, 50 to 400 %; where a whole page needs less than that, it goes down to what fits. */
export function useZoom(): Zoom {
  const [chosen, setChosen] = useState<number | null>(null)
  const [fitting, setFitting] = useState(1)
  const scale = chosen ?? fitting
  const least = Math.min(LEAST_SCALE, fitting)
  const now = useRef(scale)
  now.current = scale
  const offer = useCallback((next: number) => setFitting(within(next, LEAST_FIT)), [])
  const fitWidth = useCallback(() => setChosen(null), [])
  return useMemo(
    () => ({
      scale,
      percent: Math.round(scale * 100),
      fits: chosen === null,
      set: (next) => setChosen(within(next, least)),
      larger: () => setChosen(STEPS.find((step) => step > now.current + 0.005) ?? MOST_SCALE),
      smaller: () => setChosen(STEPS.findLast((step) => step < now.current - 0.005) ?? least),
      fitWidth,
      offer,
    }),
    [scale, chosen, least, offer, fitWidth],
  )
}
