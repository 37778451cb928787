import { z } from 'zod'
import { charactersOf } from './characters.ts'
import { type Refused, refuse } from './refuse.ts'

export const MOST_CELLS = 200
/** How a text stands in its field: on one line, wrapped from the top, or with each character in a cell of its own. */
export const layout = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('single-line') }),
  z.strictObject({ as: z.literal('multi-line') }),
  z.strictObject({ as: z.literal('comb'), cells: z.int().min(1).max(MOST_CELLS) }),
])
export type FieldLayout = z.infer<typeof layout>

/** Sizes that a text may begin from, in points. It shrinks where it has no room. */
export const TEXT_SIZES = { least: 4, most: 72 } as const
/** Left and right are those of the page, whichever way the text is read. */
export const ALIGNMENTS = ['left', 'centre', 'right'] as const
export type TextAlignment = (typeof ALIGNMENTS)[number]

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/

/** Why a text cannot stand in a field that is laid out so; null where it can. Without a layout any text can. */
export function layoutRefusal(layout: FieldLayout | null, text: string): Refused | null {
  if (layout === null || layout.as === 'multi-line') return null
  if (LINE_BREAK.test(text)) return refuse('takes-one-line')
  if (layout.as === 'single-line' || charactersOf(text).length <= layout.cells) return null
  return refuse('too-long', { slots: { most: layout.cells } })
}

/** Why a text is too long for a field that takes only so many characters; null where it is not. */
export function lengthRefusal(most: number | null, text: string): Refused | null {
  return most !== null && charactersOf(text).length > most ? refuse('too-long', { slots: { most } }) : null
}

/** Of a comb; null where it is none. */
export function cellsOf(layout: FieldLayout | null): number | null {
  return layout?.as === 'comb' ? layout.cells : null
}
