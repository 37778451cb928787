import { codePointsIn } from './ranges.ts'

/**
 * What a face's table holds, as fonts/make-tables.ts writes it from the font file. Widths are in thousandths of the size,
 * base 36; code points in hexadecimal. Latin, Greek, Cyrillic and Hebrew need only `advances`. An Arabic letter's
 * width depends on whether it joins its neighbours; a Devanagari consonant may lose its vowel and half its width.
 */
export interface FaceTable {
  /** `<first code point>:<width>,<width>…;…`: stretches of code points without a gap. */
  readonly advances?: string
  /** `<width>:<ranges>;…`: faces of thousands of characters know few widths. See ranges.ts. */
  readonly even?: string
  /** `<code point>:<initial>,<medial>,<final>;…`: empty where a letter does not join that way. */
  readonly joined?: string
  /** `<code point>:<width>;…`: consonants that have lost their vowel. */
  readonly halves?: string
  /** `<code point>+<code point>:<width>[,<width when joined to what is before>];…`: pairs that are not the sum of their parts. */
  readonly pairs?: string
  /**
   * Of a script whose letters stand in syllables: what joins two consonants, as code points with a plus between. Then `advances` says by
   * how much a mark widens what it stands on, and `pairs` how wide a letter is with a mark for which that does not hold.
   */
  readonly joiner?: string
  /** `<code point>:<width>;…`: a consonant before the joiner, and one after it; and those two that are not the sum of these. */
  readonly before?: string
  readonly after?: string
  readonly conjuncts?: string
}

export type LoadTable = () => Promise<{ readonly default: FaceTable }>

export interface FaceWidths {
  /** In thousandths of the size. */
  widthOf(text: string): number
  covers(codePoint: number): boolean
}

export function widthsOf(table: FaceTable): FaceWidths {
  const advances = advancesOf(table)
  const covers = (codePoint: number) => advances.has(codePoint)
  const advance = (codePoint: number) => advances.get(codePoint) ?? (IGNORABLE.has(codePoint) ? 0 : MISSING)
  const pairs = new Map(entries(table.pairs ?? ''))
  if (table.joiner !== undefined) return { covers, widthOf: clusteredWidth(table, advance, pairs) }
  if (table.joined !== undefined) {
    const joined = new Map(entries(table.joined).map(([key, widths]) => [Number.parseInt(key, 16), widths]))
    return { covers, widthOf: (text) => joiningWidth(codePoints(text), advance, joined, pairs) }
  }
  if (table.halves !== undefined) {
    const halves = new Map(entries(table.halves).map(([key, widths]) => [Number.parseInt(key, 16), widths[0] ?? 0]))
    return { covers, widthOf: (text) => syllabicWidth(codePoints(text), advance, halves, pairs) }
  }
  return { covers, widthOf: (text) => codePoints(text).reduce((sum, codePoint) => sum + advance(codePoint), 0) }
}

function advancesOf({ advances = '', even = '' }: FaceTable): ReadonlyMap<number, number> {
  const widths = new Map<number, number>()
  for (const [first, stretch] of entries(advances)) {
    stretch.forEach((width, i) => {
      widths.set(Number.parseInt(first, 16) + i, width ?? 0)
    })
  }
  for (const stretch of even === '' ? [] : even.split(';')) {
    const [width = '', ranges = ''] = stretch.split(':')
    for (const codePoint of codePointsIn(ranges)) widths.set(codePoint, Number.parseInt(width, 36))
  }
  return widths
}

const MISSING = 600
const ZWNJ = 0x200c
const ZWJ = 0x200d
const IGNORABLE = new Set([ZWNJ, ZWJ, 0x200e, 0x200f])
const VIRAMA = 0x94d
const RA = 0x930

type Advance = (codePoint: number) => number
type Widths = readonly (number | null)[]

function joiningWidth(all: number[], advance: Advance, joined: Map<number, Widths>, pairs: Map<string, Widths>): number {
  const marks = all.filter((codePoint) => advance(codePoint) === 0 && !IGNORABLE.has(codePoint))
  const letters = all.filter((codePoint) => !marks.includes(codePoint))
  let width = 0
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i]!
    const next = letters[i + 1]
    const forms = joined.get(letter)
    const before = joinsForward(letters[i - 1], joined) && (forms?.[2] ?? null) !== null
    const pair = next === undefined ? undefined : pairs.get(`${letter.toString(16)}+${next.toString(16)}`)
    if (pair) {
      width += (before ? pair[1] : pair[0]) ?? 0
      i++
      continue
    }
    const after = (forms?.[0] ?? null) !== null && next !== undefined && joinsBack(next, joined)
    const form = before ? (after ? forms?.[1] : forms?.[2]) : after ? forms?.[0] : null
    width += form ?? advance(letter)
  }
  return width
}

function joinsForward(letter: number | undefined, joined: Map<number, Widths>): boolean {
  return letter === ZWJ || (letter !== undefined && (joined.get(letter)?.[0] ?? null) !== null)
}
function joinsBack(letter: number, joined: Map<number, Widths>): boolean {
  return letter === ZWJ || (joined.get(letter)?.[2] ?? null) !== null
}

function syllabicWidth(all: number[], advance: Advance, halves: Map<number, number>, pairs: Map<string, Widths>): number {
  let width = 0
  for (let i = 0; i < all.length; i++) {
    const letter = all[i]!
    const next = all[i + 2]
    if (all[i + 1] !== VIRAMA || next === undefined || !halves.has(letter)) {
      width += advance(letter)
      continue
    }
    const pair = pairs.get(`${letter.toString(16)}+${next.toString(16)}`)?.[0]
    if (pair !== undefined && pair !== null && all[i + 3] !== VIRAMA) {
      width += pair
      i += 2
    } else if (next === ZWNJ) {
      width += advance(letter)
      i += 2
    } else {
      // A syllable's first ra becomes a hook above it and takes no room.
      width += letter === RA && next !== ZWJ ? 0 : halves.get(letter)!
      i += next === ZWJ ? 2 : 1
    }
  }
  return width
}

/** Letter by letter, each with what the letter before it becomes next to it. */
function clusteredWidth(table: FaceTable, advance: Advance, pairs: ReadonlyMap<string, Widths>): (text: string) => number {
  const joiner = (table.joiner ?? '').split('+').flatMap((code) => (code === '' ? [] : [Number.parseInt(code, 16)]))
  const numbered = (text: string | undefined) =>
    new Map(entries(text ?? '').map(([key, [width]]) => [Number.parseInt(key, 16), width ?? 0]))
  const [before, after] = [numbered(table.before), numbered(table.after)]
  const conjuncts = new Map(entries(table.conjuncts ?? ''))
  return (text) => {
    const all = codePoints(text)
    let width = 0
    let letter: number | null = null
    for (let i = 0; i < all.length; i++) {
      const codePoint = all[i]!
      const second = all[i + joiner.length]
      const joined = joiner.length > 0 && letter !== null && joiner.every((part, at) => all[i + at] === part)
      if (joined && letter !== null && second !== undefined && after.has(second)) {
        const pair = conjuncts.get(`${letter.toString(16)}+${second.toString(16)}`)?.[0]
        width += (pair ?? (before.get(letter) ?? advance(letter)) + after.get(second)!) - advance(letter)
        letter = second
        i += joiner.length
      } else if (letter !== null && MARK.test(String.fromCodePoint(codePoint))) {
        const pair = pairs.get(`${letter.toString(16)}+${codePoint.toString(16)}`)?.[0]
        width += pair === undefined || pair === null ? advance(codePoint) : pair - advance(letter)
      } else {
        width += advance(codePoint)
        if (!IGNORABLE.has(codePoint)) letter = codePoint
      }
    }
    return width
  }
}

const MARK = /\p{M}/u

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!)
}

function entries(text: string): [string, Widths][] {
  if (text === '') return []
  return text.split(';').map((entry) => {
    const [key = '', widths = ''] = entry.split(':')
    return [key, widths.split(',').map((width) => (width === '' ? null : Number.parseInt(width, 36)))]
  })
}
