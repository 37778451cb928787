import { type RefObject, useEffect, useRef } from 'react'
import type { Zoom } from './zoom.ts'

/** Zooms by pinching and by Ctrl and the wheel. Answers with the point, from the view's corner, that is to stay in its place. */
export function usePinch(scroller: RefObject<HTMLElement | null>, zoom: Zoom): RefObject<{ x: number; y: number } | null> {
  const anchor = useRef<{ x: number; y: number } | null>(null)
  const latest = useRef(zoom)
  latest.current = zoom
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const place = (x: number, y: number) => {
      const box = element.getBoundingClientRect()
      anchor.current = { x: x - box.left, y: y - box.top }
    }
    let apart = 0
    let from = 1
    let rest: ReturnType<typeof setTimeout>
    // React and the browser listen passively here: only these can keep the page itself from zooming.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      place(event.clientX, event.clientY)
      latest.current.set(latest.current.scale * Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0025)))
      clearTimeout(rest)
      rest = setTimeout(() => {
        anchor.current = null
      }, 300)
    }
    const start = (event: TouchEvent) => {
      if (event.touches.length !== 2) return
      apart = distance(event.touches)
      from = latest.current.scale
    }
    const move = (event: TouchEvent) => {
      const [a, b] = [event.touches[0], event.touches[1]]
      if (!a || !b || apart === 0) return
      event.preventDefault()
      place((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
      latest.current.set((from * distance(event.touches)) / apart)
    }
    const end = (event: TouchEvent) => {
      if (event.touches.length >= 2) return
      apart = 0
      anchor.current = null
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    return () => {
      clearTimeout(rest)
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
    }
  }, [scroller])
  return anchor
}

function distance(touches: TouchList): number {
  const [a, b] = [touches[0], touches[1]]
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
}
