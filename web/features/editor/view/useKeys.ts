import { useEffect } from 'react'
import { FIELD_WIDGETS } from '../../fields/index.ts'
import type { Action } from '../actions/action.ts'
import { ACTIONS, actionFor, armingActions, arrow } from '../actions/index.ts'
import { useEditor } from './context.ts'

export const ALL_ACTIONS: readonly Action[] = [...Object.values(ACTIONS), ...armingActions(FIELD_WIDGETS)]

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/** Keys belong to whoever types; a button keeps Enter, Space and the arrows, a field on the page does not. */
function isTaken(event: KeyboardEvent): boolean {
  const at = event.target instanceof HTMLElement ? event.target : null
  if (!at) return false
  if (at.closest(TYPING)) return true
  const plain = ['Enter', ' '].includes(event.key) || event.key.startsWith('Arrow')
  return plain && at.closest('button, a, input') !== null && at.closest('[data-field]') === null
}

export function useKeys(): void {
  const { editor, screen } = useEditor()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || editor.ui.requesting || !screen.current) return
      // Also out of a text that is being written: the browser would offer to keep the page as a file.
      const saves = actionFor([ACTIONS.save], event) !== null
      if (!saves && isTaken(event)) return
      if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey && !event.altKey && arrow(editor, event.key, event.shiftKey)) {
        event.preventDefault()
        return
      }
      const action = actionFor(ALL_ACTIONS, event)
      if (!action?.enabled(editor)) return pressField(event)
      // Copying text that is marked on the page stays copying text.
      if (action.name === 'copy' && String(getSelection())) return
      event.preventDefault()
      action.perform(editor, screen.current)
      if (action.name === 'drop') focusSelected()
    }
    const pressField = (event: KeyboardEvent) => {
      const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined
      if (!key || !['Enter', ' '].includes(event.key)) return
      event.preventDefault()
      if (event.shiftKey) editor.join(key)
      else editor.select([key])
    }
    const focusSelected = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-field][data-selected]')?.focus())
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [editor, screen])
}
