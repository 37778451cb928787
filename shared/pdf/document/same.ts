import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib'

const LENGTH = PDFName.of('Length')

/** Whether two objects would be written alike, but for this entry of theirs. In doubt they would not. */
export function same(one: PDFObject | undefined, other: PDFObject | undefined, except?: PDFName): boolean {
  if (except && one instanceof PDFDict && other instanceof PDFDict) {
    const entries: (PDFObject | undefined)[] = []
    if (!pushEntries(one, other, entries, except)) return false
    for (let at = 0; at < entries.length; at += 2) if (!same(entries[at], entries[at + 1])) return false
    return true
  }
  const pending: (PDFObject | undefined)[] = [one, other]
  while (pending.length > 0) {
    const [b, a] = [pending.pop(), pending.pop()]
    // Names, references and the like are one object wherever they stand.
    if (a === b) continue
    if (a instanceof PDFNumber && b instanceof PDFNumber && a.asNumber() === b.asNumber()) continue
    if (a instanceof PDFString && b instanceof PDFString && a.asString() === b.asString()) continue
    if (a instanceof PDFHexString && b instanceof PDFHexString && a.asString() === b.asString()) continue
    if (a instanceof PDFArray && b instanceof PDFArray && a.size() === b.size()) {
      for (let at = 0; at < a.size(); at++) pending.push(a.get(at), b.get(at))
      continue
    }
    if (a instanceof PDFDict && b instanceof PDFDict && pushEntries(a, b, pending)) continue
    if (a instanceof PDFRawStream && b instanceof PDFRawStream && Buffer.compare(a.contents, b.contents) === 0) {
      if (pushEntries(a.dict, b.dict, pending, LENGTH)) continue
    }
    return false
  }
  return true
}

/** False where they have not the same keys. A stream's length is what is written, whatever stood there. */
function pushEntries(a: PDFDict, b: PDFDict, pending: (PDFObject | undefined)[], except?: PDFName): boolean {
  const keys = (dict: PDFDict) => dict.keys().filter((key) => key !== except)
  const own = keys(a)
  if (own.length !== keys(b).length) return false
  for (const key of own) pending.push(a.get(key), b.get(key))
  return true
}
