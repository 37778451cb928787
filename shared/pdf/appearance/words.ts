import { type CombBox, layoutComb, layoutText, type Metrics, type TextBox, type TextLayout } from '#pdf/text-layout'
import { INK, type Paint } from './paint.ts'

/** Between a field's edge and its text, in points. */
const PADDING = 2

/** Text set in a field, as paints. */
export function words(box: TextBox, metrics: Metrics, color: string = INK): Paint[] {
  return painted(layoutText(inner(box), metrics), paddingOf(box), color)
}

/** Whether text set by `words` stays inside the field. */
export function wordsFit(box: TextBox, metrics: Metrics): boolean {
  return layoutText(inner(box), metrics).fits
}

const paddingOf = ({ width }: TextBox) => Math.min(PADDING, width / 8)
const inner = (box: TextBox): TextBox => ({ ...box, width: box.width - 2 * paddingOf(box) })

/** Text with a cell for each character. The cells themselves are the paper's. */
export function combed(box: CombBox, metrics: Metrics): Paint[] {
  return painted(layoutComb(box, metrics), 0, INK)
}

function painted({ lines, size }: TextLayout, left: number, color: string): Paint[] {
  return lines.flatMap(({ baseline, runs }) =>
    runs.map(({ text, font, dir, x, width }): Paint => {
      return { kind: 'text', x: x + left, baseline, width, size, font, text, color, dir }
    }),
  )
}
