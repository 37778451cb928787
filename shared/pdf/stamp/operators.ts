import type { ImagePaint, PathPaint, TextPaint } from '#pdf/appearance'
import { type FontName, SCRIPT_FONT_NAMES } from '#pdf/text-layout'
import { hex, type ShownGlyph, utf16 } from './font-subset.ts'

/** At most six decimals, never an exponent: PDF knows none. */
export function number(value: number): string {
  return String(Number(value.toFixed(6)))
}
const numbers = (...values: number[]) => values.map(number).join(' ')

/** `#rrggbb` as PDF's three parts of one. */
function color(rgb: string): string {
  return numbers(...[1, 3, 5].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255))
}

/** Everything here draws where y points down, as paints have it: text and images are turned over once more. */
export function imageOperators({ x, y, width, height }: ImagePaint, name: string): string {
  return `q ${numbers(width, 0, 0, -height, x, y + height)} cm /${name} Do Q`
}

/** @param state name of the graphics state that says how much shows through; null: nothing */
export function pathOperators({ d, stroke, fill, width }: PathPaint, state: string | null): string {
  const painting = stroke === undefined ? 'f' : fill === undefined ? 'S' : 'B'
  const style = `${stroke === undefined ? '' : `${color(stroke)} RG `}${fill === undefined ? '' : `${color(fill)} rg `}`
  return `q ${state === null ? '' : `/${state} gs `}1 J 1 j ${number(width)} w ${style}${segments(d)} ${painting} Q`
}

const OPERATORS: Readonly<Record<string, readonly [operands: number, operator: string]>> = {
  M: [2, 'm'],
  L: [2, 'l'],
  C: [6, 'c'],
  Z: [0, 'h'],
}

function segments(d: string): string {
  const tokens = d.match(/[A-Za-z]|-?[\d.]+(?:e-?\d+)?/g) ?? []
  const out: string[] = []
  for (let i = 0; i < tokens.length; ) {
    const [operands, operator] = OPERATORS[tokens[i]!] ?? [0, '']
    if (operator === '') throw new Error('a path of a paint holds M, L, C and Z only')
    out.push(...tokens.slice(i + 1, i + 1 + operands).map((token) => number(Number(token))), operator)
    i += 1 + operands
  }
  return out.join(' ')
}

/**
 * A run, scaled to the width that the layout gave it. Where shaping puts letters in another order it also says what it
 * reads as, since codes alone would read in the order of their glyphs.
 */
export function textOperators(paint: TextPaint, glyphs: readonly ShownGlyph[], font: string): string {
  const natural = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * (paint.size / 1000)
  const scale = natural > 0 ? (100 * paint.width) / natural : 100
  const scaling = Math.abs(scale - 100) < 0.01 ? '' : `${number(scale)} Tz `
  const show = `BT ${color(paint.color)} rg /${font} ${number(paint.size)} Tf ${scaling}${numbers(1, 0, 0, -1, paint.x, paint.baseline)} Tm ${shown(glyphs, paint.size)} ET`
  const spoken = isReordered(paint) ? `/Span << /ActualText <feff${utf16(paint.text)}> >> BDC ${show} EMC` : show
  return `q ${spoken} Q`
}

/** From right to left it stays out: readers turn glyphs round by themselves, and some would turn such words round too. */
const isReordered = ({ font, dir }: TextPaint) => dir === 'ltr' && REORDERED.has(font)
const REORDERED = new Set<FontName>(['devanagari', 'thai', ...SCRIPT_FONT_NAMES])

function shown(glyphs: readonly ShownGlyph[], size: number): string {
  const out: string[] = []
  let codes = ''
  let array = ''
  let rise = 0
  const flush = () => {
    if (codes !== '') array += `<${codes}>`
    codes = ''
  }
  const end = () => {
    flush()
    if (array !== '') out.push(`[${array}] TJ`)
    array = ''
  }
  for (const { code, own, advance, dx, dy } of glyphs) {
    if (dy !== rise) {
      end()
      out.push(`${number((dy * size) / 1000)} Ts`)
      rise = dy
    }
    const before = -dx
    const after = own - advance + dx
    if (before !== 0) {
      flush()
      array += ` ${number(before)} `
    }
    codes += hex(code)
    if (Math.abs(after) > 1e-9) {
      flush()
      array += ` ${number(after)} `
    }
  }
  end()
  if (rise !== 0) out.push('0 Ts')
  return out.join(' ')
}
