import type { PackState } from './state.ts'
import type { Audience } from './who.ts'

/** The pack as an audience may see it. */
export function viewFor(state: PackState, audience: Audience): PackState {
  if (audience.of === 'everything') return state
  throw new Error('nothing is known of what this audience sees')
}

export function viewDigest(_state: PackState, signatory: string): string {
  throw new Error(`nothing is known of what ${signatory} sees`)
}
