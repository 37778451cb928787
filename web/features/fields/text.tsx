import { Textarea, TextInput } from '@mantine/core'
import { Type } from 'lucide-react'
import { useEffect } from 'react'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import { useUnshowable } from './metrics.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Higher fields take several lines, in thousandths of a point. */
const SEVERAL_LINES = 34_000

function TextFieldInput({ field, onChange, onCommit, onUnkept }: FieldInputProps) {
  const draft = useTextDraft(field)
  const unshowable = useUnshowable()
  const error = unshowable(draft.text)
  const unkept = error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it turns, whoever listens
  useEffect(() => onUnkept?.(unkept), [unkept])
  const props = {
    'aria-label': fieldLabel(field),
    size: 'md',
    // Each text in its own direction: Arabic and Hebrew from the right.
    attributes: { input: { dir: 'auto' } },
    value: draft.text,
    error,
    classNames: { input: classes.input ?? '' },
    required: field.required,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      draft.set(value)
      if (unshowable(value) === null) onChange(value || null)
    },
    onBlur: () => {
      if (unkept) return
      onCommit(draft.text || null)
      draft.settle()
    },
  }
  return field.height >= SEVERAL_LINES ? <Textarea autosize minRows={2} maxRows={8} {...props} /> : <TextInput {...props} />
}

export const text: FieldWidget = { icon: Type, letter: 'T', group: 'fill', Input: TextFieldInput }
