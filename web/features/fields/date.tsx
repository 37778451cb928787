import { TextInput } from '@mantine/core'
import { Calendar } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** The browser's own date control: one that every phone, keyboard and screen reader knows. */
function DateFieldInput({ field, onChange, onCommit }: FieldInputProps) {
  const words = useWords('fields')
  const draft = useTextDraft(field)
  if (field.autoDate) return <p className={classes.note}>{words('date_on_signing')}</p>
  return (
    <TextInput
      type="date"
      size="md"
      max="9999-12-31"
      aria-label={fieldLabel(field)}
      required={field.required}
      withAsterisk={false}
      classNames={{ input: classes.input ?? '' }}
      value={draft.text}
      onChange={(event) => {
        draft.set(event.currentTarget.value)
        onChange(event.currentTarget.value || null)
      }}
      onBlur={() => {
        onCommit(draft.text || null)
        draft.settle()
      }}
    />
  )
}

export const date: FieldWidget = { icon: Calendar, letter: 'D', group: 'sign', Input: DateFieldInput }
