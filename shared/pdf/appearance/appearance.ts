import { isWithheld } from '#domain/kernel'
import type { Field, FieldLayout, FieldTypeName, FieldValue, TextAlignment } from '#domain/pack'
import type { Metrics } from '#pdf/text-layout'
import type { Paint } from './paint.ts'

export interface FieldSize {
  readonly width: number
  readonly height: number
}

/** A field with what stands in it, as far as its looks depend on it. Points. */
export interface FieldLooks {
  readonly type: FieldTypeName
  readonly width: number
  readonly height: number
  /** Of a text; null where it goes by the size. */
  readonly layout: FieldLayout | null
  /** Of a text, in points; left out: the usual size. */
  readonly textSize?: number | undefined
  /** Of a text; left out: where its script begins. */
  readonly align?: TextAlignment | undefined
  /** `#rrggbb`, below what stands in it. */
  readonly background?: string | undefined
  /** Null while nothing stands in it. */
  readonly value: FieldValue | null
}

/** What of a field decides how it looks. */
export type LookingField = Pick<Field, 'type' | 'value'> & {
  readonly [K in 'layout' | 'textSize' | 'align' | 'background']?: Field[K] | undefined
}

/** How a field looks to a viewer: values withheld from them do not stand in it. */
export function looksOf(
  { type, layout, textSize, align, background, value }: LookingField,
  size: { readonly width: number; readonly height: number },
): FieldLooks {
  const { width, height } = size
  return { type, width, height, layout: layout ?? null, textSize, align, background, value: isWithheld(value) ? null : value }
}

/** What a type paints for a value. A value of a kind that the type does not know paints nothing. */
export type Appearance = (field: FilledField, metrics: Metrics) => Paint[]
export type FilledField = FieldLooks & { readonly value: FieldValue }
