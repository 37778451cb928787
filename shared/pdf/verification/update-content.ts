import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { same } from './der.ts'
import { dict } from './file.ts'

const name = PDFName.of

/** What an addition did to a document. */
export interface Changes {
  /** Only what readers show nobody: validation data, and signatures without looks. */
  readonly harmless: boolean
  readonly validationData: boolean
  /** Numbers of the objects that say something else than before, or that are new. */
  readonly objects: readonly number[]
}

/** Compares a document before and after, object by object. */
export function changesBetween(before: PDFDocument, after: PDFDocument, added: ReadonlySet<number>): Changes {
  const objects: number[] = []
  const allowed = allowedObjects(before, after)
  for (const [ref, object] of after.context.enumerateIndirectObjects()) {
    const old = before.context.lookup(ref)
    if ((!added.has(ref.objectNumber) && old !== undefined && equal(old, object)) || isTable(object)) continue
    objects.push(ref.objectNumber)
  }
  const gone = before.context.enumerateIndirectObjects().some(([ref]) => after.context.lookup(ref) === undefined)
  return {
    harmless: !gone && objects.every((number) => allowed.has(number)),
    validationData: after.catalog.has(name('DSS')),
    objects,
  }
}

/** A table is no part of the document; whether it is right is judged by its bytes. */
function isTable(object: PDFObject): boolean {
  return object instanceof PDFRawStream && object.dict.get(name('Type')) === name('XRef')
}

/**
 * The catalogue, if only its form and its validation data changed; the form, if only signature fields without looks
 * were added; those fields with their signatures; and whatever the validation data leads to.
 */
function allowedObjects(before: PDFDocument, after: PDFDocument): Set<number> {
  const allowed = new Set<number>()
  const allow = (object: PDFObject | undefined) => {
    if (object instanceof PDFRef) allowed.add(object.objectNumber)
  }
  const root = after.context.trailerInfo.Root
  const keys = (catalog: PDFDict) =>
    catalog.keys().filter((key) => key !== name('DSS') && key !== name('AcroForm') && key !== name('Extensions'))
  const others = new Set([...keys(before.catalog), ...keys(after.catalog)])
  if (
    String(root) === String(before.context.trailerInfo.Root) &&
    [...others].every((key) => equal(before.catalog.get(key), after.catalog.get(key)))
  )
    allow(root)
  allow(after.catalog.get(name('AcroForm')))
  const fieldsOf = (document: PDFDocument) => {
    const fields = dict(document.catalog.lookup(name('AcroForm')))?.lookup(name('Fields'))
    return fields instanceof PDFArray ? fields.asArray() : []
  }
  const old = fieldsOf(before).map(String)
  const now = fieldsOf(after)
  const form = (document: PDFDocument) => dict(document.catalog.lookup(name('AcroForm')))
  const formKeys = new Set(
    [...(form(before)?.keys() ?? []), ...(form(after)?.keys() ?? [])].filter((key) => key !== name('Fields') && key !== name('SigFlags')),
  )
  const sameForm = form(before) === null || [...formKeys].every((key) => equal(form(before)?.get(key), form(after)?.get(key)))
  if (!sameForm || !old.every((field, at) => field === String(now[at]))) allowed.clear()
  for (const field of now.slice(old.length)) {
    const widget = dict(after.context.lookup(field))
    if (!widget || !isInvisibleSignature(widget)) continue
    allow(field)
    allow(widget.get(name('V')))
  }
  for (const ref of reachable(after, after.catalog.get(name('DSS')))) {
    // What was there before may not become validation data, and pages may not hang below it.
    if (before.context.lookup(ref) === undefined) allowed.add(ref.objectNumber)
  }
  allow(after.catalog.get(name('DSS')))
  return allowed
}

function isInvisibleSignature(widget: PDFDict): boolean {
  const box = widget.lookup(name('Rect'))
  const flat = box instanceof PDFArray && box.size() === 4 && [0, 1, 2, 3].every((at) => (box.lookup(at) as PDFNumber).asNumber?.() === 0)
  return widget.lookup(name('FT')) === name('Sig') && flat && !widget.has(name('AP')) && !widget.has(name('A')) && !widget.has(name('AA'))
}

function reachable(document: PDFDocument, from: PDFObject | undefined): PDFRef[] {
  const seen = new Map<string, PDFRef>()
  const pending = [from]
  while (pending.length > 0) {
    const object = pending.pop()
    if (object instanceof PDFRef) {
      if (seen.has(String(object))) continue
      seen.set(String(object), object)
      pending.push(document.context.lookup(object))
    } else if (object instanceof PDFArray) pending.push(...object.asArray())
    else if (object instanceof PDFDict) pending.push(...object.values())
    else if (object instanceof PDFRawStream) pending.push(object.dict)
  }
  return [...seen.values()]
}

export function equal(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (a instanceof PDFRawStream && b instanceof PDFRawStream) return String(a.dict) === String(b.dict) && same(a.contents, b.contents)
  return String(a) === String(b)
}
