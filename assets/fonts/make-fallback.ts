/**
 * Writes the faces of scripts with thousands of characters, cut into slices; a text needs a few:
 *
 *   npm pack @fontsource/noto-sans-{jp,kr,sc,tc}@5.3.0 @expo-google-fonts/noto-emoji@0.4.7
 *   node assets/fonts/make-fallback.ts <folder with these unpacked as jp, kr, sc, tc and emoji>
 *
 * Browser and stamper take the very same slices. Those of the packages are kept, since they put characters together that
 * occur together; what a slice says of layout is dropped, so that every character has one glyph and one width.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from '@cantoo/fontkit'
import subset from 'subset-font'
import decompress from 'wawoff2/decompress.js'
import { LARGE_FONT_NAMES, type LargeFontName, rangesOf } from '#pdf/text-layout'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('the folder with the unpacked packages is missing')

/** Below stand the scripts of the near faces, and punctuation that these have too. */
const FROM = 0x2000
/** A person's smile should not bring along every flag. */
const EMOJI = [0x2000, 0x1f300, 0x1f3fb, 0x1f500, 0x1f600, 0x1f650, 0x1f900, 0x1fa70, 0x30000]

const target = (path: string) => new URL(path, new URL('far/', import.meta.url))
rmSync(target('.'), { recursive: true, force: true })
const index: Record<string, string[]> = {}
for (const face of LARGE_FONT_NAMES) {
  mkdirSync(target(`${face}/`), { recursive: true })
  const taken = new Set<number>()
  const widths = new Map<number, number[]>()
  const css: string[] = []
  index[face] = []
  for (const { bytes, font } of await sourcesOf(face)) {
    const own = charactersOf(font).filter((codePoint) => !taken.has(codePoint))
    for (const part of face === 'emoji' ? partsOf(own) : [own]) {
      if (part.length === 0) continue
      for (const codePoint of part) {
        taken.add(codePoint)
        const width = Math.round((font.glyphForCodePoint(codePoint)!.advanceWidth * 1000) / font.unitsPerEm)
        widths.set(width, [...(widths.get(width) ?? []), codePoint])
      }
      const name = `${index[face].push(rangesOf(part)) - 1}`
      const options = {
        targetFormat: 'woff2',
        keepFeatures: [],
        noHinting: true,
        dropTables: ['vhea', 'vmtx', 'BASE', 'STAT', 'GDEF', 'GPOS', 'GSUB'],
      } as const
      writeFileSync(target(`${face}/${name}.woff2`), await subset(bytes, String.fromCodePoint(...part), options))
      css.push(
        `@font-face {\n  font-family: "paraph-${face}";\n  src: url("./${face}/${name}.woff2") format("woff2");\n  unicode-range: ${unicodeRange(part)};\n  font-display: block;\n}`,
      )
    }
  }
  writeFileSync(target(`${face}.css`), `/* Made by ../make-fallback.ts. */\n${css.join('\n')}\n`)
  const even = [...widths].map(([width, codePoints]) => `${width.toString(36)}:${rangesOf(codePoints.sort((a, b) => a - b))}`)
  writeFileSync(
    new URL(`../../shared/pdf/text-layout/tables/${face}.ts`, import.meta.url),
    `// Made by assets/fonts/make-fallback.ts; see ../widths.ts for what it says.\nexport default {\n  even:\n    '${even.join(';')}',\n}\n`,
  )
}
writeFileSync(
  new URL('../../shared/pdf/text-layout/tables/han.ts', import.meta.url),
  `// Made by assets/fonts/make-fallback.ts: the characters common in Big5 that GB 2312 does not have.\nexport const TRADITIONAL =\n  '${rangesOf(traditional())}'\n`,
)
writeFileSync(target('slices.json'), `${JSON.stringify(index)}\n`)
copyFileSync(join(folder, 'jp/LICENSE'), target('LICENSE.txt'))

async function sourcesOf(face: LargeFontName): Promise<{ bytes: Buffer; font: Font }[]> {
  const read = async (path: string) => {
    const file = readFileSync(path)
    const bytes = path.endsWith('.woff2') ? Buffer.from(await decompress(file)) : file
    return { bytes, font: create(bytes) as Font }
  }
  if (face === 'emoji') return [await read(join(folder!, 'emoji/400Regular/NotoEmoji_400Regular.ttf'))]
  const files = readdirSync(join(folder!, face, 'files'))
  const numbered = files.flatMap((name) => {
    const number = /-(\d+)-400-normal\.woff2$/.exec(name)?.[1]
    return number === undefined ? [] : [{ number: Number(number), path: join(folder!, face, 'files', name) }]
  })
  const sources: { bytes: Buffer; font: Font }[] = []
  // One after the other: what the reader answers with is only good until it is asked again.
  for (const { path } of numbered.sort((a, b) => a.number - b.number)) sources.push(await read(path))
  return sources
}

function charactersOf(font: Font): number[] {
  const shown = font.characterSet.filter(
    (codePoint) => codePoint >= FROM && !/[\p{C}\p{Zl}\p{Zp}]|[\ufe00-\ufe0f]/u.test(String.fromCodePoint(codePoint)),
  )
  return [...new Set(shown)].sort((a, b) => a - b)
}

/** Which characters say that a text is written in traditional Chinese. */
function traditional(): number[] {
  const simplified = new Set(decoded('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]))
  const common = decoded(
    'big5',
    [0xa4, 0xc6],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  )
  return common.filter((codePoint) => codePoint >= 0x4e00 && codePoint <= 0x9fff && !simplified.has(codePoint)).sort((a, b) => a - b)
}

function decoded(encoding: string, [first, last]: readonly [number, number], seconds: readonly (readonly [number, number])[]): number[] {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead++)
    for (const [from, to] of seconds) for (let trail = from; trail <= to; trail++) bytes.push(lead, trail)
  return Array.from(new TextDecoder(encoding).decode(Uint8Array.from(bytes)), (character) => character.codePointAt(0)!)
}

function partsOf(codePoints: readonly number[]): number[][] {
  return EMOJI.slice(1).map((end, i) => codePoints.filter((codePoint) => codePoint >= EMOJI[i]! && codePoint < end))
}

function unicodeRange(codePoints: readonly number[]): string {
  const out: string[] = []
  for (let i = 0; i < codePoints.length; ) {
    const first = codePoints[i]!
    let count = 1
    while (codePoints[i + count] === first + count) count++
    out.push(count === 1 ? `U+${first.toString(16)}` : `U+${first.toString(16)}-${(first + count - 1).toString(16)}`)
    i += count
  }
  return out.join(', ')
}
