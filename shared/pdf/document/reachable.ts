import { PDFArray, type PDFContext, PDFDict, PDFInvalidObject, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'

/**
 * Drops every object that nothing leads to: earlier revisions, cleared fields, and what a reader never shows. Objects that
 * can't be read become null, which is what they are to a reader; answers whether there were any.
 */
export function dropUnreachable(context: PDFContext): boolean {
  let broken = false
  const kept = new Set<PDFRef>()
  const pending: PDFObject[] = [context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.ID].filter(
    (object) => object !== undefined,
  )
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (object instanceof PDFRef) {
      if (kept.has(object)) continue
      kept.add(object)
      const target = context.lookup(object)
      if (target instanceof PDFInvalidObject) {
        context.assign(object, PDFNull)
        broken = true
      } else if (target) pending.push(target)
    } else if (object instanceof PDFArray) pending.push(...object.asArray())
    else if (object instanceof PDFDict) pending.push(...object.values())
    else if (object instanceof PDFStream) pending.push(object.dict)
  }
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (!kept.has(ref)) context.delete(ref)
  }
  return broken
}
