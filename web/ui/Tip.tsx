import { Tooltip, type TooltipProps } from '@mantine/core'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { tipShows } from './tips.ts'

export interface TipProps extends Pick<TooltipProps, 'position' | 'openDelay'> {
  readonly label: string
  /** One element that takes a ref. */
  readonly children: ReactElement<{ title?: string }>
}

/** A word on what the pointer rests on, or what has the focus. */
export function Tip({ label, children, ...looks }: TipProps) {
  const about = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(false)
  // Sent away it stays away, however the pointer trembles, until what it is about is left.
  useEffect(() => {
    const element = about.current
    if (!hidden || !element) return
    const left = () => setHidden(false)
    element.addEventListener('mouseleave', left)
    element.addEventListener('blur', left)
    return () => {
      element.removeEventListener('mouseleave', left)
      element.removeEventListener('blur', left)
    }
  }, [hidden])
  return (
    <Tooltip {...looks} ref={about} disabled={hidden} label={<Words onEscape={() => setHidden(true)}>{label}</Words>}>
      {children}
    </Tooltip>
  )
}

/** They are drawn while the tooltip shows, and only then. */
function Words({ children, onEscape }: { children: string; onEscape: () => void }) {
  useEffect(() => tipShows(onEscape), [onEscape])
  return children
}
