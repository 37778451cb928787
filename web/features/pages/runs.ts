import { holdPdf } from './pdf.ts'

/** Words that are printed on a page, in thousandths of a point from its top left. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The level text of a page that is `width` thousandths of a point wide. */
export async function textRunsOf(fileUrl: string, page: number, width: number): Promise<readonly TextRun[]> {
  const pdf = holdPdf(fileUrl)
  try {
    const source = await (await pdf.opened).getPage(page + 1)
    const viewport = source.getViewport({ scale: 1 })
    const milli = width / viewport.width
    const { items } = await source.getTextContent()
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number]
      const [left, base] = viewport.convertToViewportPoint(e, f) as [number, number]
      const [, beyond] = viewport.convertToViewportPoint(e + a, f + b) as [number, number]
      const height = Math.hypot(c, d)
      // Turned on its side, it is no line next to a field.
      if (Math.abs(beyond - base) > height / 4) return []
      return [{ text: item.str, x: left * milli, y: (base - height) * milli, width: item.width * milli, height: height * milli }]
    })
  } finally {
    pdf.release()
  }
}
