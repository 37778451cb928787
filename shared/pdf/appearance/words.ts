import { charactersOf } from '#domain/pack'
import {
  type CombBox,
  LINE_PITCH,
  layoutComb,
  layoutText,
  type Metrics,
  MIN_SIZE,
  spelledOut,
  type TextBox,
  type TextLayout,
} from '#pdf/text-layout'
import type { FieldSize } from './appearance.ts'
import { INK, type Paint } from './paint.ts'

/** Between a field's edge and its text, in points. */
const PADDING = 2

/**
 * Text set in a field, as paints: never outside of it, and never a box for a missing glyph. An entry that needs
 * more than a smaller print is refused, so later fields show only accepted text.
 */
export function words(box: TextBox, metrics: Metrics, color: string = INK): Paint[] {
  return painted(contained(inner({ ...box, text: spelledOut(box.text, metrics) }), metrics), paddingOf(box), color)
}

/** Words that say nothing in part: a date, a name that signs. They are made as small as it takes. */
export function wholeWords(box: TextBox, metrics: Metrics, color: string = INK): Paint[] {
  const shown = inner({ ...box, text: spelledOut(box.text, metrics) })
  const set = layoutText(shown, metrics)
  return painted(set.fits ? set : layoutText({ ...shown, smallest: TINY }, metrics), paddingOf(box), color)
}
const TINY = 0.25

/** Whether text set by `words` stays inside the field. */
export function wordsFit(box: TextBox, metrics: Metrics): boolean {
  return layoutText(inner(box), metrics).fits
}

const paddingOf = ({ width }: TextBox) => Math.min(PADDING, width / 8)
const inner = (box: TextBox): TextBox => ({ ...box, width: box.width - 2 * paddingOf(box) })

/** Text with a cell for each character. The cells themselves are the paper's. */
export function combed(box: CombBox, metrics: Metrics): Paint[] {
  const set = layoutComb({ ...box, text: spelledOut(box.text, metrics) }, metrics)
  return set.fits ? painted(set, 0, INK) : words({ ...box, single: true, vertical: 'middle' }, metrics)
}

/** As much of a text as its box holds in the smallest print, and how much more there is. */
function contained(box: TextBox, metrics: Metrics): TextLayout {
  const whole = layoutText(box, metrics)
  if (whole.fits) return whole
  const smallest = Math.min(MIN_SIZE, box.height / LINE_PITCH)
  const characters = charactersOf(box.text)
  const set = (text: string) => layoutText({ ...box, text, size: smallest, smallest }, metrics)
  const cutAt = (count: number, note: (left: number) => string) =>
    set(`${characters.slice(0, count).join('').trimEnd()}${note(characters.length - count)}`)
  for (const note of NOTES) {
    if (!cutAt(0, note).fits) continue
    const count = mostThat(Math.min(characters.length - 1, mostIn(box)), (count) => cutAt(count, note).fits)
    return cutAt(count, note)
  }
  return layoutText({ ...box, text: ELLIPSIS, smallest: TINY }, metrics)
}

const ELLIPSIS = '…'
/** The events that the sealed file carries hold all of it. */
const NOTES = [
  (left: number) => `${ELLIPSIS} [${left} more characters are in the history of this document]`,
  (left: number) => `${ELLIPSIS} [+${left}]`,
  () => ELLIPSIS,
] as const

/** More characters than a box of that size holds in the smallest print, however narrow they are. */
export function mostIn({ width, height }: FieldSize): number {
  return Math.ceil(height / (LINE_PITCH * MIN_SIZE)) * Math.ceil(width / (NARROWEST * MIN_SIZE))
}
/** In sizes. */
const NARROWEST = 0.2

/** The largest number up to `most` for which it holds; 0 where there is none. */
export function mostThat(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function painted({ lines, size }: TextLayout, left: number, color: string): Paint[] {
  return lines.flatMap(({ baseline, runs }) =>
    runs.map(({ text, font, dir, x, width }): Paint => {
      return { kind: 'text', x: x + left, baseline, width, size, font, text, color, dir }
    }),
  )
}
