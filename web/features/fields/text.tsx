import { Textarea, TextInput } from '@mantine/core'
import { Type } from 'lucide-react'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Higher fields take several lines, in thousandths of a point. */
const SEVERAL_LINES = 34_000

function TextFieldInput({ field, onChange, onCommit }: FieldInputProps) {
  const draft = useTextDraft(field)
  const props = {
    'aria-label': fieldLabel(field),
    size: 'md',
    value: draft.text,
    classNames: { input: classes.input ?? '' },
    required: field.required,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      draft.set(event.currentTarget.value)
      onChange(event.currentTarget.value || null)
    },
    onBlur: () => {
      onCommit(draft.text || null)
      draft.settle()
    },
  }
  return field.height >= SEVERAL_LINES ? <Textarea autosize minRows={2} maxRows={8} {...props} /> : <TextInput {...props} />
}

export const text: FieldWidget = { icon: Type, letter: 'T', group: 'fill', Input: TextFieldInput }
