import { viewDigest } from '#domain/pack'
import { type Ceremony, shownTo } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/**
 * What somebody signed is what they would have been shown at that very moment, and what they were shown; and it says that they did so on a
 * device that was handed to them, and by whom, where they did.
 */
export function checkSeen({ looked, creator }: Ceremony, { steps }: Folded, { storedAt }: Environment, say: Say): void {
  for (const { event } of steps) {
    const { fact } = event
    if (fact.type !== 'SignatoryCompleted') continue
    const asked = steps.find((step) => isOneAppend(step.event, event))!
    const { signatory, view } = fact.data
    const who = `signer ${signatory.slice(-4)}`
    if (view !== viewDigest(asked.before, signatory)) say(`${who} signed something else than stood there`)
    const theirs = looked.filter((look) => look.signatory === signatory && look.at <= storedAt.get(event.id)!)
    if (theirs.at(-1)?.shown !== shownTo(asked.before, signatory)) say(`${who} signed something else than they had looked at`)
    const reverted = steps.findLast((step) => step.event.revision < event.revision && step.event.fact.type === 'RevertedToSetup')
    const since = reverted ? storedAt.get(reverted.event.id)! : 0
    const [first, ...others] = new Set(theirs.flatMap(({ at, inPerson }) => (at >= since ? [inPerson] : [])))
    const said = steps.flatMap((step) => {
      const { type, data } = step.event.fact
      return type === 'SignedInPresence' && data.signatory === signatory && isOneAppend(step.event, event) ? [data.host] : []
    })
    // Who tried now by this link and now by that one may have signed by either.
    if (others.length === 0 && said.join() !== (first ? creator : ''))
      say(`${who} signed ${first ? '' : 'not '}in person, and that is not said`)
  }
}
