interface Opening {
  readonly token: string
  answered: Promise<Response> | null
  over: boolean
}
const page = globalThis as { paraphOpening?: Opening }

/** The exchange of this token that `opening.js` has begun; once, as a retry asks again. */
export function begun(token: string): Promise<Response> | null {
  const one = page.paraphOpening
  if (!one) {
    // This was there first and opens the link; were `opening.js` to open it too, the history would tell of two visits.
    page.paraphOpening = { token, answered: null, over: true }
    return null
  }
  if (one.token !== token) return null
  const { answered } = one
  one.answered = null
  return answered
}

/** From here on the page shows itself, and the picture that stood in its place goes. */
export function endFirstLook(): void {
  const one = page.paraphOpening
  if (one) one.over = true
  document.querySelector('img[data-first-page]')?.remove()
}
