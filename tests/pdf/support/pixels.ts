import { PDFiumLibrary } from '@hyzyla/pdfium'

let library: Promise<PDFiumLibrary> | undefined

export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green and blue at a point of the page, as a reader shows it, in pixels. */
  at(x: number, y: number): readonly [number, number, number]
}

/** What an independent renderer shows of a page, four bytes a pixel. */
export async function pixelsOf(pdf: Uint8Array, page = 0, scale = 1, password?: string) {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf, password)
  try {
    const { data, width, height } = await document.getPage(page).render({ scale, render: 'bitmap', renderFormFields: true })
    return { data, width, height, channels: 4 }
  } finally {
    document.destroy()
  }
}

/** The same, to be asked for single points. */
export async function picture(pdf: Uint8Array, page = 0, scale = 1): Promise<Picture> {
  const { data, width, height } = await pixelsOf(pdf, page, scale)
  return {
    width,
    height,
    at: (x, y) => {
      const i = (Math.floor(y) * width + Math.floor(x)) * 4
      return [data[i]!, data[i + 1]!, data[i + 2]!]
    },
  }
}

/** The smallest box round everything of a colour. */
export function boundsOf(picture: Picture, wanted: (color: readonly [number, number, number]) => boolean) {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (!wanted(picture.at(x, y))) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  return { left, top, right, bottom }
}

export const isRed = ([r, g, b]: readonly [number, number, number]) => r > 150 && g < 100 && b < 100
export const isDark = ([r, g, b]: readonly [number, number, number]) => r + g + b < 300
