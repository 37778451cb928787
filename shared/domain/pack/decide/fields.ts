import { disclosed, withoutFormat } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { isSameLayout, layoutRefusal, lengthRefusal } from '../field-layout.ts'
import { fieldTypeOf, fieldTypes } from '../field-types/index.ts'
import { newCustomId } from '../fields.ts'
import { refuse } from '../refuse.ts'
import { setUpOf } from '../setting-up.ts'
import type { Field } from '../state.ts'
import type { Deciders } from './context.ts'
import {
  assigneeRefusal,
  autoFillRefusal,
  backgroundRefusal,
  buttonTextRefusal,
  continueQuestionRefusal,
  hierarchyRefusal,
  isStep,
  laidOutRefusal,
  maxLengthRefusal,
  optionsRefusal,
  setUpRefusal,
} from './field-rules.ts'
import { documentOf, liveFieldOf } from './find.ts'
import { ontoPages } from './onto-pages.ts'
import { withOneTick } from './tick-groups.ts'

export const decideFields: Deciders<
  | 'RetypeField'
  | 'AssignField'
  | 'SetFieldRequired'
  | 'SetFieldCustomId'
  | 'DescribeField'
  | 'SetFieldOptions'
  | 'GroupField'
  | 'SetFieldAutoDate'
  | 'LayOutField'
  | 'SetFieldBackground'
  | 'SetFieldButtonText'
  | 'SetFieldHierarchy'
  | 'LetSetUp'
  | 'AskBeforeGoingOn'
  | 'SetFieldTemporary'
  | 'SetFieldAutoFill'
  | 'SetFieldMaxLength'
  | 'ShowFieldInFinal'
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
      ...(field.layout && !kind.hasLayout ? [fact('FieldLaidOut', { field: key, layout: null })] : []),
      ...(field.maxLength && !kind.hasLayout ? [fact('FieldMaxLengthChanged', { field: key, most: null })] : []),
      ...(field.buttonText && !kind.hasButton ? [fact('FieldButtonTextChanged', { field: key, text: '' })] : []),
      ...(field.setUp && !kind.setsUpSigner ? [fact('FieldSetUpChanged', { field: key, role: '', identification: false })] : []),
      ...(field.continueQuestion && !isStep(kind) ? [fact('FieldContinueQuestionChanged', { field: key, question: '' })] : []),
      ...(field.autoFill && !kind.hasAutoFill ? [fact('FieldAutoFillChanged', { field: key, from: null })] : []),
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
    const keeps = field.filledBy === 'self' && !fieldTypeOf(field).isSignature
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
    if (field.customId === customId || (typed === '' && isGenerated(field))) return []
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
    const chosen = disclosed(field.value ?? '', '')
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

  LayOutField({ field: key, layout }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (isSameLayout(field.layout ?? null, layout)) return []
    const refused = laidOutRefusal(fieldTypeOf(field), key, layout)
    if (refused) return refused
    const stands = disclosed(field.value ?? '', '')
    const gone = typeof stands === 'string' && layoutRefusal(layout, stands) !== null
    return [...(gone ? cleared(field, 'retyped') : []), fact('FieldLaidOut', { field: key, layout })]
  },

  SetFieldBackground({ field: key, colour }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if ((field.background ?? null) === colour) return []
    return backgroundRefusal(key, colour) ?? [fact('FieldBackgroundChanged', { field: key, colour })]
  },

  SetFieldButtonText(command, state) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const text = command.text.trim()
    if ((field.buttonText ?? '') === text) return []
    return buttonTextRefusal(fieldTypeOf(field), field.key, text) ?? [fact('FieldButtonTextChanged', { field: field.key, text })]
  },

  SetFieldHierarchy({ field: key, path }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (JSON.stringify(field.hierarchy ?? []) === JSON.stringify(path)) return []
    return hierarchyRefusal(path) ?? [fact('FieldHierarchyChanged', { field: key, path: [...path] })]
  },

  LetSetUp(command, state) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const held = setUpOf(field)
    const role = command.role?.trim() ?? held.role
    const identification = (command.identification ?? held.identification) && role !== ''
    if (held.role === role && held.identification === identification) return []
    const refused = setUpRefusal(fieldTypeOf(field), field.key, role)
    return refused ?? [...cleared(field, 'retyped'), fact('FieldSetUpChanged', { field: field.key, role, identification })]
  },

  AskBeforeGoingOn(command, state) {
    const field = liveFieldOf(state, command.field)
    if ('refused' in field) return field
    const question = command.question.trim()
    if ((field.continueQuestion ?? '') === question) return []
    const refused = continueQuestionRefusal(fieldTypeOf(field), field.key, question)
    return refused ?? [fact('FieldContinueQuestionChanged', { field: field.key, question })]
  },

  SetFieldTemporary({ field: key, on }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    return on === (field.temporary ?? false) ? [] : [fact('FieldTemporaryChanged', { field: key, on })]
  },

  SetFieldAutoFill({ field: key, from }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if ((field.autoFill ?? null) === from) return []
    return autoFillRefusal(fieldTypeOf(field), key, from) ?? [fact('FieldAutoFillChanged', { field: key, from })]
  },

  SetFieldMaxLength({ field: key, most }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if ((field.maxLength ?? null) === most) return []
    const refused = maxLengthRefusal(fieldTypeOf(field), key, most)
    if (refused) return refused
    const stands = disclosed(field.value ?? '', '')
    const gone = typeof stands === 'string' && lengthRefusal(most, stands) !== null
    return [...(gone ? cleared(field, 'retyped') : []), fact('FieldMaxLengthChanged', { field: key, most })]
  },

  ShowFieldInFinal({ field: key, on }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    return on === !field.hiddenInFinal ? [] : [fact('FieldShownInFinalChanged', { field: key, on })]
  },

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

function cleared(field: Field, because: 'retyped' | 'reassigned' | 'options'): readonly PackFact[] {
  return field.value === null ? [] : [fact('FieldCleared', { field: field.key, because })]
}

function isGenerated(field: Field): boolean {
  return new RegExp(`^${fieldTypeOf(field).customIdPrefix}_\\d+$`).test(disclosed(field.customId, ''))
}
