import type { RecordedEvent } from '#domain/kernel'
import type { PackFact } from './events/index.ts'
import type { PackState } from './state.ts'
import type { Audience } from './who.ts'

/**
 * What an audience is told of an event. `before` is the whole state before it.
 * null: not told at all, which leaves an empty range of revisions.
 */
export function redact(_before: PackState, event: RecordedEvent<PackFact>, audience: Audience): RecordedEvent<PackFact> | null {
  if (audience.of === 'everything') return event
  throw new Error('nothing is known of what this audience is told')
}

/** Whether after this fact the audience sees what it was not told before, or no more what it was: it needs a fresh view. */
export function viewChangesFor(_fact: PackFact, audience: Audience): boolean {
  return audience.of !== 'everything'
}
