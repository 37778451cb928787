import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

export interface TipProps {
  readonly label: string
  /** One element that takes a ref. */
  readonly children: ReactElement<{ title?: string }>
}

/** A word on what the pointer rests on. */
export function Tip({ label, children }: TipProps) {
  return <Tooltip label={label}>{children}</Tooltip>
}
