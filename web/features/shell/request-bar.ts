/** Specification file 3, section 9: "other view delay". What is there sooner than this is shown without saying that it loads. */
export const OTHER_VIEW_DELAY_MS = 300

/** Shows that something is loading once it has been for a moment; hides it at the end. */
export function afterAMoment(show: (shown: boolean) => void): (busy: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (busy) => {
    clearTimeout(timer)
    if (busy) timer = setTimeout(() => show(true), OTHER_VIEW_DELAY_MS)
    else show(false)
  }
}
