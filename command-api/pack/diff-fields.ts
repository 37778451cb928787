import type { z } from 'zod'
import { autoFillFromRecord } from '#contract/auto-fill'
import type { fieldRecord } from '#contract/documents'
import { layoutFromRecord } from '#contract/field-layout'
import { typeFromRecord } from '#contract/field-type'
import { optionsFromCsv } from '#contract/options'
import { digestOfJson, disclosed, type Json, type Private } from '#domain/kernel'
import {
  type CommandOf,
  type Field,
  type FieldLayout,
  type FieldTypeName,
  type FieldValue,
  fieldTypes,
  fieldValueSchema,
  hierarchyFrom,
  isSameLayout,
  type PackCommand,
  type PackState,
  setUpOf,
} from '#domain/pack'
import { toMilli } from '#pdf/geometry'

export type FieldRecord = z.output<typeof fieldRecord>
/** A record that says something no command can: a type that is not one, a place left out. */
export interface Unclear {
  readonly unclear: string
}

/** undefined: the record says nothing of it. */
type Layout = FieldLayout | null | undefined
type Type = FieldTypeName | undefined

/** What somebody who saves this record wants to happen. `by`: whose values they fill in. */
export function commandsOfField(record: FieldRecord, state: PackState, by: string, child: string | null): PackCommand[] | Unclear {
  const field = state.fields[record.uuid]
  const type = typeFromRecord(record, field?.type ?? null)
  if (typeof type === 'object') return type
  if (record.data !== undefined && record.data !== null && !fieldValueSchema.safeParse(record.data).success) {
    return { unclear: 'This value does not fit the field.' }
  }
  const layout = layoutFromRecord(record, field?.layout ?? null)
  if (layout && 'unclear' in layout) return layout
  if (!field) return record.removed ? [] : placing(record, type, layout, state, by, child)
  if (record.removed && !field.removed) return [{ do: 'RemoveField', field: field.key }]
  const restored: PackCommand[] = record.removed === false && field.removed ? [{ do: 'RestoreField', field: field.key }] : []
  return [...restored, ...changing(record, type, layout, field), ...geometryOf(record, field), ...fillingOf(record, field, by)]
}

function placing(
  record: FieldRecord,
  type: Type,
  layout: Layout,
  state: PackState,
  by: string,
  child: string | null,
): PackCommand[] | Unclear {
  const { page = 0, x, y, width, height } = record
  const document = record.document_key ?? child ?? state.documents[0]?.key
  if (type === undefined) return { unclear: 'A new field needs a type.' }
  if (document === undefined) return { unclear: 'A new field needs a document.' }
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return { unclear: 'A new field needs x, y, width and height.' }
  }
  const place: CommandOf<'PlaceField'> = {
    do: 'PlaceField',
    field: record.uuid,
    document,
    page,
    type,
    x: toMilli(x),
    y: toMilli(y),
    width: toMilli(width),
    height: toMilli(height),
    assignee: record.signatory_uuid ?? null,
    ...(record.required === undefined ? {} : { required: record.required }),
    ...(record.custom_id === undefined ? {} : { customId: record.custom_id }),
    ...(record.description === undefined ? {} : { description: record.description }),
    ...(record.options_as_csv === undefined ? {} : { options: optionsFromCsv(record.options_as_csv) }),
    ...(record.checkbox_group === undefined ? {} : { group: record.checkbox_group }),
    ...(record.is_mutually_exclusive === undefined ? {} : { exclusive: record.is_mutually_exclusive }),
    ...(record.auto_assign_date === undefined ? {} : { autoDate: record.auto_assign_date }),
    ...(layout === undefined ? {} : { layout }),
    ...lookedLike(record),
    setUp: setUpIn(record, { role: '', identification: false }),
    temporary: record.is_temporary_field ?? false,
    hiddenInFinal: record.is_visible_in_final_document === false,
    maxLength: record.max_length ?? null,
  }
  // Who prepares the document places notes like other fields; who does not, or not any more, adds one of their own.
  if (fieldTypes[type].isAside && (by !== 'self' || state.status !== 'setup')) {
    const { field, x, y, width, height } = place
    return [{ do: 'AddNote', field, by, document, page, x, y, width, height, text: typeof record.data === 'string' ? record.data : '' }]
  }
  return isFilled(record.data) ? [place, { do: 'FillField', field: record.uuid, by, value: record.data }] : [place]
}

/** What is left out stays out; null and '' mean none. */
function lookedLike(record: FieldRecord) {
  const { background_colour, approve_decline_button_text, continue_if_signer_question, field_group, auto_fill } = record
  return {
    background: background_colour?.toLowerCase() || null,
    buttonText: approve_decline_button_text?.trim() ?? '',
    continueQuestion: continue_if_signer_question?.trim() ?? '',
    hierarchy: hierarchyFrom(field_group ?? ''),
    autoFill: auto_fill ? autoFillFromRecord(auto_fill) : null,
  }
}

/** What is left out is as the field has it. */
function setUpIn({ signer_role_to_setup: role, identification_used_during_setup: identification }: FieldRecord, held: SetUp): SetUp {
  return { role: role === undefined ? held.role : (role?.trim() ?? ''), identification: identification ?? held.identification }
}
type SetUp = { readonly role: string; readonly identification: boolean }

/** All but place, size and value. A change of type comes first, since it resets what the others set. */
function changing(record: FieldRecord, type: Type, layout: Layout, field: Field): PackCommand[] {
  const commands: PackCommand[] = []
  const { key } = field
  if (type !== undefined && type !== field.type) commands.push({ do: 'RetypeField', field: key, type })
  const retyped = commands.length > 0
  const differs = (given: unknown, held: unknown) => given !== undefined && (retyped || !same(given, held))
  if (differs(record.signatory_uuid, field.assignee)) {
    commands.push({ do: 'AssignField', field: key, assignee: record.signatory_uuid ?? null })
  }
  // Before required: a date that sets itself cannot be required, one that no longer does can.
  if (differs(record.auto_assign_date, field.autoDate)) commands.push({ do: 'SetFieldAutoDate', field: key, on: record.auto_assign_date! })
  if (differs(record.required, field.required)) commands.push({ do: 'SetFieldRequired', field: key, required: record.required! })
  if (differs(record.custom_id, field.customId)) commands.push({ do: 'SetFieldCustomId', field: key, customId: record.custom_id! })
  if (differs(record.description, field.description)) commands.push({ do: 'DescribeField', field: key, description: record.description! })
  if (layout !== undefined && (retyped || !isSameLayout(layout, field.layout ?? null))) {
    commands.push({ do: 'LayOutField', field: key, layout })
  }
  const { background, buttonText, continueQuestion, hierarchy, autoFill } = lookedLike(record)
  const said = (given: unknown, wanted: unknown, held: unknown) => given !== undefined && !same(wanted, held)
  if (said(record.background_colour, background, field.background ?? null)) {
    commands.push({ do: 'SetFieldBackground', field: key, colour: background })
  }
  if (said(record.approve_decline_button_text, buttonText, field.buttonText ?? '')) {
    commands.push({ do: 'SetFieldButtonText', field: key, text: buttonText })
  }
  const held = setUpOf(field)
  const setUp = setUpIn(record, held)
  if (!same(setUp, held)) commands.push({ do: 'LetSetUp', field: key, ...setUp })
  if (said(record.continue_if_signer_question, continueQuestion, field.continueQuestion ?? '')) {
    commands.push({ do: 'AskBeforeGoingOn', field: key, question: continueQuestion })
  }
  if (said(record.is_temporary_field, record.is_temporary_field, field.temporary ?? false)) {
    commands.push({ do: 'SetFieldTemporary', field: key, on: record.is_temporary_field! })
  }
  if (said(record.field_group, hierarchy, field.hierarchy ?? [])) commands.push({ do: 'SetFieldHierarchy', field: key, path: hierarchy })
  if (said(record.auto_fill, autoFill, field.autoFill ?? null)) commands.push({ do: 'SetFieldAutoFill', field: key, from: autoFill })
  if (said(record.max_length, record.max_length ?? null, field.maxLength ?? null)) {
    commands.push({ do: 'SetFieldMaxLength', field: key, most: record.max_length ?? null })
  }
  const shown = record.is_visible_in_final_document
  if (shown !== undefined && shown !== !field.hiddenInFinal) commands.push({ do: 'ShowFieldInFinal', field: key, on: shown })
  if (record.options_as_csv !== undefined) {
    const options = optionsFromCsv(record.options_as_csv)
    if (!same(options, disclosed(field.options, null))) commands.push({ do: 'SetFieldOptions', field: key, options })
  }
  if (differs(record.checkbox_group, field.group) || differs(record.is_mutually_exclusive, field.exclusive)) {
    const group = record.checkbox_group === undefined ? field.group : record.checkbox_group
    commands.push({ do: 'GroupField', field: key, group, exclusive: record.is_mutually_exclusive ?? field.exclusive })
  }
  return commands
}

function geometryOf(record: FieldRecord, field: Field): PackCommand[] {
  const milli = (points: number | undefined, held: number) => (points === undefined ? held : toMilli(points))
  const [x, y] = [milli(record.x, field.x), milli(record.y, field.y)]
  const [width, height] = [milli(record.width, field.width), milli(record.height, field.height)]
  const page = record.page ?? field.page
  const resized = width !== field.width || height !== field.height
  const commands: PackCommand[] = []
  if (page !== field.page || (!resized && (x !== field.x || y !== field.y)))
    commands.push({ do: 'MoveField', field: field.key, page, x, y })
  if (resized) commands.push({ do: 'ResizeField', field: field.key, x, y, width, height })
  return commands
}

function fillingOf(record: FieldRecord, field: Field, by: string): PackCommand[] {
  if (record.data === undefined) return []
  if (!isFilled(record.data)) return field.value === null ? [] : [{ do: 'ClearField', field: field.key, by }]
  if (field.filledBy === by && same(record.data, field.value)) return []
  return [{ do: 'FillField', field: field.key, by, value: record.data }]
}

function isFilled(data: FieldRecord['data']): data is FieldValue & NonNullable<FieldRecord['data']> {
  return data !== undefined && data !== null && data !== ''
}

function same(given: unknown, held: Private<unknown>): boolean {
  if (given === held) return true
  if (typeof given !== 'object' || typeof held !== 'object' || given === null || held === null) return false
  return digestOfJson(given as Json) === digestOfJson(held as Json)
}
