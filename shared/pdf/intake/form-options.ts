import { PDFArray, type PDFDict, PDFHexString, PDFRawStream, PDFString } from 'pdf-lib'
import { inherited, textOf } from './form-tree.ts'

const MOST_OPTIONS = 200

/** Each is a text, or a pair of what is sent and what is shown. */
export function optionsOf(line: readonly PDFDict[]): { readonly sent: string; readonly shown: string }[] {
  const list = inherited(line, 'Opt')
  if (!(list instanceof PDFArray)) return []
  const all = Array.from({ length: Math.min(list.size(), MOST_OPTIONS) }, (_, at) => {
    const option = list.lookup(at)
    const pair = option instanceof PDFArray && option.size() > 0 ? option : null
    return {
      sent: textOf(pair ? pair.lookup(0) : option).trim(),
      shown: textOf(pair ? pair.lookup(pair.size() - 1) : option).trim(),
    }
  })
  return all.filter(({ shown }) => shown !== '')
}

/** Those that are chosen, as they are sent. */
export function chosenIn(value: unknown): string[] {
  const all = value instanceof PDFArray ? Array.from({ length: value.size() }, (_, at) => value.lookup(at)) : [value]
  const texts = all.filter((one) => one instanceof PDFString || one instanceof PDFHexString || one instanceof PDFRawStream)
  return texts.map((text) => textOf(text).trim()).filter((text) => text !== '')
}
