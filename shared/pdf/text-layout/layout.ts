import { hanOf } from './faces.ts'
import { CAP_HEIGHT, DEFAULT_SIZE, LINE_PITCH, MIN_SIZE, shrinkToFit } from './fit.ts'
import { oneLine, prepared } from './prepared.ts'
import { paragraphOf, runsOf } from './runs.ts'
import type { Metrics, TextBox, TextLayout, TextRun } from './types.ts'
import { lineWidth } from './wrap.ts'

/** How much of a line's free room is on its left. */
const SHARE_OF_ROOM = { left: 0, centre: 0.5, right: 1 } as const

/**
 * Sets text in a box. Browser and stamper both use this, with the same tables, so that what a signer sees is what is
 * sealed. The size begins at `size`, or lower where one line of it would not be in the box, and shrinks until all fits.
 */
export function layoutText(box: TextBox, metrics: Metrics): TextLayout {
  const text = box.single ? oneLine(box.text) : prepared(box.text)
  const setting = { base: box.font ?? 'sans', han: hanOf(text, metrics) } as const
  const paragraphs = text.split('\n').map((line) => paragraphOf(line, setting, metrics))
  const { smallest = MIN_SIZE } = box
  const start = Math.max(smallest, Math.min(box.size ?? DEFAULT_SIZE, box.height / LINE_PITCH))
  const { size, lines, fits } = shrinkToFit(
    paragraphs,
    { width: box.width, height: box.height, single: box.single ?? false, smallest },
    start,
    metrics,
  )
  const pitch = LINE_PITCH * size
  const top = box.vertical === 'middle' ? Math.max(0, (box.height - lines.length * pitch) / 2) : 0
  return {
    size,
    fits,
    lines: lines.map(({ paragraph, start, end }, i) => {
      const width = lineWidth(paragraph, start, end, size, metrics)
      const room = Math.max(0, box.width - width)
      const left = room * SHARE_OF_ROOM[box.align ?? (paragraph.dir === 'rtl' ? 'right' : 'left')]
      const ink = start + paragraph.text.slice(start, end).trimEnd().length
      let x = left
      const seen = runsOf(paragraph, start, ink).map((run) => {
        const placed = { ...run, x, width: metrics.measure(run.text, run.font, size) }
        x += placed.width
        return placed
      })
      const runs = seen.sort((a, b) => a.from - b.from).map(({ from: _, ...run }): TextRun => run)
      return { baseline: top + i * pitch + (pitch + CAP_HEIGHT * size) / 2, width, runs }
    }),
  }
}
