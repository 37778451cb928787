import type { EventMeta, RecordedEvent } from '#domain/kernel'
import type { PackFact } from './events/index.ts'
import { redactField } from './redact/fields.ts'
import { redactForSignatory } from './redact/signatory.ts'
import { signatoryOf } from './signatories.ts'
import type { PackState } from './state.ts'
import { isShownToSignatories, principalSeen } from './view.ts'
import type { Audience } from './who.ts'

/**
 * What an audience sees of an event. `before` is the whole state before it.
 * null: nothing, which leaves an empty range of revisions.
 * Folding the events of an audience gives the same as its view of the fold, up to where `viewChangesFor` asks for a
 * fresh view.
 */
export function redact(before: PackState, event: RecordedEvent<PackFact>, audience: Audience): RecordedEvent<PackFact> | null {
  switch (audience.of) {
    case 'everything':
      return event
    case 'team':
      return { ...event, fact: redactField(before, event.fact, audience), meta: metaForTeam(event.meta) }
    case 'signatory': {
      const fact = isShownToSignatories(before) ? redactForSignatory(before, event.fact, audience) : null
      return fact && { ...event, fact, meta: metaForSignatory(event.meta) }
    }
    default:
      return audience satisfies never
  }
}

/**
 * Whether this fact changes what the audience may see of facts before it. Events alone cannot tell them that: after
 * it they need a fresh view, and what they hold of an older one is to be thrown away. `before` is the whole state before it.
 */
export function viewChangesFor(before: PackState, fact: PackFact, audience: Audience): boolean {
  if (audience.of === 'everything') return false
  switch (fact.type) {
    // What they filled in is no longer theirs alone; and again theirs alone, once the round was called back.
    case 'SignatoryCompleted':
    case 'RevertedToSetup':
    // Their earlier state is to be thrown away.
    case 'PersonErased':
      return true
    // It is on their pages no more.
    case 'DocumentRejected':
    // Whose addresses they know.
    case 'ContactInfoObfuscationChanged':
    case 'SignaturesRequested':
    case 'PackTrashed':
    case 'PackRestored':
      return audience.of === 'signatory'
    // No signatory sees visits, but the end of their own ends a postponement.
    case 'PackVisited': {
      const { signatory } = fact.data
      return audience.of === 'signatory' && audience.signatory === signatory && signatoryOf(before, signatory)?.postponed === true
    }
    default:
      return false
  }
}

// Where somebody sat and by which session is the audit trail's business, not a live view's.
function metaForTeam({ time, actor, correlation, causation }: EventMeta): EventMeta {
  const { session: _, proof: __, ...known } = actor
  return { time, actor: known, correlation, causation }
}

function metaForSignatory({ time, actor }: EventMeta): EventMeta {
  return { time, actor: { principal: principalSeen(actor.principal), capacity: actor.capacity }, correlation: '', causation: '' }
}
