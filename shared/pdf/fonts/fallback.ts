import { readFileSync } from 'node:fs'
import { create, type Font } from '@cantoo/fontkit'
import { LRUCache } from 'lru-cache'
import decompress from 'wawoff2/decompress.js'
import { FALLBACK_FOLDERS } from '#pdf/font-files'
import { codePointsIn, type FallbackFontName, type LargeFontName, SCRIPT_FONT_NAMES, type ScriptFontName } from '#pdf/text-layout'
import { harfbuzzShape } from './harfbuzz.ts'
import { MergedFont } from './merged.ts'
import { type Shape, shapeWith } from './shape.ts'
import { TrueType } from './truetype.ts'

/** A slice of a fallback face: the very file that browsers load. */
export interface Slice {
  readonly font: Font
  readonly file: TrueType
  readonly shape: Shape
}

const SCRIPTS = new Set<FallbackFontName>(SCRIPT_FONT_NAMES)
const folderOf = (face: FallbackFontName) => (SCRIPTS.has(face) ? FALLBACK_FOLDERS.scripts : FALLBACK_FOLDERS.large)
/** Latin and Greek are handwritten as they are read; every other script needs a shaper. */
const isShaped = (face: FallbackFontName): face is ScriptFontName => SCRIPTS.has(face) && face !== 'hand2'

const indexes = new Map<URL, Readonly<Record<string, readonly string[]>>>()
function rangesOf(face: FallbackFontName): readonly string[] {
  const folder = folderOf(face)
  const known = indexes.get(folder)
  if (known) return known[face] ?? []
  const read = JSON.parse(readFileSync(new URL('slices.json', folder), 'utf8')) as Record<string, string[]>
  indexes.set(folder, read)
  return read[face] ?? []
}

const places = new Map<FallbackFontName, ReadonlyMap<number, number>>()

/** Which slice of a face has a character. */
function placesIn(face: FallbackFontName): ReadonlyMap<number, number> {
  const known = places.get(face)
  if (known) return known
  const made = new Map<number, number>()
  for (const [slice, ranges] of rangesOf(face).entries()) for (const codePoint of codePointsIn(ranges)) made.set(codePoint, slice)
  places.set(face, made)
  return made
}

/** Slices that a thread keeps: what a few documents of one language need. */
const opened = new LRUCache<string, Slice>({ max: 150 })

async function open(face: FallbackFontName, slice: number): Promise<Slice> {
  const name = `${face}/${slice}`
  const known = opened.get(name)
  if (known) return known
  const made = await read(face, slice)
  opened.set(name, made)
  return made
}

async function read(face: FallbackFontName, slice: number): Promise<Slice> {
  const bytes = Uint8Array.from(await decompress(readFileSync(new URL(`${face}/${slice}.woff2`, folderOf(face)))))
  const font = create(bytes) as Font
  const file = new TrueType(bytes)
  const shape = isShaped(face) ? await harfbuzzShape(bytes, (glyph) => file.measures(glyph).advance) : shapeWith(font)
  return { font, file, shape }
}

/** A run of a fallback face in pieces of one slice each. What no slice has, a joiner, stays with what stands before it. */
export async function slicesFor(face: FallbackFontName, text: string): Promise<{ readonly text: string; readonly slice: Slice }[]> {
  const where = placesIn(face)
  const pieces: { text: string; slice: number }[] = []
  for (const character of text) {
    const last = pieces.at(-1)
    const slice = where.get(character.codePointAt(0)!) ?? last?.slice ?? 0
    if (last?.slice === slice) last.text += character
    else pieces.push({ text: character, slice })
  }
  const out: { text: string; slice: Slice }[] = []
  for (const piece of pieces) out.push({ text: piece.text, slice: await open(face, piece.slice) })
  return out
}

/** All of a large face as one file, for those who draw text that names no glyphs. Half a second's work; several megabytes. */
export async function wholeFont(face: LargeFontName): Promise<Uint8Array> {
  const merged = new MergedFont()
  const characters = new Map<number, number>()
  for (const [slice, ranges] of rangesOf(face).entries()) {
    const { font, file } = await read(face, slice)
    for (const codePoint of codePointsIn(ranges)) characters.set(codePoint, merged.take(file, font.glyphForCodePoint(codePoint)!.id))
  }
  return merged.encode(characters)
}
