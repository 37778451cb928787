import { useEffect } from 'react'
import { FIELD_WIDGETS } from '../../fields/index.ts'
import type { Action } from '../actions/action.ts'
import { ACTIONS, actionFor, armingActions, arrow } from '../actions/index.ts'
import { FIELDS_FORMAT } from '../state/clipboard.ts'
import { useEditor } from './context.ts'
import { focusOn } from './lead.ts'

export const ALL_ACTIONS: readonly Action[] = [...Object.values(ACTIONS), ...armingActions(FIELD_WIDGETS)]

const BY_CLIPBOARD: ReadonlySet<string> = new Set([ACTIONS.copy.name, ACTIONS.cut.name, ACTIONS.paste.name])

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/** While somebody types, keys go to the input; a button keeps Enter, Space and the arrows, a field on the page does not. */
function isTaken(event: KeyboardEvent): boolean {
  if (isTyping(event)) return true
  const at = event.target instanceof HTMLElement ? event.target : null
  if (!at) return false
  const plain = ['Enter', ' '].includes(event.key) || event.key.startsWith('Arrow')
  return plain && at.closest('button, a, input') !== null && at.closest('[data-field]') === null
}

/** What goes on without pages: where the form is arranged, or on a narrow screen. */
const OFF_PAGES = [ACTIONS.undo, ACTIONS.redo, ACTIONS.save, ACTIONS.shortcuts] as const

const isTyping = ({ target }: Event) => target instanceof HTMLElement && target.closest(TYPING) !== null

export function useKeys(): void {
  const { editor, screen } = useEditor()
  useEffect(() => {
    /** The text that was typed into since it has the focus: undoing there is the browser's. In a choice there is nothing to undo. */
    let typedInto: EventTarget | null = null
    const typed = ({ target }: Event) => {
      if (!(target instanceof HTMLSelectElement)) typedInto = target
    }
    const left = () => {
      typedInto = null
    }
    /** The focus goes from entry to entry by itself: undoing there takes back the last step. */
    const undoesEntry = ({ target }: Event) =>
      target instanceof HTMLElement && target !== typedInto && target.closest('[data-entry]') !== null
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || editor.ui.requesting) return
      // Also out of a text that is being written: the browser would offer to keep the page as a file.
      const saves = actionFor([ACTIONS.save], event) !== null
      const undoes = actionFor([ACTIONS.undo, ACTIONS.redo], event) !== null && undoesEntry(event)
      if (!saves && !undoes && isTaken(event)) return
      if (!screen.current) {
        const action = OFF_PAGES.find((one) => actionFor([one], event))
        if (!action?.enabled(editor)) return
        event.preventDefault()
        return action.perform(editor)
      }
      if (event.key.startsWith('Arrow') && !event.ctrlKey && !event.metaKey && !event.altKey && arrow(editor, event.key, event.shiftKey)) {
        event.preventDefault()
        return
      }
      const action = actionFor(ALL_ACTIONS, event)
      if (!action?.enabled(editor)) return pressField(event)
      // The browser follows these with an event that brings the system's clipboard.
      if (BY_CLIPBOARD.has(action.name)) return
      event.preventDefault()
      action.perform(editor, screen.current)
      if (action.name === 'drop') focusSelected()
      if (action.name === 'label') focusOn('[data-label-offer] input')
    }
    const pressField = (event: KeyboardEvent) => {
      const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined
      if (!key || !['Enter', ' '].includes(event.key)) return
      event.preventDefault()
      if (event.shiftKey) editor.join(key)
      else editor.select([key])
    }
    const focusSelected = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-field][data-selected]')?.focus())
    const take = (event: ClipboardEvent) => {
      // Copying text that is marked on the page, or being typed, stays copying text.
      if (isElsewhere(event) || String(getSelection()) || !(event.type === 'cut' ? ACTIONS.cut : ACTIONS.copy).enabled(editor)) return
      const text = editor.copy()
      if (text === null) return
      event.preventDefault()
      event.clipboardData?.setData(FIELDS_FORMAT, text)
      if (event.type === 'cut') editor.remove()
    }
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere(event) || !ACTIONS.paste.enabled(editor)) return
      event.preventDefault()
      editor.paste(event.clipboardData?.getData(FIELDS_FORMAT) ?? '')
    }
    const isElsewhere = (event: Event) => event.defaultPrevented || editor.ui.requesting || !screen.current || isTyping(event)
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('keydown', press, { signal })
    document.addEventListener('input', typed, { signal })
    document.addEventListener('focusout', left, { signal })
    document.addEventListener('copy', take, { signal })
    document.addEventListener('cut', take, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => leaving.abort()
  }, [editor, screen])
}
