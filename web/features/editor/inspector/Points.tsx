import { NumberInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  readonly label: string
  readonly mark: ReactNode
  /** null: it differs. */
  readonly value: number | null
  readonly placeholder?: string
  readonly least?: number
  readonly disabled: boolean
  /** Answers with what stands afterwards: it may have been put back onto the page, or refused. */
  onCommit(points: number): number | null
}

/** A length in points that is a change once the person leaves it or presses Enter. */
export function Points({ label, mark, value, placeholder, least, disabled, onCommit }: Props) {
  const held = value ?? ''
  const [draft, setDraft] = useState<number | string>(held)
  useEffect(() => setDraft(held), [held])
  const commit = () => {
    const points = Number(draft)
    if (draft === '' || !Number.isFinite(points) || points === held) return setDraft(held)
    setDraft(onCommit(points) ?? '')
  }
  return (
    <NumberInput
      size="sm"
      aria-label={label}
      leftSection={<span aria-hidden="true">{mark}</span>}
      hideControls
      decimalScale={2}
      {...(placeholder ? { placeholder } : {})}
      {...(least === undefined ? {} : { min: least })}
      value={draft}
      disabled={disabled}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
