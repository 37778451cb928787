import { type Aspect, arrangedBy, arrangementOf } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import type { Act } from '../promises.ts'
import type { Folded, Say } from './folded.ts'

/** One aspect of one field, as somebody arranged it. */
interface Wanted {
  readonly act: Act
  readonly field: string
  readonly aspect: Aspect
  readonly value: string
}

/** Of fields that several people arrange, each has what they were told is kept until somebody changes that very thing, and nobody changes what they did not touch. */
export function checkArranged(acts: readonly Act[], { steps }: Folded, house: House, say: Say): void {
  const wanted = acts.flatMap((act): Wanted[] =>
    'field' in act.command
      ? Object.entries(arrangedBy(act.command)).map(([aspect, value]) => ({
          act,
          field: (act.command as { field: string }).field,
          aspect: aspect as Aspect,
          value,
        }))
      : [],
  )
  if (wanted.length === 0) return
  const fields = new Set(wanted.map(({ field }) => field))
  const principals = new Set(wanted.map(({ act }) => act.principal))

  const changes = steps.flatMap(({ event, before, after }) => {
    // Afterwards fields go with the data of whoever they are for.
    if (before.fields === after.fields || before.status !== 'setup') return []
    const { principal } = event.meta.actor
    return [...fields].flatMap((field) => {
      const [was, is] = [before.fields[field], after.fields[field]]
      if (!was || !is || was === is) return []
      const [from, to] = [arrangementOf(was), arrangementOf(is)]
      return (Object.keys(to) as Aspect[])
        .filter((aspect) => from[aspect] !== to[aspect])
        .map((aspect) => ({ field, aspect, value: to[aspect], principal, revision: event.revision, at: house.storedAt.get(event.id)! }))
    })
  })

  for (const { field, aspect, value, principal, at } of changes) {
    const meant = wanted.some(
      (one) => one.field === field && one.aspect === aspect && one.value === value && one.act.principal === principal && one.act.at <= at,
    )
    if (principals.has(principal) && !meant) say(`the ${aspect} of a field became ${value} by somebody who did not do that`)
  }

  const told = wanted.filter(({ act }) => act.savedAt !== null)
  for (const of of Map.groupBy(told, ({ act, field, aspect }) => `${act.principal} ${field} ${aspect} ${act.savedAt}`).values()) {
    const last = of.findLast(({ act }) => act.sure)
    if (!last) continue
    const { act, field, aspect } = last
    const until = changes.filter((one) => one.field === field && one.aspect === aspect && one.at <= act.savedAt!)
    // On another page of theirs they may have gone on, and what may have been lost may have been kept as well.
    const own = wanted.filter(
      (one) =>
        one.field === field &&
        one.aspect === aspect &&
        one.act.principal === act.principal &&
        !one.act.lost &&
        one.act.at >= act.at &&
        one.act.at <= act.savedAt!,
    )
    // A record that takes the field away says nothing else to the server, so that what was done to it just before goes with it.
    const gone = changes.some(
      (one) => one.field === field && one.aspect === 'removed' && one.value === 'true' && one.at >= act.at && one.at <= act.savedAt!,
    )
    if (gone && aspect !== 'removed') continue
    const stands = until.at(-1)?.value
    const overtaken = until.some(({ principal, revision }) => principal !== act.principal && revision > act.seen)
    // What was undone before it was sent never came into the log.
    if (stands !== undefined && !own.some(({ value }) => value === stands) && !overtaken)
      say(`the ${aspect} ${last.value} of a field was shown as saved, and it is ${stands}`)
  }
}
