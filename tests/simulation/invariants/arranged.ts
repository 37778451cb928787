import type { PackState } from '#domain/pack'
import {
  type Aspect,
  arrangedBy,
  arrangementOf,
  type Ceremony,
  fieldsToChoose,
  namedAndRemoved,
  type Setting,
  settingsOf,
  settledBy,
} from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { type Act, countsAt } from '../promises.ts'
import type { Folded, Say } from './folded.ts'

/** One aspect of one field, or of the document as a whole, and how it was to stand. */
interface Part {
  readonly of: string
  readonly aspect: Aspect | Setting
  readonly value: string
}
const THE_DOCUMENT = 'the document'
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

/** Of fields that several people arrange, and of what they settle of the document, each keeps the state that was reported as saved until somebody changes that very thing, and nobody changes what they did not touch. */
export function checkArranged(ceremony: Ceremony, acts: readonly Act[], { steps, events }: Folded, house: Environment, say: Say): void {
  // What goes with a signer, and comes back with them, is looked at by itself.
  const others = new Set([...namedAndRemoved(ceremony).fields, ...fieldsToChoose(ceremony)])
  const wanted = acts.flatMap(wantedBy).filter(({ of }) => !others.has(of))
  if (wanted.length === 0) return
  checkLocked(events, say)
  const things = new Set(wanted.map(({ of }) => of))
  const changes = steps.flatMap(({ event, before, after }): Changed[] => {
    // Afterwards they go with the data of their assignee.
    if (before.status !== 'setup') return []
    const { revision, meta } = event
    const known = { principal: meta.actor.principal, revision, at: house.storedAt.get(event.id)! }
    return [...things].flatMap((of) => changesOf(of, before, after).map((part) => ({ ...part, ...known })))
  })
  const wantedOf = Map.groupBy(wanted, nameOf)
  const changesOfPart = Map.groupBy(changes, nameOf)

  const principals = new Set(wanted.map(({ act }) => act.principal))
  // As it was made it was nobody's yet.
  const began = Math.min(...wanted.map(({ act }) => act.at))
  for (const { principal, at, ...part } of changes) {
    const meant = wantedOf.get(nameOf(part))?.some(({ act, value }) => value === part.value && act.principal === principal && act.at <= at)
    if (at >= began && principals.has(principal) && !meant)
      say(`the ${part.aspect} of ${thing(part)} became ${part.value} by somebody who did not do that`)
  }
  for (const [name, of] of wantedOf) checkPart(of, changesOfPart.get(name) ?? [], say)
}

/** Nothing is moved while the fields are locked, by anybody. */
function checkLocked(events: Folded['events'], say: Say): void {
  let isLocked = false
  for (const { fact } of events) {
    const { type } = fact
    if (type === 'FieldsLocked' || type === 'FieldsUnlocked') isLocked = type === 'FieldsLocked'
    if (isLocked && PUT.has(type)) say(`${type} while the fields were locked`)
  }
}
const PUT: ReadonlySet<string> = new Set(['FieldPlaced', 'FieldMoved', 'FieldResized'])

/** Of one aspect of one field. */
function checkPart(wanted: readonly Wanted[], changes: readonly Changed[], say: Say): void {
  const saved = wanted.filter(({ act }) => act.savedAt !== null)
  for (const of of Map.groupBy(saved, ({ act }) => `${act.principal} ${act.savedAt}`).values()) {
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
    // A change undone before it was sent never came into the log.
    if (stands !== undefined && !isOwn && !overtaken)
      say(`the ${last.aspect} ${last.value} of ${thing(last)} was shown as saved, and it is ${stands}`)
  }
}

const nameOf = ({ of, aspect }: Part) => `${of} ${aspect}`
const thing = ({ of }: Part) => (of === THE_DOCUMENT ? of : 'a field')

function wantedBy(act: Act): readonly Wanted[] {
  const { command } = act
  const [of, wanted] = 'field' in command ? [command.field, arrangedBy(command)] : [THE_DOCUMENT, settledBy(command)]
  const parts = Object.entries(wanted) as [Part['aspect'], string][]
  return parts.map(([aspect, value]) => ({ of, aspect, value, act }))
}

function changesOf(of: string, before: PackState, after: PackState): readonly Part[] {
  if (of === THE_DOCUMENT) {
    const isSame = (['settings', 'name', 'documents', 'signatories'] as const).every((part) => before[part] === after[part])
    return isSame ? [] : differing(of, settingsOf(before), settingsOf(after))
  }
  const [was, is] = [before.fields[of], after.fields[of]]
  return was && is && was !== is ? differing(of, arrangementOf(was), arrangementOf(is)) : []
}

function differing<A extends Part['aspect']>(
  of: string,
  from: Readonly<Record<A, string>>,
  to: Readonly<Record<A, string>>,
): readonly Part[] {
  const aspects = (Object.keys(to) as A[]).filter((aspect) => from[aspect] !== to[aspect])
  return aspects.map((aspect) => ({ of, aspect, value: to[aspect] }))
}
