import { type FieldValue, fieldValueSchema } from './events/index.ts'

/** Something drawn, typed or uploaded by its signer, within the bounds of what is stored. */
export function isSignatureValue(value: FieldValue): value is Exclude<FieldValue, string> {
  return typeof value === 'object' && fieldValueSchema.safeParse(value).success && (value.method !== 'typed' || value.text.trim() !== '')
}

export type Picture = Extract<FieldValue, { method: 'uploaded' }>

/** A picture that was uploaded: it stands in its field as a file of the pack. */
export function isPicture(value: FieldValue): value is Picture {
  return typeof value === 'object' && value.method === 'uploaded'
}
