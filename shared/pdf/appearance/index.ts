import { type FieldTypeName, fieldTypeOf } from '#domain/pack'
import type { Metrics } from '#pdf/text-layout'
import type { Appearance, FieldLooks } from './appearance.ts'
import { image } from './image.ts'
import { link } from './link.ts'
import { type Paint, rectangle } from './paint.ts'
import { block, highlight } from './shapes.ts'
import { initial, signature } from './signature.ts'
import { choice, date, file, note, signerSetup, text } from './text.ts'
import { approve, check, decline } from './ticked.ts'

export { type Appearance, type FieldLooks, type LookingField, looksOf } from './appearance.ts'
export * from './paint.ts'
export { shownDate, textFits } from './text.ts'
export { typesettingWith } from './typesetting.ts'

const APPEARANCES: Record<FieldTypeName, Appearance> = {
  text,
  question: text,
  date,
  signature,
  initial,
  image,
  file,
  check,
  choice,
  approve,
  decline,
  block,
  highlight,
  link,
  note,
  // Nothing stands there: that is what it is for.
  blank: () => [],
  signer_setup: signerSetup,
}

/** A field's looks: the browser and the stamper paint this same list, so the signed page is the page the signer saw. */
export function appearanceOf(field: FieldLooks, metrics: Metrics): Paint[] {
  const { standing } = fieldTypeOf(field)
  const value = field.value ?? standing
  if (value === null) return []
  const paints = APPEARANCES[field.type]({ ...field, value }, metrics)
  // What stands by itself is made of its colour, and has none below.
  return field.background === undefined || standing !== null ? paints : [ground(field, field.background), ...paints]
}

function ground({ width, height }: FieldLooks, fill: string): Paint {
  return { kind: 'path', d: rectangle(width, height), fill, width: 0 }
}
