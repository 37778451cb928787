import type { FixLocation } from '../../request-signatures/index.ts'
import { type InspectorTab, inspect } from '../state/ui.ts'
import type { EditorContext } from './context.ts'

/** Frames that what is led to may take to appear: the sheet goes, a panel turns, a page is laid out. */
const PATIENCE = 90

/** Leads to where something is missing: shows it, and puts the focus there. */
export function lead(context: EditorContext, place: FixLocation): void {
  context.editor.ui.requesting = false
  const there = shown(context, place)
  if (there !== null) focusOn(there)
}

/** What shall have the focus; null where what opens takes it itself. */
function shown({ editor, screen }: EditorContext, place: FixLocation): string | null {
  const { ui } = editor
  // Without pages there is nothing to unfold.
  const turn = (tab: InspectorTab) => {
    if (screen.current) inspect(ui, tab)
    else ui.inspector = tab
  }
  switch (place.kind) {
    case 'field':
      if (screen.current) {
        screen.current.reveal(place.keys)
        return `[data-field="${place.keys[0]}"]`
      }
      // Without pages the field's panel opens.
      editor.select(place.keys.slice(0, 1))
      ui.fieldOpen = true
      return null
    case 'signer': {
      const [signer] = place.keys
      turn('signers')
      if (signer === undefined) return '[data-add="signer"]'
      ui.signer = signer
      return `[data-signer="${signer}"] [data-detail="${place.detail}"]`
    }
    case 'document': {
      const [recipient] = place.keys
      turn('document')
      return recipient === undefined ? '[data-add="copy"]' : `[data-recipient="${recipient}"] input[type="email"]`
    }
    case 'contacts':
      turn('document')
      return '[data-contact-list]'
    case 'custom_field':
      turn('document')
      // Where it is hidden: the way to see it.
      return `[data-custom-field="${place.key}"] [data-value], [data-with-hidden]`
    case 'appendix':
      turn('document')
      return `[data-appendix="${place.key}"] [aria-expanded]`
    case 'name':
      return '#document-name'
    default:
      return place satisfies never
  }
}

/** Once it is there. */
export function focusOn(selector: string, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.closest('details')?.setAttribute('open', '')
    element?.focus()
    if (document.activeElement !== element && frames > 0) focusOn(selector, frames - 1)
    else element?.scrollIntoView({ block: 'nearest' })
  })
}
