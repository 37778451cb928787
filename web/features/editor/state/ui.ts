import { type Assignee, type FieldTypeName, liveSignatories, type PackState, signatoriesInOrder } from '#domain/pack'
import type { PlacedBox } from '../tools/boxes.ts'
import type { Guide } from '../tools/guide.ts'

export type InspectorTab = 'document' | 'signers' | 'field'

export interface EditorUi {
  /** The child document that is shown. */
  document: string
  /** Its page that is mostly seen. */
  page: number
  selection: readonly string[]
  /** The field that a label is offered for. */
  labelling: string | null
  /** The type that the next click places. */
  tool: FieldTypeName | null
  /** For whom new fields are. */
  assignee: Assignee
  ghost: PlacedBox | null
  guides: readonly Guide[]
  guidesPage: number
  /** Selection frame in pixels of the window. */
  marquee: { x: number; y: number; width: number; height: number } | null
  inspector: InspectorTab
  /** On a screen of middle width: the inspector is unfolded, and the palette is not seen. */
  inspecting: boolean
  /** The signer whose details are unfolded. */
  signer: string | null
  /** On a narrow screen: the selected field's panel is open. */
  fieldOpen: boolean
  /** The signer as whom the document is looked at. */
  previewAs: string | null
  requesting: boolean
  /** Chosen for now: the pages or the form; null: as the document is always used. */
  shownAs: 'pages' | 'form' | null
  /** The conditions stand in the inspector's place. */
  rules: boolean
  shortcuts: boolean
}

/** Turns the inspector to this tab, unfolded where it can be folded away. */
export function inspect(ui: EditorUi, tab: InspectorTab): void {
  ui.inspector = tab
  ui.inspecting = true
}

/** An editor as it opens: on the first page, nothing chosen, fields for the first signer. */
export function freshUi(view: PackState): EditorUi {
  return {
    document: view.documents[0]?.key ?? '',
    page: 0,
    selection: [],
    labelling: null,
    tool: null,
    assignee: liveSignatories(view)[0]?.uuid ?? null,
    ghost: null,
    guides: [],
    guidesPage: 0,
    marquee: null,
    inspector: 'document',
    inspecting: false,
    signer: signatoriesInOrder(view)[0]?.uuid ?? null,
    fieldOpen: false,
    previewAs: null,
    requesting: false,
    shownAs: null,
    rules: false,
    shortcuts: false,
  }
}
