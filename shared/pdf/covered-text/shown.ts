import type { Operand } from '#pdf/document'
import { compose, type Matrix, transform } from '#pdf/geometry'
import type { Font } from './font.ts'

interface Setting {
  readonly matrix: Matrix
  readonly font: Font | null
  readonly size: number
  readonly spacing: number
  readonly wordSpacing: number
  readonly scale: number
  readonly rise: number
}
interface Shown {
  /** Where the text goes on. */
  readonly after: Matrix
  /** The list that shows all that is not covered, where it was; null where nothing is. */
  readonly without: string | null
}

const SPACE = 32

/** Sets the strings and gaps of a list. Null where it is not known how far its characters move what follows. */
export function shown(
  items: readonly Operand[],
  { matrix, font, size, spacing, wordSpacing, scale, rise }: Setting,
  from: Matrix,
  isCovered: (x: number, y: number) => boolean,
): Shown | null {
  if (font === null || size === 0) return null
  let text = from
  let isChanged = false
  const kept: string[] = []
  let run = ''
  let gap = 0
  const close = () => {
    if (run !== '') kept.push(`<${run}>`)
    run = ''
    if (gap !== 0) kept.push(decimal(gap))
    gap = 0
  }
  const move = (by: number) => {
    text = compose([1, 0, 0, 1, by * scale, 0], text)
  }
  for (const item of items) {
    if (item.is === 'number') {
      move((-item.number / 1000) * size)
      if (run !== '') close()
      gap += item.number
      continue
    }
    if (item.is !== 'string') continue
    const glyphs = font.glyphs(item.bytes)
    if (glyphs === null) return null
    for (const { code, bytes, width } of glyphs) {
      const advance = width * size + spacing + (code === SPACE ? wordSpacing : 0)
      const middle = transform(compose(text, matrix), { x: (width * size * scale) / 2, y: rise + font.middle * size })
      move(advance)
      if (isCovered(middle.x, middle.y)) {
        isChanged = true
        if (run !== '') close()
        gap -= (advance / size) * 1000
        continue
      }
      if (gap !== 0) close()
      run += Buffer.from(bytes).toString('hex')
    }
  }
  close()
  return { after: text, without: isChanged ? `[${kept.join(' ')}]` : null }
}

const decimal = (value: number) => String(Number(value.toFixed(3)))
