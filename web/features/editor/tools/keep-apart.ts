import { type Field, overlaps } from '#domain/pack'
import type { PlacedBox } from './boxes.ts'

type Boxes = Readonly<Record<string, PlacedBox>>

/**
 * Of the boxes that a tool wants, those that bring no field onto another. The fields of the others stay where they are.
 * Two that overlap already may go on doing so: else nobody could tidy them up.
 */
export function keptApart(fields: readonly Field[], wanted: Boxes): { readonly boxes: Boxes; readonly skipped: readonly Field[] } {
  const staying = new Set<string>()
  const boxOf = (field: Field): PlacedBox => (staying.has(field.key) ? field : (wanted[field.key] ?? field))
  const isMoving = (field: Field) => !staying.has(field.key) && wanted[field.key] !== undefined && !isSame(boxOf(field), field)
  const meetsNow = (one: Field, other: Field) =>
    one !== other && one.document === other.document && meet(boxOf(one), boxOf(other)) && !meet(one, other)
  // A field that stays may be in the way of one that was let through before.
  for (;;) {
    const met = fields.filter(
      (one, at) => isMoving(one) && fields.some((other, before) => (before < at || !isMoving(other)) && meetsNow(one, other)),
    )
    if (met.length === 0) break
    for (const { key } of met) staying.add(key)
  }
  const boxes = Object.fromEntries(Object.entries(wanted).filter(([key]) => !staying.has(key)))
  return { boxes, skipped: fields.filter(({ key }) => staying.has(key)) }
}

const meet = (a: PlacedBox, b: PlacedBox) => a.page === b.page && overlaps(a, b)
const isSame = (a: PlacedBox, b: PlacedBox) =>
  a.page === b.page && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
