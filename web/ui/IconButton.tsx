import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithoutRef, Ref } from 'react'
import { Tip } from './Tip.tsx'

export interface IconButtonProps
  extends Omit<ActionIconProps, 'children'>,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'children' | 'aria-label'> {
  readonly icon: LucideIcon
  /** Its accessible name, and the tooltip. A button without words cannot be made without one. */
  readonly name: string
  readonly iconSize?: number
  readonly tooltip?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon: Icon, name, iconSize = 18, tooltip = true, ref, ...rest }: IconButtonProps) {
  const button = (
    <ActionIcon ref={ref ?? null} aria-label={name} {...rest}>
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  )
  return tooltip ? <Tip label={name}>{button}</Tip> : button
}
