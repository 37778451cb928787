import { type AuditOf, ofField } from './words.ts'

export const auditFields: AuditOf<'fields'> = {
  FieldPlaced: ['{field} was placed on page {page}', ({ field, page }) => ({ field, page: page + 1 })],
  FieldMoved: ['{field} was moved on page {page}', ({ field, page }) => ({ field, page: page + 1 })],
  FieldResized: ['{field} was resized', ofField],
  FieldRetyped: ['{field} was made a {type} field', ({ field, type }) => ({ field, type })],
  FieldAssigned: ['{field} was assigned to {signatory}', ({ field, assignee }) => ({ field, signatory: assignee ?? 'nobody' })],
  FieldRequired: ['{field} was made required', ofField],
  FieldMadeOptional: ['{field} was made optional', ofField],
  FieldCustomIdChanged: ['The custom id of {field} was changed', ofField],
  FieldDescribed: ['The help text of {field} was changed', ofField],
  FieldOptionsChanged: ['The options of {field} were changed', ofField],
  FieldGrouped: ['{field} was put into group {group}', ({ field, group }) => ({ field, group: group ?? 'none' })],
  FieldAutoDateChanged: ['The date of signing was turned {state} for {field}', ({ field, on }) => ({ field, state: on ? 'on' : 'off' })],
  FieldRemoved: ['{field} was removed', ofField],
  FieldRestored: ['{field} was restored', ofField],
  FieldFilled: ['{signatory} filled in {field}', ({ by, field }) => ({ signatory: by, field })],
  FieldFilledBySender: ['{field} was filled in by the sender', ofField],
  FieldCleared: ['{field} was cleared: {because}', ({ field, because }) => ({ field, because: BECAUSE[because] })],
}

const BECAUSE = {
  person: 'somebody emptied it',
  retyped: 'its type changed',
  reverted: 'the document was reverted to setup',
  group: 'another of its group was ticked',
  reassigned: 'it was assigned to somebody else',
  options: 'its options changed',
}
