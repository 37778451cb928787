import type { PDFPageProxy } from 'pdfjs-dist'
import classes from './pages.module.css'
import { loadPdfJs } from './pdf.ts'

/** Beyond this many pieces a page's words stand in one, without their places: a browser lays each of them out. */
const MOST_PIECES = 4_000
const MOST_WORDS = 100_000

export interface PageText {
  readonly element: HTMLElement
  /** Laid over a page that is so many pixels wide: nothing is read again. */
  fit(width: number): void
}

/** The words of a page where they stand, to be read out and, where it is wanted, selected. null for a page without any. */
export async function textOf(source: PDFPageProxy): Promise<PageText | null> {
  const content = await source.getTextContent()
  const words = content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  if (words.trim() === '') return null
  const element = document.createElement('div')
  element.className = classes.text ?? ''
  if (content.items.length > MOST_PIECES) {
    element.className = 'visually-hidden'
    element.textContent = words.slice(0, MOST_WORDS)
    return { element, fit: () => undefined }
  }
  const { TextLayer } = await loadPdfJs()
  const viewport = source.getViewport({ scale: 1 })
  await new TextLayer({ textContentSource: content, container: element, viewport }).render()
  return { element, fit: (width) => element.style.setProperty('--total-scale-factor', String((width * source.userUnit) / viewport.width)) }
}
