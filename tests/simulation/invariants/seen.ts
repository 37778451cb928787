import { viewDigest } from '#domain/pack'
import type { Folded, Say } from './folded.ts'

/** What somebody signed is what they would have been shown at that very moment. */
export function checkSeen({ steps }: Folded, say: Say): void {
  for (const { event } of steps) {
    const { fact, meta } = event
    if (fact.type !== 'SignatoryCompleted') continue
    const asked = steps.find((step) => step.event.meta.correlation === meta.correlation && step.event.meta.time === meta.time)!
    const { signatory, view } = fact.data
    if (view !== viewDigest(asked.before, signatory)) say(`signer ${signatory.slice(-4)} signed something else than stood there`)
  }
}
