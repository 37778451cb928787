import type { Environment } from '../environment.ts'
import { isThing, type SampledView, seenIn } from '../sampled-view.ts'
import type { Folded, Say } from './folded.ts'

/** How long a report may be on its way: nobody waits for an answer any longer. What the page tells is rounded to seconds. */
const ON_ITS_WAY_MS = 40_000
const ROUNDED_MS = 1_000

/**
 * The history holds what signers looked at, each thing once a visit and when it was, and nothing that nobody saw. Looks before the page
 * learned that they are recorded, are recorded too.
 */
export function checkVisited(glances: readonly SampledView[], { events }: Folded, { storedAt }: Environment, say: Say): void {
  const used = new Set<SampledView>()
  const known = new Set<string>()
  for (const { id, fact } of events) {
    if (fact.type !== 'VisitObserved') continue
    const { signatory, visit, moments, told } = fact.data
    for (const moment of moments) {
      const seen = seenIn(moment)
      const at = storedAt.get(id)! - 1_000 * moment.ago
      const glance = glances.find(
        (one) =>
          one.by === told?.by &&
          one.signatory === signatory &&
          one.seen === seen &&
          !used.has(one) &&
          one.at <= at + ROUNDED_MS &&
          at <= one.at + ON_ITS_WAY_MS + ROUNDED_MS,
      )
      if (!glance)
        say(`the history says that signer ${signatory.slice(-4)} ${isThing(seen) ? 'saw' : 'was'} ${seen}, at a moment when they were not`)
      else used.add(glance)
      if (isThing(seen) && known.has(`${visit} ${seen}`)) say(`the history says twice of a visit that ${seen} was seen`)
      known.add(`${visit} ${seen}`)
      known.add(`${signatory} ${seen}`)
    }
  }
  for (const of of Map.groupBy(glances, ({ by }) => by).values()) {
    const recordedOf = of.slice(0, 1 + of.findLastIndex(({ recorded }) => recorded))
    for (const { signatory, seen } of recordedOf)
      if (isThing(seen) && !known.has(`${signatory} ${seen}`))
        say(`signer ${signatory.slice(-4)} saw ${seen}, their page was told that it is recorded, and the history does not say so`)
  }
}
