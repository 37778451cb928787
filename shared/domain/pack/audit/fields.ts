import { auditWordsOf, FIELD_PROPERTIES, type FieldPropertyEvent } from '../field-properties.ts'
import type { PackState } from '../state.ts'
import { type AuditOf, assignee, field, fields } from './words.ts'

const properties = Object.fromEntries(
  FIELD_PROPERTIES.map((property) => [
    property.event,
    (data: { readonly field: string }, state: PackState) => auditWordsOf(property, data, field(state, data.field)),
  ]),
) as unknown as Pick<AuditOf<'fields'>, FieldPropertyEvent>

const filledIn = ({ fields: keys, from }: { readonly fields: readonly string[]; readonly from?: string | undefined }, state: PackState) =>
  `filled in ${fields(state, keys)}${from === undefined ? '' : ` from ${field(state, from)}`}`

export const auditFields: AuditOf<'fields'> = {
  FieldPlaced: (data, state) => `placed ${field(state, data.field)}`,
  FieldMoved: (data, state) => `moved ${field(state, data.field)}`,
  FieldsMoved: (data, state) =>
    `moved ${fields(
      state,
      data.fields.map(({ field }) => field),
    )}`,
  FieldResized: (data, state) => `resized ${field(state, data.field)}`,
  FieldRetyped: (data, state) => `changed ${field(state, data.field)} to another type`,
  FieldAssigned: (data, state) => `assigned ${field(state, data.field)} to ${assignee(state, data.assignee)}`,
  FieldRequired: (data, state) => `made ${field(state, data.field)} required`,
  FieldMadeOptional: (data, state) => `made ${field(state, data.field)} optional`,
  FieldCustomIdChanged: (data, state) => `named ${field(state, data.field)}`,
  FieldDescribed: (data, state) => `changed the help text of ${field(state, data.field)}`,
  FieldOptionsChanged: (data, state) => `changed the options of ${field(state, data.field)}`,
  FieldGrouped: (data, state) => `changed the group of ${field(state, data.field)}`,
  FieldAutoDateChanged: (data, state) => `switched automatic dating of ${field(state, data.field)} ${data.on ? 'on' : 'off'}`,
  ...properties,
  FieldRemoved: (data, state) => `removed ${field(state, data.field)}`,
  FieldsRemoved: (data, state) => `removed ${fields(state, data.fields)}`,
  FieldRestored: (data, state) => `restored ${field(state, data.field)}`,
  FieldFilled: (data, state) => `filled in ${field(state, data.field)}`,
  FieldFilledBySender: (data, state) => `filled in ${field(state, data.field)}`,
  FieldsFilled: filledIn,
  FieldsFilledBySender: filledIn,
  FieldCleared: (data, state) => `emptied ${field(state, data.field)}`,
  FieldsCleared: (data, state) =>
    `emptied ${fields(state, data.fields)}${data.from === undefined ? '' : `, which had the value of ${field(state, data.from)}`}`,
  FieldsDisabled: (data, state) => `by a condition hid ${fields(state, data.fields)}`,
  FieldsEnabled: (data, state) => `by a condition showed ${fields(state, data.fields)}`,
}
