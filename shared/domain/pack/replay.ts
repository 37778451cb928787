import { isWithheld, type RecordedEvent, WITHHELD } from '#domain/kernel'
import type { PackFact } from './events/index.ts'
import { evolve } from './evolve.ts'
import { fact as made } from './fact.ts'
import { heldIn, withheldIn } from './fields.ts'
import { fillingIn } from './fillings.ts'
import { initial } from './initial.ts'
import { isTeamMember } from './policy.ts'
import { redact, viewChangesFor } from './redact.ts'
import { signatoryOf } from './signatories.ts'
import type { Assignee, Field, PackState } from './state.ts'
import { viewFor } from './view.ts'
import { type Audience, isOfTeam, type Who } from './who.ts'

/**
 * May this one replay the pack as that audience saw it? The team may, as itself and as any signatory, once the pack has left
 * setup; a signatory as themselves.
 */
export function mayReplay(now: PackState, who: Who, audience: Audience): boolean {
  if (!now.exists || audience.of === 'everything') return false
  if (isOfTeam(who)) {
    return (
      isTeamMember(now, who) && now.status !== 'setup' && (audience.of === 'team' || signatoryOf(now, audience.signatory) !== undefined)
    )
  }
  return who.as === 'signatory' && audience.of === 'signatory' && audience.signatory === who.signatory
}

export interface ReplayStep {
  readonly revision: number
  /** null: the audience did not see it. */
  readonly told: { readonly fact: PackFact; readonly principal: string; readonly time: string } | null
  /** What the event revealed or hid in addition to its own data: laid over the fold. */
  readonly change: ViewChange | null
}

/** What differs between two views: fields one by one (null: gone), all else whole. `absent`: what the later one has not got. */
export interface ViewChange {
  readonly fields: { readonly [field: string]: Field | null }
  readonly rest: Partial<PackState>
  readonly absent?: readonly string[]
}

/**
 * An audience's view just after an event. A member of the team never sees the draft of a signatory who has not finished up to
 * now: viewing the page as that person does not change whose draft it is.
 */
export function replayedView(then: PackState, now: PackState, audience: Audience, who: Who): PackState {
  const view = viewFor(then, audience)
  const hidden = Object.values(view.fields).filter((field) => {
    const { value, filledBy } = heldIn(field)
    return value !== null && isDraftOfOthers(now, filledBy, who)
  })
  if (hidden.length === 0) return view
  return { ...view, fields: { ...view.fields, ...Object.fromEntries(hidden.map((field) => [field.key, withheldIn(field)])) } }
}

/** The steps of a stretch of events, to be folded with `replayed`. `before` is the whole state before the first of them. */
export function* replaySteps(
  before: PackState,
  events: Iterable<RecordedEvent<PackFact>>,
  now: PackState,
  audience: Audience,
  who: Who,
): Generator<ReplayStep> {
  let state = before
  let seen = before.exists ? replayedView(before, now, audience, who) : initial
  for (const event of events) {
    const { revision, fact } = event
    const shown = seenInReplay(state, event, now, audience, who)
    const after = evolve(state, fact, { time: event.meta.time, revision, principal: event.meta.actor.principal })
    const step = { revision, told: shown && { fact: shown.fact, principal: shown.meta.actor.principal, time: shown.meta.time } }
    const folded = replayed(seen, { ...step, change: null })
    // An audience that does not see how a pack was made still sees that there is one.
    const change =
      !state.exists || viewChangesFor(state, fact, audience) ? differenceOf(folded, replayedView(after, now, audience, who)) : null
    seen = change ? changed(folded, change) : folded
    state = after
    yield { ...step, change }
  }
}

/** The view after a step: the same function on the server and in the browser. */
export function replayed(view: PackState, { revision, told, change }: ReplayStep): PackState {
  const folded = told ? evolve(view, told.fact, { time: told.time, revision, principal: told.principal }) : view
  return change ? changed(folded, change) : folded
}

function seenInReplay(before: PackState, event: RecordedEvent<PackFact>, now: PackState, audience: Audience, who: Who) {
  const shown = redact(before, event, audience)
  if (!shown) return shown
  const { fact } = shown
  const filling = fillingIn(fact)
  if (!filling || isWithheld(filling.value) || !isDraftOfOthers(now, filling.by, who)) return shown
  if (fact.type === 'FieldFilled') return { ...shown, fact: made('FieldFilled', { ...fact.data, value: WITHHELD }) }
  return fact.type === 'FieldsFilled' ? { ...shown, fact: made('FieldsFilled', { ...fact.data, value: WITHHELD }) } : shown
}

function isDraftOfOthers(now: PackState, filledBy: Assignee, who: Who): boolean {
  if (!isOfTeam(who) || filledBy === null || filledBy === 'self') return false
  return signatoryOf(now, filledBy)?.status !== 'complete'
}

function differenceOf(from: PackState, to: PackState): ViewChange {
  const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
  const keys = new Set([...Object.keys(from.fields), ...Object.keys(to.fields)])
  const fields = [...keys].filter((key) => !same(from.fields[key], to.fields[key])).map((key) => [key, to.fields[key] ?? null])
  const rest = Object.entries(to).filter(([key, value]) => key !== 'fields' && !same(from[key as keyof PackState], value))
  const absent = Object.keys(from).filter((key) => !Object.hasOwn(to, key))
  return { fields: Object.fromEntries(fields), rest: Object.fromEntries(rest), ...(absent.length > 0 ? { absent } : {}) }
}

function changed(view: PackState, { fields, rest, absent = [] }: ViewChange): PackState {
  const next = { ...view.fields }
  for (const [key, field] of Object.entries(fields)) {
    if (field === null) delete next[key]
    else next[key] = field
  }
  const kept = Object.fromEntries(Object.entries(view).filter(([key]) => !absent.includes(key))) as unknown as PackState
  return { ...kept, ...rest, fields: next }
}
