/** Writes the width tables of `#pdf/text-layout` from the font files: node shared/pdf/fonts/make-tables.ts */
import { writeFileSync } from 'node:fs'
import type { Font } from '@cantoo/fontkit'
import { fontPath } from '#pdf/font-files'
import { CORE_FONT_NAMES, type CoreFontName, type FaceTable } from '#pdf/text-layout'
import { fontOf, PLAIN_FEATURES } from './index.ts'

const ZWJ = '\u200d'
const VIRAMA = '\u094d'

for (const name of CORE_FONT_NAMES) {
  const font = fontOf(name)
  const shaped = (text: string) => font.layout(text, PLAIN_FEATURES, null, null, name === 'arabic' ? 'rtl' : 'ltr')
  const scale = 1000 / font.unitsPerEm
  const width = (text: string) => Math.round((shaped(text).positions ?? []).reduce((sum, position) => sum + position.xAdvance, 0) * scale)
  const glyphs = (text: string) =>
    shaped(text)
      .glyphs.filter((glyph) => !glyph.codePoints.includes(0x200d))
      .map((glyph) => glyph.id)
      .join()
  const table = { advances: advances(font, scale), ...tableOf(name, font.characterSet, width, glyphs) }
  const properties = Object.entries(table).map(([key, value]) => `  ${key}:\n    '${value}',\n`)
  writeFileSync(
    new URL(`../text-layout/tables/${name}.ts`, import.meta.url),
    `// Made by fonts/make-tables.ts from ${fontPath(name).split('/').at(-1)}; see ../widths.ts for what it says.\nexport default {\n${properties.join('')}}\n`,
  )
}

function advances(font: Font, scale: number): string {
  const stretches: { first: number; widths: string[] }[] = []
  for (const codePoint of [...font.characterSet].sort((a, b) => a - b)) {
    if (codePoint < 0x20) continue
    const width = Math.round(font.glyphForCodePoint(codePoint)!.advanceWidth * scale).toString(36)
    const last = stretches.at(-1)
    if (last && last.first + last.widths.length === codePoint) last.widths.push(width)
    else stretches.push({ first: codePoint, widths: [width] })
  }
  return stretches.map(({ first, widths }) => `${first.toString(16)}:${widths.join()}`).join(';')
}

function tableOf(
  name: CoreFontName,
  characters: number[],
  width: (text: string) => number,
  glyphs: (text: string) => string,
): Omit<FaceTable, 'advances'> {
  const text = (...codePoints: number[]) => String.fromCodePoint(...codePoints)
  if (name === 'arabic') {
    const letters = characters.filter(
      (codePoint) => /\p{Script=Arabic}/u.test(text(codePoint)) && /\p{L}/u.test(text(codePoint)) && codePoint < 0xfb50,
    )
    const lam = 0x644
    const joined = letters.flatMap((letter) => {
      const own = text(letter)
      const forward = glyphs(own + ZWJ) !== glyphs(own)
      const back = glyphs(ZWJ + own) !== glyphs(own)
      if (!forward && !back) return []
      const forms = [forward ? width(own + ZWJ) : null, forward ? width(ZWJ + own + ZWJ) : null, back ? width(ZWJ + own) : null]
      return [`${letter.toString(16)}:${forms.map((form) => form?.toString(36) ?? '').join()}`]
    })
    const pairs = [0x622, 0x623, 0x625, 0x627].map((alef) => {
      const pair = text(lam, alef)
      return `${lam.toString(16)}+${alef.toString(16)}:${width(pair).toString(36)},${width(ZWJ + pair).toString(36)}`
    })
    return { joined: joined.join(';'), pairs: pairs.join(';') }
  }
  if (name === 'devanagari') {
    const consonants = characters.filter(
      (codePoint) => (codePoint >= 0x915 && codePoint <= 0x939) || (codePoint >= 0x958 && codePoint <= 0x95f),
    )
    const half = (consonant: number) => width(text(consonant) + VIRAMA + ZWJ)
    const pairs = consonants.flatMap((first) =>
      consonants.flatMap((second) => {
        const pair = width(text(first) + VIRAMA + text(second))
        const sum = (first === 0x930 ? 0 : half(first)) + width(text(second))
        return pair === sum ? [] : [`${first.toString(16)}+${second.toString(16)}:${pair.toString(36)}`]
      }),
    )
    return {
      halves: consonants.map((consonant) => `${consonant.toString(16)}:${half(consonant).toString(36)}`).join(';'),
      pairs: pairs.join(';'),
    }
  }
  return {}
}
