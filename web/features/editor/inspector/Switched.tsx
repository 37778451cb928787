import { Switch } from '@mantine/core'
import { useId } from 'react'
import classes from './inspector.module.css'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly on: boolean
  readonly disabled?: boolean
  onChange(on: boolean): void
}

/** A line with a switch at its end. */
export function Switched({ label, hint, on, disabled = false, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <div className={classes.switch}>
        <label htmlFor={id}>{label}</label>
        <Switch
          id={id}
          checked={on}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
