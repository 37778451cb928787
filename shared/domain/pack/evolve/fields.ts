import { disclosed } from '#domain/kernel'
import type { TopicFact } from '../events/index.ts'
import type { Field, PackState } from '../state.ts'
import { changeEachField, changeField, changeFields, type When, withFields } from './change.ts'

export function evolveFields(state: PackState, { type, data }: TopicFact<'fields'>, when: When): PackState {
  if (type === 'FieldsRemoved') return changeFields(state, data.fields, { removed: true }, when)
  if (type === 'FieldsCleared') return changeFields(state, data.fields, { value: null, filledBy: null }, when)
  if (type === 'FieldsFilled') return changeFields(state, data.fields, { value: data.value, filledBy: data.by }, when)
  if (type === 'FieldsFilledBySender') return changeFields(state, data.fields, { value: data.value, filledBy: 'self' }, when)
  if (type === 'FieldsMoved') return changeEachField(state, new Map(data.fields.map(({ field, ...box }) => [field, box])), when)
  const change = (change: Partial<Field>) => changeField(state, data.field, change, when)
  const optionally = <W extends Optional>(what: W, value: Field[W] | null) =>
    value === null ? without(what, change({}), data.field, when) : change({ [what]: value })
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
    case 'FieldLaidOut':
      return optionally('layout', data.layout)
    case 'FieldShownInFinalChanged':
      return optionally('hiddenInFinal', data.on ? null : true)
    case 'FieldBackgroundChanged':
      return optionally('background', data.colour)
    case 'FieldButtonTextChanged':
      return optionally('buttonText', data.text === '' ? null : data.text)
    case 'FieldSetUpChanged': {
      const { role, identification } = data
      return optionally('setUp', role === '' ? null : { role, identification })
    }
    case 'FieldContinueQuestionChanged':
      return optionally('continueQuestion', data.question === '' ? null : data.question)
    case 'FieldTemporaryChanged':
      return optionally('temporary', data.on ? true : null)
    case 'FieldHierarchyChanged':
      return optionally('hierarchy', disclosed(data.path, ['']).length === 0 ? null : data.path)
    case 'FieldAutoFillChanged':
      return optionally('autoFill', data.from)
    case 'FieldMaxLengthChanged':
      return optionally('maxLength', data.most)
    case 'FieldRemoved':
      return change({ removed: true })
    case 'FieldRestored':
      return change({ removed: false })
    case 'FieldFilled':
      return change({ value: data.value, filledBy: data.by })
    case 'FieldFilledBySender':
      return change({ value: data.value, filledBy: 'self' })
    case 'FieldCleared':
      return change({ value: null, filledBy: null })
    default:
      return type satisfies never
  }
}

/** What a field has not got is absent. */
type Optional =
  | 'layout'
  | 'hiddenInFinal'
  | 'background'
  | 'buttonText'
  | 'hierarchy'
  | 'autoFill'
  | 'maxLength'
  | 'setUp'
  | 'continueQuestion'
  | 'temporary'

function without(what: Optional, state: PackState, key: string, when: When): PackState {
  const field = state.fields[key]
  if (!field) return state
  const { [what]: _, ...rest } = field
  return { ...state, fields: withFields(state.fields, [[key, rest]], when) }
}
