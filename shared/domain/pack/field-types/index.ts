import { approve } from './approve.ts'
import { check } from './check.ts'
import { choice } from './choice.ts'
import { date } from './date.ts'
import { decline } from './decline.ts'
import type { FieldType } from './field-type.ts'
import { file } from './file.ts'
import { image } from './image.ts'
import { link } from './link.ts'
import { FIELD_TYPES, type FieldTypeName } from './names.ts'
import { note } from './note.ts'
import { blank, block, highlight } from './plain.ts'
import { question } from './question.ts'
import { initial, signature } from './signature.ts'
import { signerSetup } from './signer-setup.ts'
import { text } from './text.ts'

export { APPROVED } from './approve.ts'
export { CHECKED, UNCHECKED } from './check.ts'
export type { FieldType } from './field-type.ts'
export { FIELD_TYPES, type FieldTypeName, MOST_TEXT } from './names.ts'
export { SET_UP } from './signer-setup.ts'

/** One line a type; the compiler names what is missing. */
export const fieldTypes: { readonly [name in FieldTypeName]: FieldType } = {
  text,
  question,
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
  blank,
  signer_setup: signerSetup,
}

/** Of what somebody sent: undefined where there is no such type. */
export const fieldTypeNamed = (name: string | undefined): FieldTypeName | undefined => FIELD_TYPES.find((each) => each === name)

export function fieldTypeOf(field: { readonly type: FieldTypeName }): FieldType {
  return fieldTypes[field.type]
}
