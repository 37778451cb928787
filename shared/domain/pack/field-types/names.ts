/** The field types Paraph knows so far. Each has one file here, one in shared/pdf/appearance, one in web/features/fields. */
export const FIELD_TYPES = [
  'text',
  'question',
  'date',
  'signature',
  'initial',
  'image',
  'file',
  'check',
  'choice',
  'approve',
  'decline',
  'block',
  'highlight',
  'link',
  'note',
  'blank',
  'signer_setup',
] as const
export type FieldTypeName = (typeof FIELD_TYPES)[number]

/** The most characters of any text that is filled in. */
export const MOST_TEXT = 10_000
