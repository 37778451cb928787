import { withoutFormat } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import type { CommandOf } from '../commands.ts'
import { fact, propertySet } from '../fact.ts'
import { cleanValue, FIELD_PROPERTIES, isUnset, propertyRefusal } from '../field-properties.ts'
import { fieldTypes } from '../field-types/index.ts'
import { newCustomId } from '../fields.ts'
import { type Box, isPlace, isSize, ontoPage, overlaps, type PageSize } from '../geometry.ts'
import { type Refused, refuse } from '../refuse.ts'
import { placedLike } from '../repeating.ts'
import type { Field, PackState } from '../state.ts'
import type { Deciders, DecisionContext, PackDecision } from './context.ts'
import { assigneeRefusal, optionsRefusal } from './field-rules.ts'
import { documentOf, liveFieldOf } from './find.ts'
import { withOneTick } from './tick-groups.ts'

export const decidePlacing: Deciders<'PlaceField' | 'RepeatField' | 'MoveField' | 'ResizeField'> = {
  PlaceField: placing,

  RepeatField({ field, of, document }, state, context) {
    const origin = liveFieldOf(state, of)
    if ('refused' in origin) return origin
    return placing(placedLike(origin, field, document, state), state, context)
  },

  MoveField({ field: key, page, x, y }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    if (field.page === page && field.x === x && field.y === y) return []
    if (state.settings.fieldsLocked) return refuse('fields-locked')
    // Never refused for overlapping: fields below would keep people from tidying up.
    const box = placed(state, { document: field.document, page, x, y, width: field.width, height: field.height })
    if ('refused' in box) return box
    const same = field.page === page && field.x === box.x && field.y === box.y
    return same ? [] : [fact('FieldMoved', { field: key, page, x: box.x, y: box.y })]
  },

  ResizeField({ field: key, width, height, ...place }, state) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    const { x = field.x, y = field.y } = place
    if (sameBox(field, { x, y, width, height })) return []
    if (state.settings.fieldsLocked) return refuse('fields-locked')
    const box = placed(state, { document: field.document, page: field.page, x, y, width, height })
    if ('refused' in box) return box
    return sameBox(field, box) ? [] : [fact('FieldResized', { field: key, ...box })]
  },
}

function placing(command: CommandOf<'PlaceField'>, state: PackState, context: DecisionContext): PackDecision {
  const { field: key, document, page, type } = command
  const there = Object.hasOwn(state.fields, key) ? state.fields[key] : undefined
  if (there) return there.document === document && there.type === type ? [] : refuse('field-exists', { at: [key] })
  if (state.settings.fieldsLocked) return refuse('fields-locked')
  if (state.fieldOrder.length >= MOST.fields) return refuse('too-many', { slots: { most: MOST.fields } })
  const box = placed(state, command)
  if ('refused' in box) return box
  const isRival = (other: Field) => !other.removed && other.document === document && other.page === page && overlaps(other, box)
  if (!command.overlapping && state.fieldOrder.some((key) => state.fields[key] && isRival(state.fields[key])))
    return refuse('fields-overlap', { at: [key] })

  const kind = fieldTypes[type]
  const assignee = kind.assignable ? command.assignee : kind.belongsTo
  const autoDate = command.autoDate ?? false
  const required = command.required ?? (kind.requiredByDefault && !autoDate)
  const customId = withoutFormat(command.customId ?? '') || newCustomId(state, kind.customIdPrefix)
  const description = command.description ?? ''
  const options = (command.options ?? []).map((option) => option.trim())
  const group = command.group?.trim() || null
  const layout = command.layout ?? null
  const extras = FIELD_PROPERTIES.map((property) => [property, cleanValue(property, command[property.key] ?? property.none)] as const)
  const refused =
    assigneeRefusal(state, assignee) ??
    textRefusal(customId, MOST.customId) ??
    textRefusal(description, MOST.description) ??
    optionsRefusal(options, { ...box, key, type, layout }, context.typesetting) ??
    textRefusal(group ?? '', MOST.group) ??
    (required && (!kind.canBeRequired || autoDate) ? refuse('cannot-be-required', { at: [key] }) : null) ??
    (autoDate && !kind.hasAutoDate ? refuse('has-no-auto-date', { at: [key] }) : null) ??
    (options.length > 0 && !kind.hasOptions ? refuse('has-no-options', { at: [key] }) : null) ??
    (group !== null && !kind.hasGroup ? refuse('has-no-group', { at: [key] }) : null) ??
    extras.reduce<Refused | null>((refused, [property, value]) => refused ?? propertyRefusal(property, kind, key, value), null)
  if (refused) return refused
  const exclusive = command.exclusive ?? false
  const looks = { customId, description, options, group, exclusive, autoDate }
  const facts = [
    fact('FieldPlaced', { field: key, document, page, type, ...box, assignee, required, ...looks }),
    ...extras.flatMap(([property, value]) => (isUnset(property, value) ? [] : [propertySet(property, key, value)])),
  ]
  return exclusive ? withOneTick(state, key, facts, context) : facts
}

/** The box on its page, or why there is none. */
export function placed(state: PackState, at: Box & { readonly document: string; readonly page: number }): Box | Refused {
  if (!isPlace(at)) return refuse('place-invalid')
  if (!isSize(at)) return refuse('size-invalid')
  const document = documentOf(state, at.document)
  if ('refused' in document) return document
  const page: PageSize | undefined = document.pages[at.page]
  if (!page) return refuse(document.pages.length === 0 ? 'not-converted' : 'no-such-page')
  return ontoPage(page, { x: at.x, y: at.y, width: at.width, height: at.height })
}

function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}
