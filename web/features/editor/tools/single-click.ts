import type { Editor } from '../state/editor.ts'
import { SINGLE_CLICK_MS } from '../state/limits.ts'

let waiting: ReturnType<typeof setTimeout> | undefined

/** A press between the fields that went nowhere: a click, if no other press follows soon. It selects the remembered field. */
export function clicked(editor: Editor, kept: readonly string[]): void {
  clearTimeout(waiting)
  const before = editor.ui.selection
  waiting = setTimeout(() => {
    // Selected again meanwhile, by a key: that stands.
    if (editor.ui.selection === before) editor.select([...kept])
  }, SINGLE_CLICK_MS)
}

/** Another press began: what came before it was no single click. */
export function pressedAgain(): void {
  clearTimeout(waiting)
}
