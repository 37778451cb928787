// Registers itself, so that pdf.js needs no file for a worker: a saved copy of this page has none.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const WIDTH = 400

/** Draws a page on a canvas; answers how many pages there are. */
export function drawPage(bytes: Uint8Array, number: number, canvas: HTMLCanvasElement): { done: Promise<number>; cancel(): void } {
  const loading = getDocument({ data: bytes, isEvalSupported: false, useWorkerFetch: false, useWasm: false, stopAtErrors: false })
  let gone = false
  const draw = async (): Promise<number> => {
    const pdf = await loading.promise
    const page = await pdf.getPage(Math.min(number, pdf.numPages))
    if (gone) return pdf.numPages
    const plain = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (WIDTH / plain.width) * Math.min(2, globalThis.devicePixelRatio || 1) })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
    return pdf.numPages
  }
  return {
    done: draw(),
    cancel() {
      gone = true
      void loading.destroy()
    },
  }
}
