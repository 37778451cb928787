import { canonicalise, grouped, isWithheld, type Json } from '#domain/kernel'
import type { FieldValue, PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { CHECKED } from '../field-types/index.ts'
import { heldIn, liveFields } from '../fields.ts'
import { fillingIn } from '../fillings.ts'
import { filledWith, reaches, replicatedBy, replicates, takesCopies } from '../replication.ts'
import type { Field, PackState } from '../state.ts'
import { boxesWith, isExclusive } from '../tick-groups.ts'
import { entryRefusal } from '../typesetting.ts'
import { after, type DecisionContext } from './context.ts'
import { valueRefusal } from './filling.ts'

/** Facts by which fields come to share a custom id: those that are empty get what the sender wrote into the others. */
const JOINING: ReadonlySet<PackFact['type']> = new Set<PackFact['type']>([
  'FieldPlaced',
  'FieldRestored',
  'FieldCustomIdChanged',
  'FieldRetyped',
  'FieldAssigned',
  'FieldOptionsChanged',
  'ValueReplicationChanged',
  'ReplicationAcrossDocumentsChanged',
  'TickReplicationChanged',
])

/**
 * What one decision copies, asked again after each round of conditions, which put aside copies, or bring back values to be
 * copied. A field gets a value once, so that the rounds end.
 */
export function replication(before: PackState, context: DecisionContext) {
  const settled = new Set<string>()
  let state = before
  const facts: PackFact[] = []
  const add = (more: readonly PackFact[]) => {
    if (more.length === 0) return
    for (const key of more.flatMap(keysOf)) settled.add(key)
    state = after(state, more, context)
    facts.push(...more)
  }

  /** What follows from `fresh`, the facts since the last round; `decided` are all, with `fresh` at their end. */
  return function following(decided: readonly PackFact[], fresh: readonly PackFact[]): readonly PackFact[] {
    facts.length = 0
    if (!replicates(before) && !decided.some(({ type }) => JOINING.has(type))) return []
    state = after(before, decided, context)
    if (!replicates(state)) return []
    const changed = fresh.flatMap(changedBy)
    for (const key of changed) settled.add(key)
    for (const key of changed) copy(key)
    for (const key of fresh.flatMap((one) => (one.type === 'FieldsDisabled' ? one.data.fields : []))) {
      add(
        emptying(
          liveFields(state).filter((field) => heldIn(field).filledFrom === key && takesCopies(state, field)),
          key,
        ),
      )
    }
    for (const key of fresh.flatMap((one) => (one.type === 'FieldsEnabled' ? one.data.fields : []))) copy(key, isEmpty)
    join(fresh)
    return [...facts]
  }

  /** What a field holds goes into those of its twins that `wanted` names. */
  function copy(key: string, wanted: (field: Field) => boolean = () => true): void {
    const source = state.fields[key]
    if (!source || source.removed || source.disabled || isWithheld(source.value)) return
    const targets = filledWith(state, source).filter((field) => !settled.has(field.key) && wanted(field))
    const held = targets.filter((field) => !isEmpty(field))
    if (source.value === null) add(emptying(held, key))
    else fill(source, source.value, targets)
  }

  /** Those that cannot hold it are emptied: the copy there is out of date. */
  function fill(source: Field, value: FieldValue, targets: readonly Field[]): void {
    const by = source.filledBy ?? 'self'
    const fits = (field: Field) =>
      valueRefusal(state, field, value) === null && entryRefusal(field, by, value, context.typesetting) === null
    const fitting = targets.filter(fits)
    add(
      emptying(
        targets.filter((field) => heldIn(field).filledFrom !== undefined && !fitting.includes(field)),
        source.key,
      ),
    )
    if (value === CHECKED) for (const field of fitting) tick(source, field)
    else
      add(
        copying(
          source,
          value,
          fitting.filter((field) => !holds(field, value, source)),
        ),
      )
  }

  /** Of an exclusive group one box is ticked: the one that was, by this decision. */
  function tick(source: Field, box: Field): void {
    if (holds(box, CHECKED, source)) return
    const boxes = box.disabled ? [box] : boxesWith(state, box)
    const others = isExclusive(boxes) ? boxes.filter(({ key, value }) => key !== box.key && (value === CHECKED || isWithheld(value))) : []
    if (others.some(({ key }) => settled.has(key))) return
    add([...copying(source, CHECKED, [box]), ...others.map(({ key }) => fact('FieldCleared', { field: key, because: 'group' }))])
  }

  /** Where fields come to share a custom id, nothing that stands there is overwritten. What a signatory entered goes only where they enter it. */
  function join(fresh: readonly PackFact[]): void {
    const joining = fresh.filter(({ type }) => JOINING.has(type))
    if (joining.length === 0) return
    const keys = joining.flatMap(({ data }) => ('field' in data ? [data.field] : state.fieldOrder))
    const ids = new Set(keys.flatMap((key) => (state.fields[key] ? (replicatedBy(state, state.fields[key]) ?? []) : [])))
    const twins = grouped(liveFields(state), (field) => replicatedBy(state, field) ?? '')
    for (const id of ids) {
      for (const source of twins.get(id) ?? []) {
        const { value, filledBy } = state.fields[source.key]!
        if (value === null || isWithheld(value) || filledBy !== 'self') continue
        const empty = twins.get(id)!.filter((field) => reaches(state, source, field) && takesCopies(state, field))
        fill(
          source,
          value,
          empty.map(({ key }) => state.fields[key]!).filter((field) => isEmpty(field) && !settled.has(field.key)),
        )
      }
    }
  }
}

/** What somebody has put in or taken out. A copy is copied no further. */
function changedBy(one: PackFact): readonly string[] {
  if (one.type === 'FieldCleared') return one.data.because === 'person' || one.data.because === 'group' ? [one.data.field] : []
  return 'from' in one.data ? [] : (fillingIn(one)?.fields ?? [])
}

function keysOf(one: PackFact): readonly string[] {
  if (one.type === 'FieldsCleared') return one.data.fields
  return fillingIn(one)?.fields ?? []
}

const isEmpty = (field: Field) => heldIn(field).value === null

/** Whether it has the value already, by itself or as a copy of the same field. */
function holds(field: Field, value: FieldValue, source: Field): boolean {
  const held = heldIn(field)
  const isLinked = held.filledFrom === undefined || held.filledFrom === source.key
  return isLinked && held.value !== null && canonicalise(held.value as Json) === canonicalise(value as Json)
}

/** One fact for each whose fields they are: who may read it is the same in all of them. */
function copying({ key: from, filledBy: by }: Field, value: FieldValue, targets: readonly Field[]): readonly PackFact[] {
  return [...grouped(targets, ({ assignee }) => assignee).values()].map((fields) => {
    const keys = fields.map(({ key }) => key)
    return by === 'self' || by === null
      ? fact('FieldsFilledBySender', { fields: keys, value, from })
      : fact('FieldsFilled', { fields: keys, by, value, from })
  })
}

function emptying(fields: readonly Field[], from: string): readonly PackFact[] {
  return fields.length === 0 ? [] : [fact('FieldsCleared', { fields: fields.map(({ key }) => key), because: 'replicated', from })]
}
