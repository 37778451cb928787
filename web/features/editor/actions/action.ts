import type { Editor } from '../state/editor.ts'

/** A key with its modifiers. `mod` is Ctrl, or ⌘ on a Mac. */
export interface Chord {
  readonly key: string
  readonly mod?: boolean
  readonly shift?: boolean
}
/** What the screen lends an action: the parts that are not state. */
export interface Screen {
  zoomIn(): void
  zoomOut(): void
  fitWidth(): void
  /** A place on the page that is seen, for a field that is placed by keys. */
  middle(): { readonly page: number; readonly x: number; readonly y: number }
}
/** One command of the editor: toolbar, keys and menus all come here. */
export interface Action {
  /** Names it, and its words in the catalogue. */
  readonly name: string
  readonly keys: readonly Chord[]
  enabled(editor: Editor): boolean
  perform(editor: Editor, screen: Screen): void
}
