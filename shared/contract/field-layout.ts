import { z } from 'zod'
import { cellsOf, type FieldLayout } from '#domain/pack'
import { judged } from './bounds.ts'

/** How a text stands in its field, as records say it. null: by its size. */
export const fieldLayoutProperties = {
  text_layout: z.enum(['single-line', 'multi-line', 'comb']).nullish(),
  /** Of a comb: as many places for single characters. */
  comb_cells: judged.nullish(),
}
type LayoutProperties = z.output<z.ZodObject<typeof fieldLayoutProperties>>

export function layoutToRecord(layout: FieldLayout | null) {
  return { text_layout: layout?.as ?? null, comb_cells: cellsOf(layout) }
}

/** The layout that a record asks for: undefined where it says nothing of it. What is left out is as the field has it. */
export function layoutFromRecord(
  { text_layout, comb_cells }: LayoutProperties,
  held: FieldLayout | null,
): FieldLayout | null | undefined | { readonly unclear: string } {
  if (text_layout === undefined && comb_cells === undefined) return undefined
  const as = text_layout === undefined ? (held?.as ?? null) : text_layout
  if (as !== 'comb') {
    return text_layout === undefined && comb_cells ? { unclear: 'Only a text_layout of comb has comb_cells.' } : as && { as }
  }
  const cells = comb_cells ?? cellsOf(held)
  return cells === null ? { unclear: 'A comb needs comb_cells: how many characters it takes.' } : { as, cells }
}
