import type { PackState } from '#domain/pack'
import { type Aspect, arrangedBy, arrangementOf, type Ceremony, fieldsToChoose, namedInVain } from '../ceremony/index.ts'
import type { House } from '../house.ts'
import { type Act, countsAt } from '../promises.ts'
import type { Folded, Say } from './folded.ts'

/** One aspect of one field, and how it was to stand. */
interface Part {
  readonly field: string
  readonly aspect: Aspect
  readonly value: string
}
/** As somebody arranged it. */
interface Wanted extends Part {
  readonly act: Act
}
/** As it became in the log. */
interface Changed extends Part {
  readonly principal: string
  readonly revision: number
  readonly at: number
}

/** Of fields that several people arrange, each has what they were told is kept until somebody changes that very thing, and nobody changes what they did not touch. */
export function checkArranged(ceremony: Ceremony, acts: readonly Act[], { steps }: Folded, house: House, say: Say): void {
  // What goes with a signer, and comes back with them, is looked at by itself.
  const others = new Set([...namedInVain(ceremony).fields, ...fieldsToChoose(ceremony)])
  const wanted = acts.flatMap(wantedBy).filter(({ field }) => !others.has(field))
  if (wanted.length === 0) return
  const fields = new Set(wanted.map(({ field }) => field))
  const changes = steps.flatMap(({ event, before, after }): Changed[] => {
    // Afterwards fields go with the data of whoever they are for.
    if (before.fields === after.fields || before.status !== 'setup') return []
    const { revision, meta } = event
    const known = { principal: meta.actor.principal, revision, at: house.storedAt.get(event.id)! }
    return [...fields].flatMap((field) => changesOf(field, before, after).map((part) => ({ ...part, ...known })))
  })
  const wantedOf = Map.groupBy(wanted, nameOf)
  const changesOfPart = Map.groupBy(changes, nameOf)

  const principals = new Set(wanted.map(({ act }) => act.principal))
  for (const { principal, at, ...part } of changes) {
    const meant = wantedOf.get(nameOf(part))?.some(({ act, value }) => value === part.value && act.principal === principal && act.at <= at)
    if (principals.has(principal) && !meant) say(`the ${part.aspect} of a field became ${part.value} by somebody who did not do that`)
  }
  for (const [name, of] of wantedOf) {
    checkPart(of, changesOfPart.get(name) ?? [], say)
  }
}

/** Of one aspect of one field. */
function checkPart(wanted: readonly Wanted[], changes: readonly Changed[], say: Say): void {
  const told = wanted.filter(({ act }) => act.savedAt !== null)
  for (const of of Map.groupBy(told, ({ act }) => `${act.principal} ${act.savedAt}`).values()) {
    const last = of.findLast(({ act }) => act.sure)
    if (!last) continue
    const { principal, at, seen } = last.act
    const savedAt = last.act.savedAt!
    const until = changes.filter((one) => one.at <= savedAt)
    const stands = until.at(-1)?.value
    // On another page of theirs they may have gone on, and what may have been lost may have been kept as well.
    const isOwn = wanted.some(
      ({ act, value }) => value === stands && act.principal === principal && countsAt(savedAt, act) && act.at >= at && act.at <= savedAt,
    )
    const overtaken = until.some((one) => one.principal !== principal && one.revision > seen)
    // What was undone before it was sent never came into the log.
    if (stands !== undefined && !isOwn && !overtaken)
      say(`the ${last.aspect} ${last.value} of a field was shown as saved, and it is ${stands}`)
  }
}

const nameOf = ({ field, aspect }: Pick<Part, 'field' | 'aspect'>) => `${field} ${aspect}`

function wantedBy(act: Act): readonly Wanted[] {
  const { command } = act
  if (!('field' in command)) return []
  const arranged = Object.entries(arrangedBy(command)) as [Aspect, string][]
  return arranged.map(([aspect, value]) => ({ field: command.field, aspect, value, act }))
}

function changesOf(field: string, before: PackState, after: PackState): readonly Part[] {
  const [was, is] = [before.fields[field], after.fields[field]]
  if (!was || !is || was === is) return []
  const [from, to] = [arrangementOf(was), arrangementOf(is)]
  const aspects = (Object.keys(to) as Aspect[]).filter((aspect) => from[aspect] !== to[aspect])
  return aspects.map((aspect) => ({ field, aspect, value: to[aspect] }))
}
