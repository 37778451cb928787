import { FIELD_TYPES, type FieldTypeName, fieldTypeNamed, fieldTypes } from '#domain/pack'

/** How records name a type: a question is a text, with `is_question_field` set. */
export function typeToRecord(type: FieldTypeName): { readonly type: FieldTypeName; readonly is_question_field: boolean } {
  const { recordedAs } = fieldTypes[type]
  return { type: recordedAs ?? type, is_question_field: recordedAs !== null }
}

interface Said {
  readonly type?: string | undefined
  readonly is_question_field?: boolean | undefined
}

/** The type that a record asks for: undefined where it says nothing of it. What is left out is as the field has it. */
export function typeFromRecord(said: Said, held: FieldTypeName | null): FieldTypeName | undefined | { readonly unclear: string } {
  if (said.type === undefined && said.is_question_field === undefined) return undefined
  const was = held && typeToRecord(held)
  const named = fieldTypeNamed(said.type ?? was?.type)
  if (named === undefined) return { unclear: said.type === undefined ? 'A new field needs a type.' : 'There is no such type of field.' }
  const asked = FIELD_TYPES.find((name) => fieldTypes[name].recordedAs === named)
  const stays = was?.type === named && was.is_question_field
  if (!(said.is_question_field ?? stays)) return named
  return asked ?? (said.is_question_field && fieldTypes[named].recordedAs === null ? { unclear: 'Only a text can be a question.' } : named)
}
