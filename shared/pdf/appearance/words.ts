import { layoutText, type Metrics, type TextBox } from '#pdf/text-layout'
import { INK, type Paint } from './paint.ts'

/** Between a field's edge and its text, in points. */
const PADDING = 2

/** Text set in a field, as paints. */
export function words(box: TextBox, metrics: Metrics, color: string = INK): Paint[] {
  const padding = Math.min(PADDING, box.width / 8)
  const layout = layoutText({ ...box, width: box.width - 2 * padding }, metrics)
  return layout.lines.flatMap(({ baseline, runs }) =>
    runs.map(({ text, font, dir, x, width }): Paint => {
      return { kind: 'text', x: x + padding, baseline, width, size: layout.size, font, text, color, dir }
    }),
  )
}
