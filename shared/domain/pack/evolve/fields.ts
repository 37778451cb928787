import type { TopicFact } from '../events/index.ts'
import { type FieldProperty, type FieldPropertyEvent, fieldPropertyIn, isUnset, valueIn } from '../field-properties.ts'
import type { heldIn } from '../fields.ts'
import type { Assignee, Field, PackState } from '../state.ts'
import { changeEachField, changeField, changeFields, type When, withFields } from './change.ts'

export function evolveFields(state: PackState, fact: TopicFact<'fields'>, when: When): PackState {
  if (isOfProperty(fact)) return withProperty(state, fieldPropertyIn(fact.type)!, fact.data, when)
  const { type, data } = fact
  if (type === 'FieldsRemoved') return changeFields(state, data.fields, { removed: true }, when)
  if (type === 'FieldsCleared') return withHeld(state, data.fields, EMPTY, when)
  if (type === 'FieldsFilled') return withHeld(state, data.fields, heldOf(data.value, data.by, data.from), when)
  if (type === 'FieldsFilledBySender') return withHeld(state, data.fields, heldOf(data.value, 'self', data.from), when)
  if (type === 'FieldsDisabled') return putAside(state, data.fields, when)
  if (type === 'FieldsEnabled') return broughtBack(state, data.fields, when)
  if (type === 'FieldsMoved') return changeEachField(state, new Map(data.fields.map(({ field, ...box }) => [field, box])), when)
  const change = (change: Partial<Field>) => changeField(state, data.field, change, when)
  switch (type) {
    case 'FieldPlaced': {
      const { field: key, ...rest } = data
      const field: Field = { key, ...rest, value: null, filledBy: null, removed: false, updated: when.time, updatedBy: when.principal }
      return { ...state, fields: withFields(state.fields, [[key, field]], when), fieldOrder: [...state.fieldOrder, key] }
    }
    case 'FieldMoved':
      return change({ page: data.page, x: data.x, y: data.y })
    case 'FieldResized':
      return change({ x: data.x, y: data.y, width: data.width, height: data.height })
    case 'FieldRetyped': {
      const { type, assignee, required, customId, group } = data
      // Exclusive says something about a group only.
      return change({ type, assignee, required, customId, group, ...(group === null && { exclusive: false }) })
    }
    case 'FieldAssigned':
      return change({ assignee: data.assignee })
    case 'FieldRequired':
      return change({ required: true })
    case 'FieldMadeOptional':
      return change({ required: false })
    case 'FieldCustomIdChanged':
      return change({ customId: data.customId })
    case 'FieldDescribed':
      return change({ description: data.description })
    case 'FieldOptionsChanged':
      return change({ options: data.options })
    case 'FieldGrouped':
      return change({ group: data.group, exclusive: data.exclusive })
    case 'FieldAutoDateChanged':
      return change({ autoDate: data.on })
    case 'FieldRemoved':
      return change({ removed: true })
    case 'FieldRestored':
      return change({ removed: false })
    case 'FieldFilled':
      return withHeld(state, [data.field], { value: data.value, filledBy: data.by }, when)
    case 'FieldFilledBySender':
      return withHeld(state, [data.field], { value: data.value, filledBy: 'self' }, when)
    case 'FieldCleared':
      return withHeld(state, [data.field], EMPTY, when)
    default:
      return type satisfies never
  }
}

type Held = ReturnType<typeof heldIn>
const EMPTY: Held = { value: null, filledBy: null }
const heldOf = (value: Field['value'], filledBy: Assignee, from: string | undefined): Held => ({
  value,
  filledBy,
  ...(from === undefined ? {} : { filledFrom: from }),
})

/** What goes into a field that a rule put aside waits there until it is enabled: nothing that was written is lost. */
function withHeld(state: PackState, keys: readonly string[], held: Held, when: When): PackState {
  const changed = changeEachField(state, new Map(keys.map((key) => [key, state.fields[key]?.disabled ? { disabled: held } : held])), when)
  return held.filledFrom === undefined ? notCopied(changed, keys, when) : changed
}

function putAside(state: PackState, keys: readonly string[], when: When): PackState {
  const here = keys.filter((key) => state.fields[key] && !state.fields[key].disabled)
  const changes = here.map((key) => [key, { ...EMPTY, disabled: heldAlone(state.fields[key]!) }] as const)
  return notCopied(changeEachField(state, new Map(changes), when), here, when)
}

const heldAlone = ({ value, filledBy, filledFrom }: Field): Held => heldOf(value, filledBy, filledFrom)

/** What they hold now was not copied there. */
function notCopied(state: PackState, keys: readonly string[], when: When): PackState {
  const copies = keys.flatMap((key): [string, Field][] => {
    if (state.fields[key]?.filledFrom === undefined) return []
    const { filledFrom: _, ...rest } = state.fields[key]
    return [[key, rest]]
  })
  return copies.length === 0 ? state : { ...state, fields: withFields(state.fields, copies, when) }
}

function broughtBack(state: PackState, keys: readonly string[], when: When): PackState {
  const disabled = keys.filter((key) => state.fields[key]?.disabled)
  if (disabled.length === 0) return state
  const changed = changeEachField(state, new Map(disabled.map((key) => [key, {}])), when)
  const enabled = disabled.map((key): [string, Field] => {
    const { disabled: held = EMPTY, ...rest } = changed.fields[key]!
    return [key, { ...rest, ...held }]
  })
  return { ...changed, fields: withFields(changed.fields, enabled, when) }
}

const isOfProperty = (fact: TopicFact<'fields'>): fact is Extract<TopicFact<'fields'>, { readonly type: FieldPropertyEvent }> =>
  fieldPropertyIn(fact.type) !== undefined

/** What a field has not got is absent. */
function withProperty(state: PackState, property: FieldProperty, data: { readonly field: string }, when: When): PackState {
  const value = valueIn(property, data)
  if (!isUnset(property, value)) return changeField(state, data.field, { [property.key]: value }, when)
  const changed = changeField(state, data.field, {}, when)
  const field = changed.fields[data.field]
  if (!field) return changed
  const { [property.key]: _, ...rest } = field
  return { ...changed, fields: withFields(changed.fields, [[data.field, rest]], when) }
}
