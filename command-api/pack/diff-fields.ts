import type { z } from 'zod'
import type { fieldRecord } from '#contract/documents'
import { typeFromRecord } from '#contract/field-type'
import { optionsFromCsv } from '#contract/options'
import { disclosed } from '#domain/kernel'
import {
  type CommandOf,
  extrasFromRecord,
  type Field,
  type FieldProperty,
  type FieldPropertyCommand,
  type FieldTypeName,
  type FieldValue,
  fieldTypes,
  fieldValueSchema,
  isSame,
  isUnclear,
  type PackCommand,
  type PackState,
  placedLike,
  propertyArgument,
  rawPropertyOf,
  type Unclear,
} from '#domain/pack'
import { toMilli } from '#pdf/geometry'

export type FieldRecord = z.output<typeof fieldRecord>

/** undefined: the record says nothing of it. */
type Type = FieldTypeName | undefined
type Extras = readonly (readonly [FieldProperty, unknown])[]

/** What somebody who saves this record wants to happen. `by`: whose values they fill in. */
export function commandsOfField(record: FieldRecord, state: PackState, by: string, child: string | null): PackCommand[] | Unclear {
  const field = state.fields[record.uuid]
  if (!field && record.repeats !== undefined) return repeating(record, record.repeats, state, by, child)
  const type = typeFromRecord(record, field?.type ?? null)
  if (typeof type === 'object') return type
  if (record.data !== undefined && record.data !== null && !fieldValueSchema.safeParse(record.data).success) {
    return { unclear: 'This value does not fit the field.' }
  }
  const extras = extrasFromRecord(record, field ?? {})
  if (isUnclear(extras)) return extras
  if (!field) return record.removed ? [] : placing(record, type, extras, state, by, child)
  if (record.removed && !field.removed) return [{ do: 'RemoveField', field: field.key }]
  const restored: PackCommand[] = record.removed === false && field.removed ? [{ do: 'RestoreField', field: field.key }] : []
  return [...restored, ...changing(record, type, extras, field), ...geometryOf(record, field), ...fillingOf(record, field, by)]
}

/** What the record says besides is a change to the field that is there once it is repeated. */
function repeating(record: FieldRecord, of: string, state: PackState, by: string, child: string | null): PackCommand[] | Unclear {
  const document = record.document_key ?? child
  const origin = Object.hasOwn(state.fields, of) ? state.fields[of] : undefined
  if (!origin || !document) return { unclear: 'A field that repeats another one needs that field and a document.' }
  const { do: _, field, ...looks } = placedLike(origin, record.uuid, document, state)
  const there = { ...origin, ...looks, key: field, value: null, filledBy: null, removed: false } as Field
  const more = commandsOfField({ ...record, removed: undefined }, { ...state, fields: { [field]: there } }, by, child)
  return 'unclear' in more ? more : [{ do: 'RepeatField', field, of, document }, ...more]
}

function placing(
  record: FieldRecord,
  type: Type,
  extras: Extras,
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
    ...Object.fromEntries(extras.map(([property, value]) => [property.key, value])),
  }
  // Who prepares the document places notes like other fields; who does not, or not any more, adds one of their own.
  if (fieldTypes[type].isExcludedFromSigning && (by !== 'self' || state.status !== 'setup')) {
    const { field, x, y, width, height } = place
    return [{ do: 'AddNote', field, by, document, page, x, y, width, height, text: typeof record.data === 'string' ? record.data : '' }]
  }
  return isFilled(record.data) ? [place, { do: 'FillField', field: record.uuid, by, value: record.data }] : [place]
}

/** All but place, size and value. A change of type comes first, since it resets what the others set. */
function changing(record: FieldRecord, type: Type, extras: Extras, field: Field): PackCommand[] {
  const commands: PackCommand[] = []
  const { key } = field
  if (type !== undefined && type !== field.type) commands.push({ do: 'RetypeField', field: key, type })
  const retyped = commands.length > 0
  const differs = (given: unknown, held: unknown) => given !== undefined && (retyped || !isSame(given, held))
  if (differs(record.signatory_uuid, field.assignee)) {
    commands.push({ do: 'AssignField', field: key, assignee: record.signatory_uuid ?? null })
  }
  // Before required: a date that sets itself cannot be required, one that no longer does can.
  if (differs(record.auto_assign_date, field.autoDate)) commands.push({ do: 'SetFieldAutoDate', field: key, on: record.auto_assign_date! })
  if (differs(record.required, field.required)) commands.push({ do: 'SetFieldRequired', field: key, required: record.required! })
  if (differs(record.custom_id, field.customId)) commands.push({ do: 'SetFieldCustomId', field: key, customId: record.custom_id! })
  if (differs(record.description, field.description)) commands.push({ do: 'DescribeField', field: key, description: record.description! })
  for (const [property, value] of extras) {
    if (!isSame(value, rawPropertyOf(property, field))) {
      commands.push({ do: property.command, field: key, ...propertyArgument(property, value) } as FieldPropertyCommand)
    }
  }
  if (record.options_as_csv !== undefined) {
    const options = optionsFromCsv(record.options_as_csv)
    if (!isSame(options, disclosed(field.options, null))) commands.push({ do: 'SetFieldOptions', field: key, options })
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
  if (field.filledBy === by && isSame(record.data, field.value)) return []
  return [{ do: 'FillField', field: field.key, by, value: record.data }]
}

function isFilled(data: FieldRecord['data']): data is FieldValue & NonNullable<FieldRecord['data']> {
  return data !== undefined && data !== null && data !== ''
}
