import type { PDFDocumentProxy } from 'pdfjs-dist'
import { fileHeaders } from './useFileUrl.ts'

interface Held {
  readonly opened: Promise<PDFDocumentProxy>
  /** Its pages can be drawn at once. */
  ready: boolean
  users: number
  closing?: ReturnType<typeof setTimeout>
}
const held = new Map<string, Held>()
/** A document that nobody shows is kept for the moment in which another screen may show it again. */
const KEPT_MS = 5_000

/** Opens a PDF once for all that show it. */
export function holdPdf(url: string): { readonly opened: Promise<PDFDocumentProxy>; release(): void } {
  let mine = held.get(url)
  if (!mine) {
    const fresh: Held = { opened: open(url), ready: false, users: 0 }
    mine = fresh
    held.set(url, fresh)
    fresh.opened.then(
      () => {
        fresh.ready = true
      },
      () => held.delete(url),
    )
  }
  const one = mine
  one.users += 1
  clearTimeout(one.closing)
  return {
    opened: one.opened,
    release() {
      one.users -= 1
      if (one.users > 0) return
      one.closing = setTimeout(() => {
        held.delete(url)
        one.opened.then((pdf) => pdf.loadingTask.destroy()).catch(() => {})
      }, KEPT_MS)
    },
  }
}

export const isOpen = (url: string): boolean => held.get(url)?.ready ?? false

async function open(url: string): Promise<PDFDocumentProxy> {
  const { getDocument } = await loadPdfJs()
  return getDocument({
    url,
    httpHeaders: fileHeaders(),
    withCredentials: true,
    isEvalSupported: false,
    useWorkerFetch: false,
    // What is not embedded looks the same for everybody: a phone without the font would draw another one at its widths.
    useSystemFonts: false,
    cMapPacked: true,
    BinaryDataFactory: BuildFiles,
  }).promise
}

let library: Promise<typeof import('pdfjs-dist')> | undefined
export function loadPdfJs(): Promise<typeof import('pdfjs-dist')> {
  library ??= Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url')]).then(
    ([pdfjs, worker]) => {
      pdfjs.GlobalWorkerOptions.workerSrc = worker.default
      return pdfjs
    },
  )
  return library
}

/** Gives pdf.js the files that it asks for by name, from this build. */
class BuildFiles {
  async fetch({ filename }: { readonly filename: string }) {
    return (await import('./pdf-files.ts')).pdfFile(filename)
  }
}
