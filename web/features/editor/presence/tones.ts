import type { Peer } from './peers.ts'

/** A member's tone: dark and grave, never one of the signers' hues. */
export const toneOf = ({ tone }: Pick<Peer, 'tone'>): string => `var(--peer-${tone + 1})`
