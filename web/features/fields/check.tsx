import { SquareCheck } from 'lucide-react'
import { CHECKED, UNCHECKED } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

function CheckFieldInput({ field, onCommit }: FieldInputProps) {
  const label = fieldLabel(field)
  const words = useWords('fields')
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={field.value === CHECKED}
        required={field.required}
        onChange={(event) => onCommit(event.currentTarget.checked ? CHECKED : UNCHECKED)}
      />
      {words('tick', { label })}
    </label>
  )
}

export const check: FieldWidget = { icon: SquareCheck, letter: 'B', group: 'fill', Input: CheckFieldInput }
