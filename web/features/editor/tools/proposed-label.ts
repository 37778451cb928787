import type { Box } from '#domain/pack'
import type { TextRun } from '../../pages/index.ts'

/** How far from a field, in thousandths of a point, words can be what it asks for. */
const LEFT = 220_000
const RIGHT = 60_000
const ABOVE = 22_000
const BELOW = 16_000
/** Borders may touch the words by so much. */
const TOUCH = 5_000
/** Longer than that it is text of the document, and no label. */
const MOST_LETTERS = 60

/** The probable name of a field here: the words next to it on the page. `isBox`: a tick box, whose words follow it. */
export function proposedLabel(runs: readonly TextRun[], box: Box, isBox: boolean): string | null {
  const lines = linesOf(runs)
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const near = (of: (line: TextRun) => number | null) =>
    lines
      .flatMap((line) => {
        const distance = of(line)
        const label = distance === null ? null : labelIn(line.text)
        return distance === null || label === null ? [] : [{ distance, label }]
      })
      .sort((a, b) => a.distance - b.distance)[0]
  const isOnSameLine = ({ y, height }: TextRun) => Math.min(y + height, bottom) - Math.max(y, box.y) > Math.min(height, box.height) / 3
  const isOver = ({ x, width }: TextRun) => Math.min(x + width, right) > Math.max(x, box.x)
  const within = (distance: number, most: number) => (distance >= -TOUCH && distance <= most ? Math.max(0, distance) : null)

  const after = near((line) => (isOnSameLine(line) ? within(line.x - right, RIGHT) : null))
  if (isBox && after) return after.label
  const before = near((line) => (isOnSameLine(line) ? within(box.x - (line.x + line.width), LEFT) : null))
  const begun = near((line) => (isOnSameLine(line) && line.x < box.x && line.x + line.width > box.x ? 0 : null))
  const above = near((line) => (isOver(line) ? within(box.y - (line.y + line.height), ABOVE) : null))
  const below = near((line) => (isOver(line) ? within(line.y - bottom, BELOW) : null))
  return (before ?? begun ?? (above && below && below.distance < above.distance ? below : (above ?? below)))?.label ?? null
}

/** Runs that follow each other on a line, together: a PDF may hold every word, or letter, separately. */
function linesOf(runs: readonly TextRun[]): readonly TextRun[] {
  const lines: TextRun[] = []
  for (const run of [...runs].sort((a, b) => a.y + a.height - (b.y + b.height) || a.x - b.x)) {
    const at = lines.findLastIndex((line) => {
      const gap = run.x - (line.x + line.width)
      return Math.abs(line.y + line.height - run.y - run.height) < line.height / 3 && gap > -line.height && gap < line.height
    })
    const line = lines[at]
    if (!line) {
      lines.push(run)
      continue
    }
    const space = run.x - (line.x + line.width) > line.height / 6 && !/\s$/.test(line.text) ? ' ' : ''
    lines[at] = { ...line, text: line.text + space + run.text, width: run.x + run.width - line.x }
  }
  return lines
}

/** Without the line to write on, and the colon before it. */
function labelIn(text: string): string | null {
  const label = (text.split(/[_…]{2,}|\.{3,}/)[0] ?? '').replace(/\s+/g, ' ').replace(/^[\s*•·\-–:]+|[\s*:：_.\-–]+$/g, '')
  return /\p{L}/u.test(label) && label.length <= MOST_LETTERS ? label : null
}
