import { type FieldValue, fieldValueSchema } from './events/index.ts'

/** Something drawn, typed or uploaded by its signer, within the bounds of what is stored. */
export function isSignatureValue(value: FieldValue): value is Exclude<FieldValue, string> {
  return typeof value === 'object' && fieldValueSchema.safeParse(value).success && (value.method !== 'typed' || value.text.trim() !== '')
}
