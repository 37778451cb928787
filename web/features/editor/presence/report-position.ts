import { subscribeKey } from 'valtio/utils'
import type { Editor } from '../state/editor.ts'

/** Selecting one field after another sends this often; the server accepts twenty messages a second. */
const EVERY_MS = 150
/** A person who has not typed for so long is not typing. */
const IDLE_MS = 3_000
/** A larger selection is not announced. */
const MOST_SELECTED = 20

/** Tells the others what this person has selected and where they type. */
export function reportPosition({ session, ui }: Editor) {
  let typing: string | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let due: ReturnType<typeof setTimeout> | undefined
  let again = false

  function tell() {
    if (due !== undefined) {
      again = true
      return
    }
    session.here({ selection: ui.selection.slice(0, MOST_SELECTED), typing })
    due = setTimeout(() => {
      due = undefined
      if (again) tell()
    }, EVERY_MS)
    again = false
  }
  const stop = subscribeKey(ui, 'selection', tell)
  tell()
  return {
    /** null: no longer. */
    types(field: string | null) {
      clearTimeout(idle)
      if (field !== null) idle = setTimeout(() => this.types(null), IDLE_MS)
      if (field === typing) return
      typing = field
      tell()
    },
    close() {
      stop()
      clearTimeout(idle)
      clearTimeout(due)
    },
  }
}
export type ReportPosition = ReturnType<typeof reportPosition>
