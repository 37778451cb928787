import { type Ceremony, stepsOf } from '../ceremony/index.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/** Who is in one group is asked at once, and no group before the one before it has signed: by the plan, and the events' names. */
export function checkGrouped(ceremony: Ceremony, { events }: Folded, say: Say): void {
  const { plan, signatories } = ceremony
  if (!plan.groups) return
  const steps = stepsOf(ceremony)
  const quiet = signatories[plan.quiet ?? -1]?.uuid
  const free = new Set(signatories.filter(({ optional }) => optional).map(({ uuid }) => uuid))
  const asked = new Set<string>()
  const done = new Set<string>()
  for (const [at, { fact, meta }] of events.entries()) {
    if (fact.type === 'RevertedToSetup') for (const round of [asked, done]) round.clear()
    if (fact.type === 'SignatoryCompleted' || fact.type === 'SignatoryExcluded' || fact.type === 'SignatoryRemoved')
      done.add(fact.data.signatory)
    if (fact.type !== 'SignatureRequestQueued' || (fact.data.because !== 'turn' && fact.data.because !== 'requested')) continue
    const { signatory } = fact.data
    asked.add(signatory)
    const own = steps.findIndex((step) => step.includes(signatory))
    const waiting = steps
      .slice(0, own)
      .flat()
      .filter((uuid) => !done.has(uuid) && !free.has(uuid))
    if (waiting.length > 0) say('somebody was asked before the group before theirs had signed')
    const next = events[at + 1]
    const isWhole = !next || !isOneAppend({ meta }, next) || next.fact.type !== 'SignatureRequestQueued'
    const left = steps[own]?.filter((uuid) => !asked.has(uuid) && !done.has(uuid) && uuid !== quiet) ?? []
    if (isWhole && left.length > 0) say('somebody was asked, and others of their group were not')
  }
}
