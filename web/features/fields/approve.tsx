import { BadgeCheck } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { APPROVED } from '#domain/pack'
import { useWords, wordsOf } from '../../messages/index.ts'
import classes from './fields.module.css'
import type { FieldInputProps, FieldWidget } from './widget.ts'

function ApproveFieldInput({ field, onCommit }: FieldInputProps) {
  const words = useWords('fields')
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={field.value === APPROVED}
        required={field.required}
        onChange={(event) => onCommit(event.currentTarget.checked ? APPROVED : null)}
      />
      {disclosed(field.buttonText ?? '', '') || words('approve_this')}
    </label>
  )
}

export const approve: FieldWidget = {
  icon: BadgeCheck,
  letter: 'A',
  group: 'sign',
  said: () => wordsOf('fields')('approved'),
  Input: ApproveFieldInput,
}
