import { TextInput } from '@mantine/core'
import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { isPlausibleDay, withWholeYear } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** The browser's own date control: one that every phone, keyboard and screen reader knows. */
function DateFieldInput({ field, onChange, onCommit }: FieldInputProps) {
  const words = useWords('fields')
  const draft = useTextDraft(field)
  const [begun, setBegun] = useState(false)
  if (field.autoDate) return <p className={classes.note}>{words('date_on_signing')}</p>
  const now = today(new Date())
  return (
    <div className={classes.dated}>
      <TextInput
        type="date"
        size="md"
        min="1900-01-01"
        max="2200-12-31"
        aria-label={fieldLabel(field)}
        required={field.required}
        withAsterisk={false}
        classNames={{ input: classes.input ?? '' }}
        value={draft.text}
        data-untouched={(draft.text === '' && !begun) || undefined}
        onKeyDown={() => setBegun(true)}
        onPointerDown={() => setBegun(true)}
        onChange={(event) => {
          const day = event.currentTarget.value
          draft.set(day)
          // While a year is typed, the browser says 0002, 0020, 0202.
          if (day === '' || isPlausibleDay(day)) onChange(day || null)
        }}
        onBlur={() => {
          onCommit(withWholeYear(draft.text, new Date().getFullYear()) || null)
          draft.settle()
          setBegun(false)
        }}
      />
      {draft.text !== now && (
        <button
          type="button"
          className={classes.today}
          onClick={() => {
            draft.set(now)
            onCommit(now)
            draft.settle()
          }}
        >
          {words('today')}
        </button>
      )}
    </div>
  )
}

export const date: FieldWidget = { icon: Calendar, letter: 'D', group: 'sign', Input: DateFieldInput }

/** The day it is where somebody sits, as an ISO date. */
export function today(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
