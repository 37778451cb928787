import type { FarFontName, FontName, Metrics } from './types.ts'

/** What the characters of a text are set in where they don't decide it alone. */
export interface Setting {
  /** For everything that has no face of its own script. */
  readonly base: FontName
  /** Whose way of writing those characters have that Chinese, Japanese and Korean share. */
  readonly han: FarFontName
}

/** The face each character of `text` is set in; null where no face has it. `text` is prepared. */
export function facesOf(text: string, setting: Setting, metrics: Metrics): (FontName | null)[] {
  const faces: (FontName | null)[] = []
  let previous: FontName | null = null
  for (const character of text) {
    const face = faceOf(character, setting, previous, metrics)
    for (let i = 0; i < character.length; i++) faces.push(face)
    if (face !== null) previous = face
  }
  return faces
}

/** By what only one of them writes: kana, hangul, characters that the People's Republic has simplified. */
export function hanOf(text: string, metrics: Metrics): FarFontName {
  if (!HAN.test(text)) return 'jp'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hangul}/u.test(text)) return 'kr'
  return Array.from(text).some((character) => metrics.isTraditional(character.codePointAt(0)!)) ? 'tc' : 'sc'
}

/** Marks and joiners go with what they stand on, spaces and punctuation with the word before them, where its face has them. */
function faceOf(character: string, { base, han }: Setting, previous: FontName | null, metrics: Metrics): FontName | null {
  const codePoint = character.codePointAt(0)!
  if (JOINER.test(character)) return previous ?? base
  const own = HAN.test(character) ? han : scriptFace(codePoint)
  const follows = previous !== null && FOLLOWER.test(character) && !PICTURE.test(character) ? [previous] : []
  const candidates = [...follows, ...(own ? [own] : []), base, ...OTHERS]
  return candidates.find((face) => metrics.covers(codePoint, face)) ?? null
}

const OTHERS = ['sans', 'arabic', 'hebrew', 'devanagari', 'thai', 'emoji', 'jp', 'sc', 'tc', 'kr'] as const
const JOINER = /[\u200c\u200d]/
const FOLLOWER = /[\p{M} \u00a0]|[\p{P}\p{S}]/u
const PICTURE = /\p{Extended_Pictographic}/u
/** Han, kana and bopomofo, with the punctuation and the wide forms that go with them. */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff00-\uffef]/u

function scriptFace(codePoint: number): FontName | null {
  return SCRIPTS.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2] ?? null
}

const SCRIPTS: readonly (readonly [first: number, last: number, face: FontName])[] = [
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x0870, 0x08ff, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x0e00, 0x0e7f, 'thai'],
  [0x1100, 0x11ff, 'kr'],
  [0x1cd0, 0x1cff, 'devanagari'],
  [0x3130, 0x318f, 'kr'],
  [0xa8e0, 0xa8ff, 'devanagari'],
  [0xac00, 0xd7af, 'kr'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfefc, 'arabic'],
  [0x1f000, 0x1faff, 'emoji'],
]
