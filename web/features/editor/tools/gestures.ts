import type { FieldTypeName } from '#domain/pack'
import type { Editor } from '../state/editor.ts'
import { CLICK_PX, PULL_PX, SNAP_PX } from '../state/limits.ts'
import type { PlacedBox, Spot } from './boxes.ts'
import { caught, frame } from './marquee.ts'
import { type MoveStart, moved } from './move.ts'
import { hovering, landing, type PlaceStart } from './place.ts'
import { type Handle, type ResizeStart, resized } from './resize.ts'
import { clicked } from './single-click.ts'

/** Where the pointer is: in the window, and on a page. */
export interface Pointer {
  readonly x: number
  readonly y: number
  readonly spot: Spot | null
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl or ⌘: nothing snaps. */
  readonly free: boolean
}
/** What a press began. It computes from a snapshot, shows what would be, and changes the document once, at its end. */
export interface Gesture {
  move(pointer: Pointer): void
  end(pointer: Pointer): void
  cancel(): void
}

const far = (from: Pointer, to: Pointer, pixels: number) => Math.hypot(to.x - from.x, to.y - from.y) >= pixels

function others(editor: Editor, but: readonly string[]): readonly PlacedBox[] {
  return editor
    .fieldsHere()
    .filter(({ key }) => !but.includes(key))
    .map(editor.boxOf)
}
function quiet(editor: Editor): void {
  editor.preview.set({})
  editor.ui.guides = []
}

export function placeStart(editor: Editor, type: FieldTypeName, perPixel: number): PlaceStart {
  return { pages: editor.documentHere()?.pages ?? [], others: others(editor, []), size: editor.sizeOf(type), reach: SNAP_PX * perPixel }
}

/** Shows where the armed field would land. */
export function hover(editor: Editor, type: FieldTypeName, pointer: Pointer, perPixel: number): void {
  const would = pointer.spot ? hovering(placeStart(editor, type, perPixel), pointer.spot, pointer) : null
  editor.ui.ghost = would?.box ?? null
  editor.ui.guides = would?.guides ?? []
  editor.ui.guidesPage = would?.box.page ?? 0
}

/** A click places a field of the usual size, a drag draws it. */
export function placing(editor: Editor, type: FieldTypeName, from: Pointer, perPixel: number): Gesture | null {
  const spot = from.spot
  if (!spot) return null
  const start = placeStart(editor, type, perPixel)
  const land = (to: Pointer) => {
    // A click lands where the ghost stood, snapped as it was.
    if (!far(from, to, CLICK_PX) || !to.spot) return hovering(start, spot, from)?.box ?? null
    return landing(start, spot, to.spot, 0)
  }
  return {
    move(to) {
      editor.ui.ghost = land(to)
      editor.ui.guides = []
    },
    end(to) {
      const box = land(to)
      editor.ui.ghost = null
      if (box) editor.place(type, box)
    },
    cancel() {
      editor.ui.ghost = null
    },
  }
}

/** Moves the selected fields, or with Alt leaves copies where they are dropped. */
export function moving(editor: Editor, pressed: string, from: Pointer, perPixel: number): Gesture | null {
  const spot = from.spot
  const pages = editor.documentHere()?.pages
  if (!spot || !pages) return null
  editor.commitNudge()
  const fields = editor.selected().filter(({ document }) => document === editor.ui.document)
  if (!fields.some(({ key }) => key === pressed)) return null
  const keys = fields.map(({ key }) => key)
  const start: MoveStart = { boxes: editor.boxesOf(fields), from: spot, pages, others: others(editor, keys), reach: SNAP_PX * perPixel }
  let pulled = false
  let boxes: Readonly<Record<string, PlacedBox>> = start.boxes
  return {
    move(to) {
      pulled ||= far(from, to, PULL_PX)
      if (!pulled || !to.spot) return
      const next = moved(start, to.spot, to)
      boxes = next.boxes
      editor.preview.set(boxes)
      editor.ui.guides = next.guides
      editor.ui.guidesPage = next.page
    },
    end(to) {
      editor.ui.guides = []
      if (!pulled) return
      if (to.alt) editor.copyTo(boxes)
      else editor.commitBoxes(boxes)
    },
    cancel: () => quiet(editor),
  }
}

export function resizing(editor: Editor, key: string, handle: Handle, from: Pointer, perPixel: number): Gesture | null {
  const field = editor.view().fields[key]
  const page = field && editor.documentHere()?.pages[field.page]
  if (!field || !page || !from.spot) return null
  editor.commitNudge()
  const start: ResizeStart = {
    box: editor.boxOf(field),
    handle,
    from: from.spot,
    page,
    others: others(editor, [key]),
    reach: SNAP_PX * perPixel,
  }
  let box = start.box
  return {
    move(to) {
      if (!to.spot) return
      const next = resized(start, to.spot, { ratio: to.shift, free: to.free })
      box = next.box
      editor.preview.set({ [key]: box })
      editor.ui.guides = next.guides
      editor.ui.guidesPage = box.page
    },
    end() {
      editor.ui.guides = []
      editor.commitBoxes({ [key]: box })
    },
    cancel: () => quiet(editor),
  }
}

/** A frame around the fields to select; with shift they join those selected. `boxes`: fields in pixels of the window. */
export function framing(
  editor: Editor,
  from: Pointer,
  boxes: () => readonly { readonly key: string; readonly x: number; readonly y: number; readonly width: number; readonly height: number }[],
): Gesture {
  const before = from.shift ? editor.ui.selection : []
  return {
    move(to) {
      editor.ui.marquee = frame(from, to)
    },
    end(to) {
      editor.ui.marquee = null
      const box = frame(from, to)
      if (!box) return clicked(editor, before)
      editor.select([...new Set([...before, ...caught(box, boxes())])])
    },
    cancel() {
      editor.ui.marquee = null
    },
  }
}
