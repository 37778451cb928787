const SIGNS_OF_LIFE = ['pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** When somebody last touched the page, in milliseconds; `stop` ends the watch. */
export function watchTouches(): { touched(): number; stop(): void } {
  let last = Date.now()
  const touch = () => {
    last = Date.now()
  }
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, touch, { passive: true })
  return {
    touched: () => last,
    stop() {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, touch)
    },
  }
}
