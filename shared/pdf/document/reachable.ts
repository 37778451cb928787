import { PDFArray, type PDFContext, PDFDict, PDFInvalidObject, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { MOST_OBJECTS } from './load.ts'

/**
 * Drops every object that nothing leads to: earlier revisions, cleared fields, and what a reader never shows. Objects that
 * can't be read become null, which is what they are to a reader; answers whether there were any.
 */
export function dropUnreachable(context: PDFContext): boolean {
  let broken = false
  const kept = reachable(context, (ref, target) => {
    if (!(target instanceof PDFInvalidObject)) return
    context.assign(ref, PDFNull)
    broken = true
  })
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (!kept.has(ref)) context.delete(ref)
  }
  return broken
}

/**
 * Makes null of what is named and not there, which is what it is to a reader. Before anything is added: the next object
 * would get its number, and become what the file never named.
 */
export function fillGaps(context: PDFContext): void {
  reachable(context, (ref, target) => {
    if (target === undefined && ref.objectNumber <= MOST_OBJECTS) context.assign(ref, PDFNull)
  })
}

function reachable(context: PDFContext, meet: (ref: PDFRef, target: PDFObject | undefined) => void): ReadonlySet<PDFRef> {
  const met = new Set<PDFRef>()
  const pending: PDFObject[] = [context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.ID].filter(
    (object) => object !== undefined,
  )
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (object instanceof PDFRef) {
      if (met.has(object)) continue
      met.add(object)
      const target = context.lookup(object)
      meet(object, target)
      if (target && !(target instanceof PDFInvalidObject)) pending.push(target)
    } else if (object instanceof PDFArray) pending.push(...object.asArray())
    else if (object instanceof PDFDict) pending.push(...object.values())
    else if (object instanceof PDFStream) pending.push(object.dict)
  }
  return met
}
