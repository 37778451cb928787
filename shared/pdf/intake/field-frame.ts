import { PDFArray, PDFDict, PDFName, PDFNumber } from 'pdf-lib'
import type { Box } from '#pdf/geometry'

const name = PDFName.of
/** By how many numbers a colour has (ISO 32000-2, 12.5.6.19). */
const FILL: Readonly<Record<number, string>> = { 1: 'g', 3: 'rg', 4: 'k' }

/**
 * How wide a widget's frame is: a colour for it means a frame, one point wide where nothing else is said
 * (ISO 32000-2, 12.5.2 and 12.5.4).
 */
export function frameWidth(widget: PDFDict): number {
  if (!colourOf(widget, 'BC')) return 0
  const style = widget.lookup(name('BS'))
  const styled = style instanceof PDFDict ? style.lookup(name('W')) : undefined
  const border = widget.lookup(name('Border'))
  const said = styled ?? (border instanceof PDFArray && border.size() > 2 ? border.lookup(2) : undefined)
  return said instanceof PDFNumber ? Math.max(0, said.asNumber()) : 1
}

/** The ground and the frame of a widget that stands empty; '' where it has neither. */
export function frameOperators(widget: PDFDict, [x0, y0, x1, y1]: Box): string {
  const [ground, edge, wide] = [colourOf(widget, 'BG'), colourOf(widget, 'BC'), frameWidth(widget)]
  const fill = ground ? `${ground.join(' ')} ${FILL[ground.length]} ${x0} ${y0} ${x1 - x0} ${y1 - y0} re f\n` : ''
  if (!edge || wide === 0) return fill === '' ? '' : `q\n${fill}Q\n`
  const half = wide / 2
  const line = isUnderlined(widget)
    ? `${x0} ${y0 + half} m ${x1} ${y0 + half} l S`
    : `${x0 + half} ${y0 + half} ${x1 - x0 - wide} ${y1 - y0 - wide} re S`
  return `q\n${fill}${edge.join(' ')} ${FILL[edge.length]?.toUpperCase()} ${wide} w ${line}\nQ\n`
}

function isUnderlined(widget: PDFDict): boolean {
  const style = widget.lookup(name('BS'))
  return style instanceof PDFDict && style.lookup(name('S')) === name('U')
}

function colourOf(widget: PDFDict, key: 'BG' | 'BC'): number[] | null {
  const looks = widget.lookup(name('MK'))
  const colour = looks instanceof PDFDict ? looks.lookup(name(key)) : undefined
  if (!(colour instanceof PDFArray) || FILL[colour.size()] === undefined) return null
  const numbers = Array.from({ length: colour.size() }, (_, at) => {
    const part = colour.lookup(at)
    return part instanceof PDFNumber ? part.asNumber() : Number.NaN
  })
  return numbers.every(Number.isFinite) ? numbers : null
}
