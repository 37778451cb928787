import type { LucideIcon } from 'lucide-react'
import type { FieldTypeName } from '#domain/pack'
import { approve } from './approve.tsx'
import { check } from './check.tsx'
import { choice } from './choice.tsx'
import { date } from './date.tsx'
import { decline } from './decline.tsx'
import { file } from './file.tsx'
import { highlight } from './highlight.tsx'
import { image } from './image.tsx'
import { link } from './link.tsx'
import { blank, block, note } from './plain.tsx'
import { question } from './question.tsx'
import { initial, signature } from './signature.tsx'
import { signerSetup } from './signer-setup.tsx'
import { text } from './text.tsx'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** One line a type; the compiler names what is missing. In the order of the palette. */
export const FIELD_WIDGETS: Readonly<Record<FieldTypeName, FieldWidget>> = {
  signature,
  initial,
  date,
  approve,
  decline,
  signer_setup: signerSetup,
  text,
  question,
  check,
  choice,
  image,
  file,
  block,
  highlight,
  link,
  note,
  blank,
}

export const fieldIcon = (type: FieldTypeName): LucideIcon => FIELD_WIDGETS[type].icon

export function FieldInput(props: FieldInputProps) {
  const { Input } = FIELD_WIDGETS[props.field.type]
  return <Input {...props} />
}
