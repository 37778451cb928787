import { type FieldTypeName, overlaps } from '#domain/pack'
import type { PlacedBox } from '../tools/boxes.ts'
import type { Editor } from './editor.ts'

const STEP = 12_000
const MARGIN = 36_000

/** The first free place from the top of the page that is looked at; the next pages after it. */
export function roomOn(editor: Editor, type: FieldTypeName): PlacedBox | null {
  const pages = editor.documentHere()?.pages ?? []
  const { width, height } = editor.sizeOf(type)
  const fields = editor.fieldsHere()
  for (let page = editor.ui.page; page < pages.length; page++) {
    const size = pages[page]!
    const taken = fields.filter((field) => field.page === page)
    for (let y = MARGIN; y + height <= size.height - MARGIN; y += STEP) {
      for (let x = MARGIN; x + width <= size.width - MARGIN; x += STEP) {
        const box = { page, x, y, width, height }
        if (!taken.some((field) => overlaps(field, box))) return box
      }
    }
  }
  return null
}
