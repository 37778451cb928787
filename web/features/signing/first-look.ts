interface Opening {
  readonly token: string
  answered: Promise<Response> | null
  over: boolean
}
const opening = () => (globalThis as { paraphOpening?: Opening }).paraphOpening

/** The exchange of this token that `opening.js` has begun; once, as whoever tries again asks anew. */
export function begun(token: string): Promise<Response> | null {
  const one = opening()
  if (one?.token !== token) return null
  const { answered } = one
  one.answered = null
  return answered
}

/** From here on the page shows itself, and the picture that stood in its place goes. */
export function endFirstLook(): void {
  const one = opening()
  if (one) one.over = true
  document.querySelector('img[data-first-page]')?.remove()
}
