import type { CSSProperties } from 'react'
import type { Peer } from './peers.ts'

/** A member's tone: dark and grave, never one of the signers' hues. */
export const toneOf = ({ tone }: Pick<Peer, 'tone'>): CSSProperties => ({ '--peer': `var(--peer-${tone + 1})` }) as CSSProperties
