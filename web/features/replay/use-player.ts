import { useCallback, useEffect, useRef, useState } from 'react'

const STEP_MS = 900
export const SPEEDS = [1, 2, 4, 8] as const

export interface Player {
  readonly at: number
  readonly playing: boolean
  readonly speed: number
  go(at: number): void
  step(by: number): void
  toggle(): void
  faster(): void
}

/** The position of the replay, and its playing. */
export function usePlayer(last: number, start: number): Player {
  const [at, setAt] = useState(start)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const end = useRef(last)
  end.current = last
  const go = useCallback((to: number) => setAt(Math.max(0, Math.min(end.current, to))), [])
  const step = useCallback((by: number) => setAt((from) => Math.max(0, Math.min(end.current, from + by))), [])

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => step(1), STEP_MS / speed)
    return () => clearInterval(timer)
  }, [playing, speed, step])
  useEffect(() => {
    if (playing && at >= last) setPlaying(false)
  }, [playing, at, last])

  return {
    at,
    playing,
    speed,
    go: useCallback(
      (to: number) => {
        setPlaying(false)
        go(to)
      },
      [go],
    ),
    step: useCallback(
      (by: number) => {
        setPlaying(false)
        step(by)
      },
      [step],
    ),
    toggle: useCallback(() => {
      setAt((from) => (from >= end.current ? 0 : from))
      setPlaying((was) => !was)
    }, []),
    faster: useCallback(() => setSpeed((now) => SPEEDS[(SPEEDS.indexOf(now as (typeof SPEEDS)[number]) + 1) % SPEEDS.length]!), []),
  }
}
