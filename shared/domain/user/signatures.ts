import { canonicalise, disclosed, type Json, type Private } from '#domain/kernel'
import type { KeptLooks, KeptPicture } from './events.ts'

export type KeptValue = KeptLooks | KeptPicture

/** So many signatures and initials are kept of somebody; the oldest goes for a new one. */
export const MOST_SIGNATURES = 50

export interface KeptSignature {
  readonly signature: string
  readonly kind: 'signature' | 'initial'
  readonly value: Private<KeptValue>
  readonly at: string
}

/** Worth keeping: a text that is empty or only a space is none. */
export const isSomething = (value: KeptValue): boolean => value.method !== 'typed' || value.text.trim() !== ''

export function isSameLooks(kept: Private<KeptValue>, value: KeptValue): boolean {
  const held = disclosed(kept, null)
  return held !== null && canonicalise(held as unknown as Json) === canonicalise(value as unknown as Json)
}
