import { cloneElement } from 'react'
import type { TipProps } from '../ui/Tip.tsx'

/** The signer's page in place of `ui/Tip.tsx`: what places a floating box is many times this page's own size, and a phone has no pointer that rests. */
export function Tip({ label, children }: TipProps) {
  return cloneElement(children, { title: label })
}
