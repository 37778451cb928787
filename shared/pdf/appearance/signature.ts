import { isAttachedFile } from '#domain/pack'
import type { TextBox } from '#pdf/text-layout'
import type { Appearance, FieldSize } from './appearance.ts'
import { pictureIn } from './image.ts'
import { PEN } from './paint.ts'
import { inkOf } from './strokes.ts'
import { wholeWords } from './words.ts'

/** Drawn, typed or uploaded: by its own looks, as large as the field allows, in its middle. */
export const signature: Appearance = ({ value, width, height }, metrics) => {
  if (typeof value === 'string' || isAttachedFile(value)) return []
  switch (value.method) {
    case 'drawn':
      return inkOf(value.strokes, value.height, { width, height })
    case 'typed':
      return wholeWords(typedBox(value.text, { width, height }), metrics, PEN)
    case 'uploaded':
      return [pictureIn(value, { width, height })]
  }
}

export function typedBox(text: string, { width, height }: FieldSize): TextBox {
  return { text, width, height, font: 'hand', size: height * 0.8, align: 'centre', vertical: 'middle', single: true }
}

/** A short signature, shown as one. */
export const initial: Appearance = signature
