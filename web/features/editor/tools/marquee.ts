import type { Box } from '#domain/pack'
import { MARQUEE_PX } from '../state/limits.ts'
import { between, touches } from './boxes.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** The selection frame in pixels; null while it is too small in both directions to be meant. */
export function frame(from: Point, to: Point): Box | null {
  const box = between(from, to)
  return box.width < MARQUEE_PX && box.height < MARQUEE_PX ? null : box
}

/** Keys of all that the frame touches. */
export function caught(box: Box, fields: readonly (Box & { readonly key: string })[]): readonly string[] {
  return fields.filter((field) => touches(box, field)).map(({ key }) => key)
}
