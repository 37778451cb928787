import type { Box, FieldTypeName, PackState } from '#domain/pack'
import { createEditor, type Editor } from '../../../web/features/editor/state/editor.ts'
import type { Pointer } from '../../../web/features/editor/tools/gestures.ts'
import { EDITOR_UNDO_DEPTH } from '../../../web/live/limits.ts'
import { id, inSetup } from './pack.ts'
import { playedSession } from './session.ts'

/** An editor without a screen, on a document of three pages with two signers. */
export function testEditor(view?: PackState) {
  const pack = inSetup()
  const messages: string[] = []
  const { session, live } = playedSession(view ?? pack.view, { undoDepth: EDITOR_UNDO_DEPTH })
  const editor = createEditor({
    session,
    newKey: id,
    mayEdit: () => true,
    sender: { email: '', name: 'Mira Castell', workspace: 'Castell' },
    tell: {
      saved: () => void messages.push('saved'),
      notSaved: () => void messages.push('not saved'),
      copied: (count) => void messages.push(`copied ${count}`),
      pasted: (count) => void messages.push(`pasted ${count}`),
      notFields: () => void messages.push('no fields'),
      overlapsSkipped: () => void messages.push('overlaps'),
      keptApart: (fields) => void messages.push(`kept apart ${fields.length}`),
      repeated: () => void messages.push('repeated'),
      pagesMissing: () => void messages.push('pages missing'),
      charactersLeftOut: (characters) => void messages.push(`left out ${characters.join('')}`),
      repositioned: () => void messages.push('repositioned'),
      refused: ({ refused }) => void messages.push(refused),
    },
  })
  return {
    ...pack,
    editor,
    session,
    live,
    messages,
    /** Places a field and answers with its key. */
    place(type: FieldTypeName, x: number, y: number, page = 0): string {
      const { width, height } = editor.sizeOf(type)
      editor.place(type, { page, x: x * 1000, y: y * 1000, width, height })
      return editor.ui.selection[0]!
    },
    box: (key: string) => inPoints(editor.view().fields[key]!),
    shown: (key: string) => inPoints(editor.boxOf(editor.view().fields[key]!)),
    there: () => editor.fieldsHere().map(({ key }) => key),
  }
}
export type TestEditor = ReturnType<typeof testEditor>

function inPoints({ x, y, width, height, page }: Box & { readonly page: number }) {
  return { page, x: x / 1000, y: y / 1000, width: width / 1000, height: height / 1000 }
}

/** A pointer at a place of a page, in points; one pixel a point. */
export function at(x: number, y: number, { page = 0, ...more }: { page?: number } & Partial<Pointer> = {}): Pointer {
  return { x, y: y + page * 900, spot: { page, x: x * 1000, y: y * 1000 }, shift: false, alt: false, free: false, ...more }
}
export const PER_PIXEL = 1000
export type { Editor }
