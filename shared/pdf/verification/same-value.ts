import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib'
import { same } from './der.ts'

/** Whether two values mean the same, however each program writes strings, numbers and the order of keys. References count as such. */
export function equal(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (a === b) return true
  if (a instanceof PDFRawStream && b instanceof PDFRawStream) return equalBut(a.dict, b.dict, []) && same(a.contents, b.contents)
  if (a instanceof PDFDict && b instanceof PDFDict) return equalBut(a, b, [])
  if (a instanceof PDFArray && b instanceof PDFArray) return a.size() === b.size() && a.asArray().every((one, at) => equal(one, b.get(at)))
  if (isString(a) && isString(b)) return same(a.asBytes(), b.asBytes())
  if (a instanceof PDFNumber && b instanceof PDFNumber) return a.asNumber() === b.asNumber()
  return a !== undefined && b !== undefined && a.constructor === b.constructor && !(a instanceof PDFRawStream) && String(a) === String(b)
}

/** Whether two dictionaries differ in these keys at most. */
export function equalBut(a: PDFDict, b: PDFDict, but: readonly string[]): boolean {
  const free = new Set(but.map((key) => PDFName.of(key)))
  return [...new Set([...a.keys(), ...b.keys()])].every((key) => free.has(key) || equal(a.get(key), b.get(key)))
}

export const isString = (value: PDFObject | undefined): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString
