import { NativeSelect } from '@mantine/core'
import { List } from 'lucide-react'
import { useId } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** So many options are all shown at once. */
const SHOWN_AT_ONCE = 6

function ChoiceFieldInput({ field, onCommit }: FieldInputProps) {
  const words = useWords('fields')
  const name = useId()
  const options = disclosed(field.options, [])
  const chosen = typeof field.value === 'string' ? field.value : ''
  if (options.length === 0) return <p className={classes.note}>{words('no_options')}</p>
  if (options.length > SHOWN_AT_ONCE) {
    return (
      <NativeSelect
        size="md"
        aria-label={fieldLabel(field)}
        classNames={{ input: classes.input ?? '' }}
        value={chosen}
        data={[{ value: '', label: words('choose') }, ...options.map((option) => ({ value: option, label: option }))]}
        onChange={(event) => onCommit(event.currentTarget.value || null)}
      />
    )
  }
  return (
    <fieldset className={classes.options}>
      <legend className="visually-hidden">{fieldLabel(field)}</legend>
      {options.map((option) => (
        <label key={option} className={classes.tick}>
          <input type="radio" name={name} checked={chosen === option} onChange={() => onCommit(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

export const choice: FieldWidget = { icon: List, letter: 'C', group: 'fill', Input: ChoiceFieldInput }
