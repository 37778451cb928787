import type { FieldType } from './field-type.ts'
import { nobodys } from './plain.ts'

/** Keeps its place on the page free, for a stamp or for ink on paper: no other field is laid over it, and nothing stands in it. */
export const blank: FieldType = {
  ...nobodys,
  called: 'reserved area',
  defaultSize: { width: 160_000, height: 48_000 },
  helpText: 'This space stays free.',
  customIdPrefix: 'blank',
}
