import { FIELD_TYPES, type FieldTypeName, fieldTypeOf } from '#domain/pack'
import type { Editor } from '../state/editor.ts'
import { GHOST_STEP, GHOST_STEP_FAR, NUDGE, NUDGE_FAR } from '../state/limits.ts'
import { hovering } from '../tools/place.ts'
import type { Action, Chord } from './action.ts'

const always = () => true
const some = (editor: Editor) => editor.movable() && editor.ui.selection.length > 0

export const ACTIONS = {
  undo: {
    name: 'undo',
    keys: [{ key: 'z', mod: true }],
    enabled: (e) => e.editable() && e.session.store.canUndo,
    perform: (e) => e.undo(),
  },
  redo: {
    name: 'redo',
    keys: [
      { key: 'z', mod: true, shift: true },
      { key: 'y', mod: true },
    ],
    enabled: (e) => e.editable() && e.session.store.canRedo,
    perform: (e) => e.redo(),
  },
  remove: { name: 'remove', keys: [{ key: 'Delete' }, { key: 'Backspace' }], enabled: some, perform: (e) => e.remove() },
  duplicate: { name: 'duplicate', keys: [{ key: 'd', mod: true }], enabled: some, perform: (e) => e.duplicate() },
  copy: { name: 'copy', keys: [{ key: 'c', mod: true }], enabled: (e) => e.ui.selection.length > 0, perform: (e) => void e.copy() },
  cut: {
    name: 'cut',
    keys: [{ key: 'x', mod: true }],
    enabled: some,
    perform: (e) => {
      e.copy()
      e.remove()
    },
  },
  paste: { name: 'paste', keys: [{ key: 'v', mod: true }], enabled: (e) => e.movable(), perform: (e) => e.paste() },
  selectAll: { name: 'selectAll', keys: [{ key: 'a', mod: true }], enabled: always, perform: (e) => e.selectAll() },
  save: { name: 'save', keys: [{ key: 's', mod: true }], enabled: always, perform: (e) => e.saveNow() },
  label: {
    name: 'label',
    keys: [{ key: 'F2' }],
    enabled: (e) => e.movable() && e.selected().length === 1 && e.selected().every((field) => fieldTypeOf(field).assignable),
    perform: (e) => e.offerLabel(),
  },
  escape: { name: 'escape', keys: [{ key: 'Escape' }], enabled: always, perform: (e) => e.escape() },
  zoomIn: {
    name: 'zoomIn',
    keys: [
      { key: '+', mod: true },
      { key: '=', mod: true },
    ],
    enabled: always,
    perform: (_, screen) => screen.zoomIn(),
  },
  zoomOut: { name: 'zoomOut', keys: [{ key: '-', mod: true }], enabled: always, perform: (_, screen) => screen.zoomOut() },
  fitWidth: { name: 'fitWidth', keys: [{ key: '0', mod: true }], enabled: always, perform: (_, screen) => screen.fitWidth() },
  shortcuts: {
    name: 'shortcuts',
    keys: [{ key: '?' }],
    enabled: always,
    perform: (e) => {
      e.ui.shortcuts = true
    },
  },
  drop: {
    name: 'drop',
    keys: [{ key: 'Enter' }],
    enabled: (e) => e.movable() && e.ui.tool !== null && e.ui.ghost !== null,
    perform: (e) => {
      const { tool, ghost } = e.ui
      if (tool && ghost) e.place(tool, ghost)
    },
  },
} as const satisfies Record<string, Action>
export type ActionName = keyof typeof ACTIONS

/** A letter takes up a type of field; its ghost waits in the middle of the page that is seen. */
export function armingActions(letters: Readonly<Record<FieldTypeName, { readonly letter: string }>>): readonly Action[] {
  return FIELD_TYPES.map((type) => ({
    name: `place_${type}`,
    keys: [{ key: letters[type].letter.toLowerCase() }],
    enabled: (e) => e.movable(),
    perform: (e, screen) => {
      e.arm(type)
      e.armAt(screen)
    },
  }))
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrows move the ghost that is about to be placed, else the selected fields. True: the key was used. */
export function arrow(editor: Editor, key: string, far: boolean): boolean {
  const way = ARROWS[key]
  if (!way || !editor.movable()) return false
  const [dx, dy] = way
  const { tool, ghost } = editor.ui
  if (tool && ghost) {
    const step = far ? GHOST_STEP_FAR : GHOST_STEP
    const pages = editor.documentHere()?.pages ?? []
    const at = { page: ghost.page, x: ghost.x + ghost.width / 2 + dx * step, y: ghost.y + ghost.height / 2 + dy * step }
    editor.ui.ghost = hovering({ pages, others: [], size: ghost, reach: 0 }, at, { free: true })?.box ?? ghost
    return true
  }
  if (editor.ui.selection.length === 0) return false
  const step = far ? NUDGE_FAR : NUDGE
  editor.nudge(dx * step, dy * step)
  return true
}

export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The action that a key stands for. */
export function actionFor(actions: readonly Action[], event: Pressed): Action | null {
  if (event.altKey) return null
  const mod = event.ctrlKey || event.metaKey
  const fits = ({ key, mod: m = false, shift = false }: Chord) => {
    // Signs such as ? and + need shift on some keyboards and not on others.
    const letter = /^[a-z]$/i.test(key)
    return key.toLowerCase() === event.key.toLowerCase() && m === mod && (!letter || shift === event.shiftKey)
  }
  return actions.find(({ keys }) => keys.some(fits)) ?? null
}
