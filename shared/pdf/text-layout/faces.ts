import { prepared } from './prepared.ts'
import {
  CORE_FONT_NAMES,
  FALLBACK_FONT_NAMES,
  type FallbackFontName,
  type FontName,
  type LargeFontName,
  type Metrics,
  SCRIPT_FONT_NAMES,
} from './types.ts'

/** What the characters of a text are set in where they don't decide it alone. */
export interface Setting {
  /** For everything that has no face of its own script. */
  readonly base: FontName
  /** Whose way of writing those characters have that Chinese, Japanese and Korean share. */
  readonly han: LargeFontName
}

/** The face each character of `text` is set in; null where no face has it. `text` is prepared. */
export function facesOf(text: string, setting: Setting, metrics: Metrics): (FontName | null)[] {
  const faces: (FontName | null)[] = []
  const base = baseOf(text, setting.base, metrics)
  let previous: FontName | null = null
  for (const character of text) {
    const face = faceOf(character, { ...setting, base }, previous, metrics)
    for (let i = 0; i < character.length; i++) faces.push(face)
    if (face !== null) previous = face
  }
  return faces
}

/** Handwriting is set in the first of these that has all its letters: a name half in another hand is nobody's hand. */
const HANDWRITINGS = ['hand', 'hand2', 'sans'] as const

function baseOf(text: string, base: FontName, metrics: Metrics): FontName {
  if (base !== 'hand') return base
  const letters = Array.from(text).filter((character) => LETTER.test(character) && !HAN.test(character) && !scriptFace(character))
  const codePoints = letters.map((letter) => letter.codePointAt(0)!)
  return HANDWRITINGS.find((hand) => codePoints.every((codePoint) => metrics.covers(codePoint, hand))) ?? base
}

const LETTER = /[\p{L}\p{M}]/u

/** The faces that `text` may need beyond those that every page loads, by its scripts alone. */
export function fallbackFacesFor(text: string, metrics: Metrics): readonly FallbackFontName[] {
  const needed = new Set<FallbackFontName>()
  for (const character of prepared(text)) {
    const codePoint = character.codePointAt(0)!
    if (JOINER.test(character) || IGNORED.test(character)) continue
    const own = scriptFace(character)
    if (HAN.test(character)) for (const face of HAN_FACES) needed.add(face)
    else if (own !== null && isFallback(own)) needed.add(own)
    else if (metrics.covers(codePoint, 'sans') && !metrics.covers(codePoint, 'hand')) needed.add('hand2')
    // Which face has it is known once all of them are here.
    if (CORE_FONT_NAMES.some((face) => metrics.covers(codePoint, face))) continue
    if (own !== null && isFallback(own) && (!metrics.has(own) || metrics.covers(codePoint, own))) continue
    if (HAN.test(character) && HAN_FACES.some((face) => !metrics.has(face) || metrics.covers(codePoint, face))) continue
    return FALLBACK_FONT_NAMES
  }
  return [...needed]
}

const FALLBACK = new Set<FontName>(FALLBACK_FONT_NAMES)
const isFallback = (face: FontName): face is FallbackFontName => FALLBACK.has(face)
const HAN_FACES = ['jp', 'kr', 'sc', 'tc'] as const
/** Line ends and marks of direction are set in no face. */
const IGNORED = /[\n\u200e\u200f]/

/** Whether any face has a character; joiners, line ends and marks of direction have no look of their own. */
export function isSupported(character: string, metrics: Metrics): boolean {
  return JOINER.test(character) || IGNORED.test(character) || faceOf(character, { base: 'sans', han: 'jp' }, null, metrics) !== null
}

/** By what only one of them writes: kana, hangul, characters that the People's Republic has simplified. */
export function hanOf(text: string, metrics: Metrics): LargeFontName {
  if (!HAN.test(text)) return 'jp'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hangul}/u.test(text)) return 'kr'
  return Array.from(text).some((character) => metrics.isTraditional(character.codePointAt(0)!)) ? 'tc' : 'sc'
}

/** Marks and joiners go with what they stand on, spaces and punctuation with the word before them, where its face has them. */
function faceOf(character: string, { base, han }: Setting, previous: FontName | null, metrics: Metrics): FontName | null {
  const codePoint = character.codePointAt(0)!
  if (JOINER.test(character)) return previous ?? base
  const own = HAN.test(character) ? han : scriptFace(character)
  const follows = previous !== null && FOLLOWER.test(character) && !PICTURE.test(character) ? [previous] : []
  const candidates = [...follows, ...(own ? [own] : []), base, ...OTHERS]
  return candidates.find((face) => metrics.covers(codePoint, face)) ?? null
}

const OTHERS: readonly FontName[] = [
  'sans',
  'arabic',
  'hebrew',
  'devanagari',
  'thai',
  'emoji',
  'jp',
  'sc',
  'tc',
  'kr',
  ...SCRIPT_FONT_NAMES,
]
const JOINER = /[\u200c\u200d]/
const FOLLOWER = /[\p{M} \u00a0]|[\p{P}\p{S}]/u
const PICTURE = /\p{Extended_Pictographic}/u
/** Han, kana and bopomofo, with the punctuation and the wide forms that go with them. */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff00-\uffef]/u

function scriptFace(character: string): FontName | null {
  const codePoint = character.codePointAt(0)!
  // Latin, Greek and Cyrillic are most of what is written.
  if (codePoint < SCRIPTS[0]![0]) return null
  return SCRIPTS.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2] ?? null
}

const SCRIPTS: readonly (readonly [first: number, last: number, face: FontName])[] = [
  [0x0531, 0x058f, 'armenian'],
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0700, 0x074f, 'syriac'],
  [0x0750, 0x077f, 'arabic'],
  [0x0780, 0x07bf, 'thaana'],
  [0x07c0, 0x07ff, 'nko'],
  [0x0860, 0x086f, 'syriac'],
  [0x0870, 0x08ff, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x0980, 0x09ff, 'bengali'],
  [0x0a00, 0x0a7f, 'gurmukhi'],
  [0x0a80, 0x0aff, 'gujarati'],
  [0x0b00, 0x0b7f, 'oriya'],
  [0x0b80, 0x0bff, 'tamil'],
  [0x0c00, 0x0c7f, 'telugu'],
  [0x0c80, 0x0cff, 'kannada'],
  [0x0d00, 0x0d7f, 'malayalam'],
  [0x0d80, 0x0dff, 'sinhala'],
  [0x0e00, 0x0e7f, 'thai'],
  [0x0e80, 0x0eff, 'lao'],
  [0x1000, 0x109f, 'myanmar'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'kr'],
  [0x1200, 0x139f, 'ethiopic'],
  [0x13a0, 0x13ff, 'cherokee'],
  [0x1400, 0x167f, 'canadian_aboriginal'],
  [0x1780, 0x17ff, 'khmer'],
  [0x18b0, 0x18ff, 'canadian_aboriginal'],
  [0x19e0, 0x19ff, 'khmer'],
  [0x1c90, 0x1cbf, 'georgian'],
  [0x1cd0, 0x1cff, 'devanagari'],
  [0x2d00, 0x2d2f, 'georgian'],
  [0x2d30, 0x2d7f, 'tifinagh'],
  [0x2d80, 0x2ddf, 'ethiopic'],
  [0x3130, 0x318f, 'kr'],
  [0xa8e0, 0xa8ff, 'devanagari'],
  [0xa9e0, 0xa9ff, 'myanmar'],
  [0xaa60, 0xaa7f, 'myanmar'],
  [0xab00, 0xab2f, 'ethiopic'],
  [0xab70, 0xabbf, 'cherokee'],
  [0xac00, 0xd7af, 'kr'],
  [0xfb13, 0xfb17, 'armenian'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfefc, 'arabic'],
  [0x1f000, 0x1faff, 'emoji'],
]
