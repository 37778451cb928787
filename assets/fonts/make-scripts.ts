/**
 * Writes the faces of further scripts, as browser and stamper both load them, and their width tables:
 *
 *   npm pack @fontsource/noto-sans-{armenian,bengali,…}@5.3.0 @fontsource/mansalva@5.3.0
 *   node assets/fonts/make-scripts.ts <folder with these unpacked as armenian, bengali, … and mansalva>
 *
 * The files are the packages' own. Every width comes from HarfBuzz, which shapes these scripts in browsers and in sealed files.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from '@cantoo/fontkit'
import decompress from 'wawoff2/decompress.js'
import { harfbuzzShape, type Shape } from '#pdf/fonts'
import { type FaceTable, rangesOf, SCRIPT_FONT_NAMES, type ScriptFontName } from '#pdf/text-layout'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('the folder with the unpacked packages is missing')

/** Below stand letters and punctuation that the base face has. */
const FROM = 0x300
const HAND_PARTS = ['latin', 'latin-ext', 'greek', 'vietnamese'] as const
/** What joins two consonants into one shape. */
const JOINERS: Partial<Readonly<Record<ScriptFontName, readonly number[]>>> = {
  bengali: [0x9cd],
  gurmukhi: [0xa4d],
  gujarati: [0xacd],
  oriya: [0xb4d],
  tamil: [0xbcd],
  telugu: [0xc4d],
  kannada: [0xccd],
  malayalam: [0xd4d],
  sinhala: [0xdca, 0x200d],
  myanmar: [0x1039],
  khmer: [0x17d2],
}
const JOINING: readonly ScriptFontName[] = ['syriac', 'nko']
const RTL: ReadonlySet<ScriptFontName> = new Set(['syriac', 'nko', 'thaana'])
const ZWJ = 0x200d
const isMark = (codePoint: number) => /\p{M}/u.test(String.fromCodePoint(codePoint))
const isSeen = (codePoint: number) => !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(codePoint)) || codePoint === 0x20 || codePoint === 0xa0
/** In thousandths of the size: what is off by less is no exception. */
const NEARLY = 12

const target = (path: string) => new URL(path, new URL('scripts/', import.meta.url))
rmSync(target('.'), { recursive: true, force: true })
const index: Record<string, string[]> = {}
const css: string[] = []

for (const face of SCRIPT_FONT_NAMES) {
  mkdirSync(target(`${face}/`), { recursive: true })
  const dashed = face.replaceAll('_', '-')
  const files =
    face === 'hand2'
      ? HAND_PARTS.map((part) => join(folder, `mansalva/files/mansalva-${part}-400-normal.woff2`))
      : [join(folder, `${dashed}/files/noto-sans-${dashed}-${dashed}-400-normal.woff2`)]
  const taken = new Set<number>()
  const advances: [number, number][] = []
  let table: FaceTable = {}
  index[face] = []
  for (const [at, path] of files.entries()) {
    const bytes = Uint8Array.from(await decompress(readFileSync(path)))
    const font = create(bytes) as Font
    const own = [...new Set(font.characterSet)]
      .filter((codePoint) => codePoint >= (face === 'hand2' ? 0x20 : FROM) && !taken.has(codePoint) && isSeen(codePoint))
      .sort((a, b) => a - b)
    for (const codePoint of own) taken.add(codePoint)
    const scale = 1000 / font.unitsPerEm
    for (const codePoint of own) advances.push([codePoint, Math.round(font.glyphForCodePoint(codePoint)!.advanceWidth * scale)])
    if (face !== 'hand2') table = tableOf(face, own, advances, await measuring(bytes, font, face))
    index[face].push(rangesOf(own))
    copyFileSync(path, target(`${face}/${at}.woff2`))
    css.push(
      `@font-face {\n  font-family: "paraph-${face}";\n  src: url("./${face}/${at}.woff2") format("woff2");\n  unicode-range: ${unicodeRange([...own, 0x200c, 0x200d])};\n  font-display: block;\n}`,
    )
  }
  const written: FaceTable = { advances: stretches(advances), ...table }
  const properties = Object.entries(written).map(([key, value]) => `  ${key}:\n    '${value}',\n`)
  writeFileSync(
    new URL(`../../shared/pdf/text-layout/tables/${face}.ts`, import.meta.url),
    `// Made by assets/fonts/make-scripts.ts; see ../widths.ts for what it says.\nexport default {\n${properties.join('')}}\n`,
  )
}
writeFileSync(target('scripts.css'), `/* Made by ../make-scripts.ts. */\n${css.join('\n')}\n`)
writeFileSync(target('slices.json'), `${JSON.stringify(index)}\n`)
copyFileSync(join(folder, 'tamil/LICENSE'), target('LICENSE-noto.txt'))
copyFileSync(join(folder, 'mansalva/LICENSE'), target('LICENSE-mansalva.txt'))

interface Measuring {
  width(...codePoints: readonly number[]): number
  glyphs(...codePoints: readonly number[]): string
}

async function measuring(bytes: Uint8Array, font: Font, face: ScriptFontName): Promise<Measuring> {
  const scale = 1000 / font.unitsPerEm
  const shape: Shape = await harfbuzzShape(bytes, () => 0)
  const dir = RTL.has(face) ? 'rtl' : 'ltr'
  const shaped = (codePoints: readonly number[]) => shape(String.fromCodePoint(...codePoints), dir)
  const joiners = new Set([0x200c, 0x200d].map((joiner) => font.glyphForCodePoint(joiner)?.id))
  return {
    width: (...codePoints) => Math.round(shaped(codePoints).reduce((sum, { advance }) => sum + advance, 0) * scale),
    glyphs: (...codePoints) =>
      shaped(codePoints)
        .filter(({ id, advance }) => !(joiners.has(id) || (advance === 0 && codePoints.includes(ZWJ))))
        .map(({ id }) => id)
        .join(),
  }
}

function tableOf(face: ScriptFontName, own: readonly number[], advances: [number, number][], { width, glyphs }: Measuring): FaceTable {
  const letters = own.filter((codePoint) => /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint)))
  if (JOINING.includes(face)) {
    const joined = letters.flatMap((letter) => {
      const forward = glyphs(letter, ZWJ) !== glyphs(letter)
      const back = glyphs(ZWJ, letter) !== glyphs(letter)
      if (!forward && !back) return []
      const forms = [forward ? width(letter, ZWJ) : null, forward ? width(ZWJ, letter, ZWJ) : null, back ? width(ZWJ, letter) : null]
      return [`${letter.toString(16)}:${forms.map((form) => form?.toString(36) ?? '').join()}`]
    })
    for (const advance of advances) if (isMark(advance[0])) advance[1] = 0
    return { joined: joined.join(';') }
  }
  const joiner = JOINERS[face] ?? []
  const alone = new Map(letters.map((letter) => [letter, width(letter)]))
  const pairs: string[] = []
  for (const advance of advances) {
    const [mark] = advance
    if (!isMark(mark)) continue
    const wider = letters.map((letter) => width(letter, mark) - alone.get(letter)!)
    advance[1] = mostCommon(wider)
    for (const [i, letter] of letters.entries()) {
      const exact = alone.get(letter)! + wider[i]!
      if (Math.abs(wider[i]! - advance[1]) > NEARLY) pairs.push(`${letter.toString(16)}+${mark.toString(16)}:${exact.toString(36)}`)
    }
  }
  for (const advance of advances) if (alone.has(advance[0])) advance[1] = alone.get(advance[0])!
  const consonants = joiner.length === 0 ? [] : letters.filter((letter) => isConsonant(letter, letters, joiner, glyphs))
  const wide = new Map(consonants.map((a) => [a, new Map(consonants.map((b) => [b, width(a, ...joiner, b)]))]))
  const models = [conjunctsBelow(consonants, wide, alone), conjunctsHalved(consonants, wide, alone)]
  const best = models.sort((one, other) => one.conjuncts.length - other.conjuncts.length)[0]!
  return {
    pairs: pairs.join(';'),
    joiner: joiner.map((part) => part.toString(16)).join('+'),
    before: numbered(best.before),
    after: numbered(best.after),
    conjuncts: best.conjuncts.join(';'),
  }
}

type Wide = ReadonlyMap<number, ReadonlyMap<number, number>>
type Alone = ReadonlyMap<number, number>
function zip(keys: readonly number[], of: (key: number) => number): Alone {
  return new Map(keys.map((key) => [key, of(key)]))
}

/** The second consonant hangs below the first and widens it by so much. */
function conjunctsBelow(consonants: readonly number[], wide: Wide, alone: Alone) {
  const before = zip(consonants, (a) => alone.get(a)!)
  const after = zip(consonants, (b) => mostCommon(consonants.map((a) => wide.get(a)!.get(b)! - before.get(a)!)))
  return { before, after, conjuncts: exceptions(consonants, wide, before, after) }
}

/** The first consonant loses a part and the second stands as it is. */
function conjunctsHalved(consonants: readonly number[], wide: Wide, alone: Alone) {
  const after = zip(consonants, (b) => alone.get(b)!)
  const before = zip(consonants, (a) => mostCommon(consonants.map((b) => wide.get(a)!.get(b)! - after.get(b)!)))
  return { before, after, conjuncts: exceptions(consonants, wide, before, after) }
}

function exceptions(consonants: readonly number[], wide: Wide, before: Alone, after: Alone): readonly string[] {
  return consonants.flatMap((a) =>
    consonants.flatMap((b) => {
      const exact = wide.get(a)!.get(b)!
      return Math.abs(exact - before.get(a)! - after.get(b)!) <= NEARLY ? [] : [`${a.toString(16)}+${b.toString(16)}:${exact.toString(36)}`]
    }),
  )
}

/** One that ever becomes something else next to another. */
function isConsonant(letter: number, letters: readonly number[], joiner: readonly number[], glyphs: Measuring['glyphs']): boolean {
  return letters.some((other) => {
    const apart = [glyphs(letter), glyphs(other)].join()
    return !glyphs(letter, ...joiner, other).startsWith(apart) && !/\p{N}/u.test(String.fromCodePoint(letter))
  })
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, more]) => more - many || a - b)[0]?.[0] ?? 0
}

function numbered(widths: ReadonlyMap<number, number>): string {
  return [...widths].map(([codePoint, width]) => `${codePoint.toString(16)}:${width.toString(36)}`).join(';')
}

function stretches(advances: readonly [number, number][]): string {
  const out: { first: number; widths: string[] }[] = []
  for (const [codePoint, width] of [...advances].sort(([a], [b]) => a - b)) {
    const last = out.at(-1)
    if (last && last.first + last.widths.length === codePoint) last.widths.push(width.toString(36))
    else out.push({ first: codePoint, widths: [width.toString(36)] })
  }
  return out.map(({ first, widths }) => `${first.toString(16)}:${widths.join()}`).join(';')
}

function unicodeRange(codePoints: readonly number[]): string {
  const sorted = [...new Set(codePoints)].sort((a, b) => a - b)
  const out: string[] = []
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i]!
    let count = 1
    while (sorted[i + count] === first + count) count++
    out.push(count === 1 ? `U+${first.toString(16)}` : `U+${first.toString(16)}-${(first + count - 1).toString(16)}`)
    i += count
  }
  return out.join(', ')
}
