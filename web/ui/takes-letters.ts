/** Where letters are typed or choose something, and so are no shortcuts: not a box that was ticked or one of several that was chosen. */
const TAKES = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]'

export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES) !== null
}
