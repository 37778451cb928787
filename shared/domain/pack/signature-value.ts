import { type FieldValue, fieldValueSchema } from './events/index.ts'

export type Picture = Extract<FieldValue, { method: 'uploaded' }>
export type AttachedFile = Extract<FieldValue, { method: 'attached' }>
export type SignatureValue = Exclude<FieldValue, string | AttachedFile>

/** Something drawn, typed or uploaded by its signer, within the bounds of what is stored. */
export function isSignatureValue(value: FieldValue): value is SignatureValue {
  if (typeof value !== 'object' || value.method === 'attached') return false
  return fieldValueSchema.safeParse(value).success && (value.method !== 'typed' || value.text.trim() !== '')
}

/** A picture that was uploaded: it stands in its field as a file of the pack. */
export function isPicture(value: FieldValue): value is Picture {
  return typeof value === 'object' && value.method === 'uploaded'
}

/** A file that was uploaded to come along: its field shows its name. */
export function isAttachedFile(value: FieldValue): value is AttachedFile {
  return typeof value === 'object' && value.method === 'attached'
}

/** Whatever stands in its field as a file of the pack. */
export function hasFile(value: FieldValue): value is Picture | AttachedFile {
  return isPicture(value) || isAttachedFile(value)
}
