import { VIEW_PART as PART } from '#contract/view'
import type { PackState } from '#domain/pack'
import { digestOf } from '#platform/event-codec'

/** Larger views go out in parts: with what goes around it an answer stays below 2 MB. */
const MOST_BYTES = 1_900_000

export const fitsOneMessage = (message: object): boolean => Buffer.byteLength(JSON.stringify(message)) <= MOST_BYTES

/** As an answer holds it: whole, or its first part. */
export function viewOrParts(view: PackState) {
  const text = JSON.stringify(view)
  if (Buffer.byteLength(text) <= MOST_BYTES) return { view, view_parts: null, view_part: null }
  const view_parts = { digest: digestOf(text), count: Math.ceil(text.length / PART) }
  return { view: null, view_parts, view_part: text.slice(0, PART) }
}

/** Nothing is kept between two parts, so that any process can answer: it is cut again. Null where this is not the view that was begun. */
export function furtherPart(view: PackState, { digest, part }: { readonly digest: string; readonly part: number }): string | null {
  const text = JSON.stringify(view)
  return digestOf(text) === digest ? text.slice(part * PART, (part + 1) * PART) : null
}
