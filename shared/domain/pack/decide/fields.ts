import { disclosed, withoutFormat } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import type { PackFact } from '../events/index.ts'
import { fact, propertySet } from '../fact.ts'
import {
  cleanValue,
  FIELD_PROPERTIES,
  type FieldProperty,
  type FieldPropertyCommand,
  fieldValueIn,
  isUnset,
  propertyRefusal,
  rawPropertyOf,
  valueIn,
} from '../field-properties.ts'
import { fieldTypeOf, fieldTypes } from '../field-types/index.ts'
import { hasGeneratedId, heldIn, newCustomId } from '../fields.ts'
import { isSame } from '../properties.ts'
import { refuse } from '../refuse.ts'
import type { Field, PackState } from '../state.ts'
import type { Deciders, PackDecision } from './context.ts'
import { assigneeRefusal, optionsRefusal } from './field-rules.ts'
import { documentOf, liveFieldOf } from './find.ts'
import { ontoPages } from './onto-pages.ts'
import { withOneTick } from './tick-groups.ts'

const properties = Object.fromEntries(FIELD_PROPERTIES.map((property) => [property.command, deciderOf(property)])) as unknown as Deciders<
  FieldPropertyCommand['do']
>

export const decideFields: Deciders<
  | 'RetypeField'
  | 'AssignField'
  | 'SetFieldRequired'
  | 'SetFieldCustomId'
  | 'DescribeField'
  | 'SetFieldOptions'
  | 'GroupField'
  | 'SetFieldAutoDate'
  | FieldPropertyCommand['do']
  | 'RemoveField'
  | 'RestoreField'
> = {
  RetypeField({ field: key, type }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.type === type) return []
    const kind = fieldTypes[type]
    return [
      ...cleared(field, 'retyped'),
      ...(field.autoDate && !kind.hasAutoDate ? [fact('FieldAutoDateChanged', { field: key, on: false })] : []),
      ...(disclosed(field.options, []).length > 0 && !kind.hasOptions ? [fact('FieldOptionsChanged', { field: key, options: [] })] : []),
      ...FIELD_PROPERTIES.flatMap((property) =>
        isUnset(property, rawPropertyOf(property, field)) || (property.only?.of(kind) ?? true)
          ? []
          : [propertySet(property, key, property.none)],
      ),
      fact('FieldRetyped', {
        field: key,
        type,
        assignee: kind.assignable ? field.assignee : kind.belongsTo,
        required: kind.requiredByDefault && !(field.autoDate && kind.hasAutoDate),
        customId: newCustomId(state, kind.customIdPrefix),
        group: kind.hasGroup ? field.group : null,
      }),
    ]
  },

  AssignField({ field: key, assignee }, state, context) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.assignee === assignee) return []
    if (!fieldTypeOf(field).assignable) return refuse('cannot-be-assigned', { at: [key] })
    const refused = assigneeRefusal(state, assignee)
    if (refused) return refused
    // What the sender wrote may go to the signer as a start; what somebody else wrote or signed may not.
    const keeps = heldIn(field).filledBy === 'self' && !fieldTypeOf(field).isSignature
    return withOneTick(
      state,
      key,
      [...(keeps ? [] : cleared(field, 'reassigned')), fact('FieldAssigned', { field: key, assignee })],
      context,
    )
  },

  SetFieldRequired({ field: key, required }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.required === required) return []
    if (!required) return [fact('FieldMadeOptional', { field: key })]
    if (!fieldTypeOf(field).canBeRequired || field.autoDate) return refuse('cannot-be-required', { at: [key] })
    return [fact('FieldRequired', { field: key })]
  },

  SetFieldCustomId(command, state) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const typed = withoutFormat(command.customId)
    const customId = typed || newCustomId(state, fieldTypeOf(field).customIdPrefix)
    if (field.customId === customId || (typed === '' && hasGeneratedId(field))) return []
    return textRefusal(customId, MOST.customId) ?? [fact('FieldCustomIdChanged', { field: field.key, customId })]
  },

  DescribeField({ field: key, description }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.description === description) return []
    return textRefusal(description, MOST.description) ?? [fact('FieldDescribed', { field: key, description })]
  },

  SetFieldOptions(command, state, { typesetting }) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const options = [...new Set(command.options.map((option) => option.trim()))].filter((option) => option !== '')
    if (JSON.stringify(field.options) === JSON.stringify(options)) return []
    if (!fieldTypeOf(field).hasOptions) return refuse('has-no-options', { at: [field.key] })
    const refused = optionsRefusal(options, field, typesetting)
    if (refused) return refused
    const chosen = disclosed(heldIn(field).value ?? '', '')
    const gone = chosen !== '' && !fieldTypeOf(field).accepts(chosen, options)
    return [...(gone ? cleared(field, 'options') : []), fact('FieldOptionsChanged', { field: field.key, options })]
  },

  GroupField(command, state, context) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const { exclusive = field.exclusive } = command
    const group = command.group === undefined ? field.group : command.group?.trim() || null
    if (field.group === group && field.exclusive === exclusive) return []
    if (!fieldTypeOf(field).hasGroup) return refuse('has-no-group', { at: [field.key] })
    const refused = textRefusal(group ?? '', MOST.group)
    if (refused) return refused
    return withOneTick(state, field.key, [fact('FieldGrouped', { field: field.key, group, exclusive })], context)
  },

  SetFieldAutoDate({ field: key, on }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.autoDate === on) return []
    if (on && !fieldTypeOf(field).hasAutoDate) return refuse('has-no-auto-date', { at: [key] })
    const optional = on && field.required ? [fact('FieldMadeOptional', { field: key })] : []
    return [...optional, fact('FieldAutoDateChanged', { field: key, on })]
  },

  ...properties,

  RemoveField({ field: key }, state) {
    if (Object.hasOwn(state.fields, key) && state.fields[key]?.removed) return []
    const field = liveFieldOf(state, key)
    return 'refused' in field ? field : [fact('FieldRemoved', { field: key })]
  },

  RestoreField({ field: key }, state, context) {
    const field = Object.hasOwn(state.fields, key) ? state.fields[key] : undefined
    if (!field) return refuse('field-missing', { at: [key] })
    if (!field.removed) return []
    const document = documentOf(state, field.document)
    if ('refused' in document) return document
    const orphan = assigneeRefusal(state, field.assignee) !== null
    const restored = [fact('FieldRestored', { field: key }), ...(orphan ? [fact('FieldAssigned', { field: key, assignee: null })] : [])]
    return withOneTick(state, key, [...restored, ...ontoPages([field], document.pages)], context)
  },
}

function deciderOf(property: FieldProperty) {
  return (command: FieldPropertyCommand, state: PackState): PackDecision => {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const held = rawPropertyOf(property, field)
    const value = cleanValue(property, valueIn(property, command, fieldValueIn(property, field)))
    if (isSame(value, held)) return []
    const refused = propertyRefusal(property, fieldTypeOf(field), field.key, value)
    if (refused) return refused
    const gone = property.empties?.(value, disclosed(heldIn(field).value ?? '', '')) ?? false
    return [...(gone ? cleared(field, 'retyped') : []), propertySet(property, field.key, value)]
  }
}

function cleared(field: Field, because: 'retyped' | 'reassigned' | 'options'): readonly PackFact[] {
  return heldIn(field).value === null ? [] : [fact('FieldCleared', { field: field.key, because })]
}
