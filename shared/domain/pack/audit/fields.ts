import { disclosed } from '#domain/kernel'
import { type AuditOf, assignee, field, fields, quoted } from './words.ts'

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
  FieldLaidOut: (data, state) => `changed how text stands in ${field(state, data.field)}`,
  FieldBackgroundChanged: (data, state) => `changed the colour of ${field(state, data.field)}`,
  FieldButtonTextChanged: (data, state) => `changed the button text of ${field(state, data.field)}`,
  FieldSetUpChanged: (data, state) =>
    disclosed(data.role, '…') === ''
      ? `let nobody be set up in ${field(state, data.field)}`
      : `let the signatory in the role ${quoted(data.role)} be set up in ${field(state, data.field)}`,
  FieldContinueQuestionChanged: (data, state) => `changed what is asked before going on from ${field(state, data.field)}`,
  FieldTemporaryChanged: (data, state) =>
    data.on
      ? `kept ${field(state, data.field)} out of copies of the document`
      : `let copies of the document have ${field(state, data.field)}`,
  FieldHierarchyChanged: (data, state) => `moved ${field(state, data.field)} in the hierarchy of fields`,
  FieldAutoFillChanged: (data, state) =>
    data.from === null
      ? `no longer fills in ${field(state, data.field)} by itself`
      : `fills in ${field(state, data.field)} with the signatory’s ${data.from === 'mobile' ? 'mobile number' : data.from}`,
  FieldMaxLengthChanged: (data, state) =>
    data.most === null
      ? `no longer limited the characters of ${field(state, data.field)}`
      : `limited ${field(state, data.field)} to ${data.most} ${data.most === 1 ? 'character' : 'characters'}`,
  FieldShownInFinalChanged: (data, state) =>
    data.on ? `put ${field(state, data.field)} into the final file again` : `left ${field(state, data.field)} out of the final file`,
  FieldRemoved: (data, state) => `removed ${field(state, data.field)}`,
  FieldsRemoved: (data, state) => `removed ${fields(state, data.fields)}`,
  FieldRestored: (data, state) => `restored ${field(state, data.field)}`,
  FieldFilled: (data, state) => `filled in ${field(state, data.field)}`,
  FieldFilledBySender: (data, state) => `filled in ${field(state, data.field)}`,
  FieldsFilled: (data, state) => `filled in ${fields(state, data.fields)}`,
  FieldsFilledBySender: (data, state) => `filled in ${fields(state, data.fields)}`,
  FieldCleared: (data, state) => `emptied ${field(state, data.field)}`,
  FieldsCleared: (data, state) => `emptied ${fields(state, data.fields)}`,
}
