import { charactersOf, type FieldTypeName, type FieldValue, fieldTypeOf, type TypesetField, type Typesetting } from '#domain/pack'
import { fromMilli } from '#pdf/geometry'
import { type Metrics, unsupportedCharacters } from '#pdf/text-layout'
import type { FieldSize } from './appearance.ts'
import { choiceBox } from './choice.ts'
import { linkBox } from './link.ts'
import { typedBox } from './signature.ts'
import { textFits } from './text.ts'
import { mostThat, wordsFit } from './words.ts'

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

const FITS: Partial<Readonly<Record<FieldTypeName, Fits>>> = {
  text: textFits,
  question: textFits,
  choice: (text, size, metrics) => wordsFit(choiceBox(text, size), metrics),
  link: (text, size, metrics) => wordsFit(linkBox(text, size), metrics),
  signature: (text, size, metrics) => wordsFit(typedBox(text, size), metrics),
  initial: (text, size, metrics) => wordsFit(typedBox(text, size), metrics),
}

function room(field: TypesetField, value: FieldValue, metrics: Metrics): ReturnType<Typesetting['room']> {
  const text = typeof value === 'string' ? value : value.method === 'typed' ? value.text : null
  const fits = FITS[field.type]
  if (text === null || fits === undefined || !fieldTypeOf(field).isPrinted) return null
  const size = { width: fromMilli(field.width), height: fromMilli(field.height), layout: field.layout ?? null }
  if (fits(text, size, metrics)) return null
  const characters = charactersOf(text)
  const most = mostThat(characters.length - 1, (count) => fits(characters.slice(0, count).join(''), size, metrics))
  return { fits: most, of: characters.length }
}
