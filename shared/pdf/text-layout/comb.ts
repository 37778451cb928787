import { charactersOf } from '#domain/pack'
import { hanOf } from './faces.ts'
import { CAP_HEIGHT, DEFAULT_SIZE, LINE_PITCH, MIN_SIZE } from './fit.ts'
import { oneLine } from './prepared.ts'
import { inVisualOrder, paragraphOf, runsOf } from './runs.ts'
import type { CombBox, Metrics, TextLayout, TextRun } from './types.ts'

/** Of a cell's width, for a character that is wider than usual: what remains keeps neighbours apart. */
const MOST_OF_CELL = 0.9

/**
 * Sets each character of a text in the middle of a cell of its own, all in one size. Cells are counted from where the
 * text begins to be read. A text with more characters than cells is set in narrower ones: nothing of it is left out.
 */
export function layoutComb({ text: raw, width, height, size: wanted = DEFAULT_SIZE, cells }: CombBox, metrics: Metrics): TextLayout {
  const text = oneLine(raw)
  const paragraph = paragraphOf(text, { base: 'sans', han: hanOf(text, metrics) }, metrics)
  const characters = charactersFrom(text).map((at) => ({ ...at, level: paragraph.levels[at.start] ?? 0 }))
  const pieces = characters.map(({ start, end }) => runsOf(paragraph, start, end).filter((run) => run.text.trim() !== ''))
  const count = Math.max(cells, characters.length)
  const cell = width / count
  const widthAt = (piece: (typeof pieces)[number], size: number) =>
    piece.reduce((sum, run) => sum + metrics.measure(run.text, run.font, size), 0)
  const widest = Math.max(0, ...pieces.map((piece) => widthAt(piece, 1)))
  const fitting = Math.min(wanted, height / LINE_PITCH, widest > 0 ? (MOST_OF_CELL * cell) / widest : wanted)
  const size = Math.max(MIN_SIZE, fitting)
  const seen = inVisualOrder(characters)
  const first = paragraph.dir === 'rtl' ? count - characters.length : 0
  const runs = pieces.flatMap((piece, at): TextRun[] => {
    const place = first + seen.indexOf(characters[at]!)
    let x = place * cell + (cell - widthAt(piece, size)) / 2
    return piece.map(({ text, font, dir }) => {
      const run = { text, font, dir, x, width: metrics.measure(text, font, size) }
      x += run.width
      return run
    })
  })
  return {
    size,
    fits: fitting >= MIN_SIZE && characters.length <= cells,
    lines: [{ baseline: (height + CAP_HEIGHT * size) / 2, width, runs }],
  }
}

function charactersFrom(text: string): { readonly start: number; readonly end: number }[] {
  let at = 0
  return charactersOf(text).map((character) => {
    const start = at
    at += character.length
    return { start, end: at }
  })
}
