import { isStorable } from '#domain/kernel'
import type { FieldValue } from './events/index.ts'
import type { FieldLayout } from './field-layout.ts'
import { type FieldTypeName, fieldTypeOf } from './field-types/index.ts'
import { type Refused, refuse } from './refuse.ts'

/** A field as far as it matters what fits into it. Thousandths of a point. */
export interface TypesetField {
  readonly key: string
  readonly type: FieldTypeName
  readonly width: number
  readonly height: number
  readonly layout?: FieldLayout | null | undefined
}

/** What pages can show. The domain has no fonts: where a decision is made, they are supplied. */
export interface Typesetting {
  /** The characters that no font draws, each once. */
  undrawable(text: string): readonly string[]
  /** How many of its characters a field holds in the smallest print; null: all of them. */
  room(field: TypesetField, value: FieldValue): { readonly fits: number; readonly of: number } | null
}

/** For what nobody enters now: it was accepted before, or the server judges it. Pages show it all the same, as far as they can. */
export const ACCEPTED_AS_IT_IS: Typesetting = { undrawable: () => [], room: () => null }

/** Why what is entered into a field cannot be printed there; null where it can. */
export function printRefusal(field: TypesetField, value: FieldValue, typesetting: Typesetting): Refused | null {
  const { isPrinted, isSignature } = fieldTypeOf(field)
  const text = typeof value === 'string' ? value : value.method === 'typed' ? value.text : null
  if (!isPrinted || text === null || !isStorable(text)) return null
  const at = [field.key]
  const characters = typesetting.undrawable(text)
  if (characters.length > 0)
    return refuse(isSignature ? 'name-undrawable' : 'text-undrawable', { at, slots: { characters: named(characters) } })
  const room = typesetting.room(field, value)
  return room === null ? null : refuse('text-unfit', { at, slots: { fits: room.fits, of: room.of } })
}

/**
 * The same for somebody who fills the field in. Choices are judged where they are offered, and a field too small for any text only where
 * it can be made larger: a signer could do nothing about either.
 */
export function entryRefusal(field: TypesetField, by: string, value: FieldValue, typesetting: Typesetting): Refused | null {
  if (fieldTypeOf(field).hasOptions) return null
  const refused = printRefusal(field, value, typesetting)
  const isHelpless = refused?.refused === 'text-unfit' && by !== 'self' && holdsNothing(field, typesetting)
  return isHelpless ? null : refused
}

/** Whether a field is too small for any text. */
export function holdsNothing(field: TypesetField, typesetting: Typesetting): boolean {
  return typesetting.room(field, SHORTEST) !== null
}
const SHORTEST = 'i'

const MOST_NAMED = 8

function named(characters: readonly string[]): string {
  const more = characters.length > MOST_NAMED ? ' …' : ''
  return `${characters.slice(0, MOST_NAMED).map(nameOf).join(' ')}${more}`
}

/** A character without a look of its own is named by its number. */
export function nameOf(character: string): string {
  const number = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${number}` : `“${character}”`
}
