import { viewDigest } from '#domain/pack'
import { type Ceremony, shownTo } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/** What somebody signed is what they would have been shown at that very moment, and what they were shown. */
export function checkSeen({ looked }: Ceremony, { steps }: Folded, { storedAt }: House, say: Say): void {
  for (const { event } of steps) {
    const { fact } = event
    if (fact.type !== 'SignatoryCompleted') continue
    const asked = steps.find((step) => isOneAppend(step.event, event))!
    const { signatory, view } = fact.data
    const who = `signer ${signatory.slice(-4)}`
    if (view !== viewDigest(asked.before, signatory)) say(`${who} signed something else than stood there`)
    const seen = looked.findLast((look) => look.signatory === signatory && look.at <= storedAt.get(event.id)!)
    if (seen?.shown !== shownTo(asked.before, signatory)) say(`${who} signed something else than they had looked at`)
  }
}
