import { charactersOf, type FieldTypeName, type FieldValue, fieldTypeOf, type TypesetField, type Typesetting } from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import { type Metrics, MIN_SIZE, type TextBox, unsupportedCharacters } from '#pdf/text-layout'
import type { FieldSize } from './appearance.ts'
import { linkBox } from './link.ts'
import { typedBox } from './signature.ts'
import { choiceBox, textFits } from './text.ts'
import { mostIn, mostThat, wordsFit } from './words.ts'

/** What these fonts can show, for those who decide what may be entered. */
export function typesettingWith(metrics: Metrics): Typesetting {
  return {
    undrawable: (text) => unsupportedCharacters(text, metrics),
    room: (field, value) => room(field, value, metrics),
  }
}

type Fits = (text: string, field: Points, metrics: Metrics) => boolean
interface Points extends FieldSize {
  readonly layout: NonNullable<TypesetField['layout']> | null
}

const boxFits =
  (boxOf: (text: string, size: FieldSize) => TextBox): Fits =>
  (text, size, metrics) =>
    wordsFit({ ...boxOf(text, size), size: MIN_SIZE }, metrics)

const FITS: Partial<Readonly<Record<FieldTypeName, Fits>>> = {
  text: textFits,
  question: textFits,
  choice: boxFits(choiceBox),
  link: boxFits(linkBox),
  signature: boxFits(typedBox),
  initial: boxFits(typedBox),
}

function room(field: TypesetField, value: FieldValue, metrics: Metrics): ReturnType<Typesetting['room']> {
  const text = typeof value === 'string' ? value : value.method === 'typed' ? value.text : null
  const fits = FITS[field.type]
  if (text === null || fits === undefined || !fieldTypeOf(field).isPrinted) return null
  const size = { width: fromMilli(field.width), height: fromMilli(field.height), layout: field.layout ?? null }
  const characters = charactersOf(text)
  // Somebody who sends much to many small fields waits for no layout of what cannot fit.
  const most = Math.min(characters.length, mostIn(size))
  const upTo = (count: number) => fits(characters.slice(0, count).join(''), size, metrics)
  if (most === characters.length && upTo(most)) return null
  return { fits: mostThat(Math.min(most, characters.length - 1), upTo), of: characters.length }
}
