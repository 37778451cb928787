import { CircleX } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import classes from './fields.module.css'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Nothing is filled in: it leads to the question for the reason, and a signer who does not decline goes past it. */
function DeclineFieldInput({ field, onDecline }: FieldInputProps) {
  const words = useWords('fields')
  return (
    <button type="button" className={classes.decline} disabled={!onDecline} onClick={() => onDecline?.()}>
      <CircleX size={18} aria-hidden="true" />
      {disclosed(field.buttonText ?? '', '') || words('decline_this')}
    </button>
  )
}

export const decline: FieldWidget = { icon: CircleX, letter: 'X', group: 'sign', holdsNothing: true, Input: DeclineFieldInput }
