import { createContext, useContext, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import type { Assignee, PackState } from '#domain/pack'
import { usePack } from '../../../live/index.ts'
import { signerColour } from '../../../ui/index.ts'
import type { Screen } from '../actions/action.ts'
import type { Peer, Peers } from '../presence/peers.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorUi } from '../state/ui.ts'
import type { PlacedBox, Spot } from '../tools/boxes.ts'

/** What the pages lend to tools that start elsewhere. */
export interface CanvasScreen extends Screen {
  /** The place under a point of the window; `onto`: the page to count from where there is none. */
  spotAt(x: number, y: number, onto?: number): Spot | null
  /** Thousandths of a point a pixel. */
  perPixel(): number
  reveal(keys: readonly string[]): void
  showPage(page: number): void
}
export interface EditorContext {
  readonly editor: Editor
  /** Null while no pages are shown. */
  readonly screen: { current: CanvasScreen | null }
  readonly peers: Peers
}
export const EditorContext = createContext<EditorContext | null>(null)

export function useEditor(): EditorContext {
  const context = useContext(EditorContext)
  if (!context) throw new Error('not inside an editor')
  return context
}
export const useUi = (): EditorUi => useSnapshot(useEditor().editor.ui) as EditorUi
export const useView = <T>(select: (view: PackState) => T): T => usePack(useEditor().editor.session, select)

/** Whether fields may be moved. A lock by anybody is known at once. */
export function useMovable(): boolean {
  const { editor } = useEditor()
  return useView(() => editor.movable())
}

/** Whether the form is shown in the place of the pages. */
export function useAsForm(): boolean {
  const { shownAs } = useUi()
  const always = useView((view) => view.settings.alwaysFormView === true)
  return shownAs === null ? always : shownAs === 'form'
}

/** Whether a field is selected, and if so whether it is the only one. */
export function useSelected(key: string): 'no' | 'alone' | 'with others' {
  const { ui } = useEditor().editor
  return useSyncExternalStore(
    (tell) => subscribeKey(ui, 'selection', tell, true),
    () => (!ui.selection.includes(key) ? 'no' : ui.selection.length === 1 ? 'alone' : 'with others'),
  )
}
export function usePreview(key: string): PlacedBox | null {
  const { preview } = useEditor().editor
  return useSyncExternalStore(
    (tell) => preview.subscribe(key, tell),
    () => preview.get(key),
  )
}

export function usePeers(): readonly Peer[] {
  const { peers } = useEditor()
  return useSyncExternalStore(peers.subscribe, peers.all)
}
/** The others who have a field selected or type in it. */
export function usePeersAt(field: string): readonly Peer[] {
  const { peers } = useEditor()
  return useSyncExternalStore(peers.subscribe, () => peers.at(field))
}

/** The CSS colour of an assignee's fields. */
export function colourOf(view: PackState, assignee: Assignee): string {
  if (assignee === null) return 'var(--unassigned)'
  if (assignee === 'self') return 'var(--own)'
  return signerColour(view.signatories.findIndex(({ uuid }) => uuid === assignee))
}
