/**
 * Writes the faces as the browser loads them, from the very font files that are embedded in sealed files:
 * node assets/fonts/make.ts
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'
import { fontPath } from '#pdf/font-files'
import { fontOf } from '#pdf/fonts'
import { CORE_FONT_NAMES, type CoreFontName } from '#pdf/text-layout'

type Range = readonly [first: number, last: number]
interface Part {
  readonly name: string
  readonly ranges: readonly Range[]
}

/** A signer loads only what the text on the page needs. */
const PARTS: Record<CoreFontName, readonly Part[]> = {
  sans: [
    {
      name: 'latin',
      ranges: [
        [0x20, 0x17f],
        [0x2000, 0x206f],
        [0x20a0, 0x20bf],
        [0x2116, 0x2122],
      ],
    },
    {
      name: 'greek-cyrillic',
      ranges: [
        [0x370, 0x52f],
        [0x1f00, 0x1fff],
      ],
    },
    {
      name: 'more',
      ranges: [
        [0x180, 0x36f],
        [0x530, 0x1eff],
        [0x2070, 0x209f],
        [0x20c0, 0x2115],
        [0x2123, 0xffff],
      ],
    },
  ],
  arabic: [{ name: 'all', ranges: [[0x20, 0xffff]] }],
  hebrew: [{ name: 'all', ranges: [[0x20, 0xffff]] }],
  devanagari: [{ name: 'all', ranges: [[0x20, 0xffff]] }],
  thai: [{ name: 'all', ranges: [[0x20, 0xffff]] }],
  hand: [
    {
      name: 'latin',
      ranges: [
        [0x20, 0x17f],
        [0x2000, 0x206f],
      ],
    },
    {
      name: 'more',
      ranges: [
        [0x180, 0x1fff],
        [0x2070, 0xffff],
      ],
    },
  ],
}

const css: string[] = []
for (const font of CORE_FONT_NAMES) {
  const file = readFileSync(fontPath(font))
  const characters = fontOf(font).characterSet
  for (const { name, ranges } of PARTS[font]) {
    const within = characters.filter((codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
    const target = name === 'all' ? `${font}.woff2` : `${font}-${name}.woff2`
    const text = String.fromCodePoint(...within)
    writeFileSync(new URL(target, import.meta.url), await subset(file, text, { targetFormat: 'woff2' }))
    const unicode = ranges.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join(', ')
    css.push(
      `@font-face {\n  font-family: "paraph-${font}";\n  src: url("./${target}") format("woff2");\n  unicode-range: ${unicode};\n  font-display: block;\n}`,
    )
  }
}
writeFileSync(
  new URL('fonts.css', import.meta.url),
  `/* Made by make.ts. Set text in these with font-kerning: none and font-variant-ligatures: none, as sealed files do. */\n${css.join('\n')}\n`,
)
for (const [font, name] of [
  ['sans', 'noto'],
  ['hand', 'caveat'],
] as const) {
  copyFileSync(new URL('../LICENSE_FONT', `file://${fontPath(font)}`), new URL(`LICENSE-${name}.txt`, import.meta.url))
}
