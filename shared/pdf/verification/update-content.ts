import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { same } from './der.ts'
import { dict } from './file.ts'
import type { Placed } from './signatures.ts'
import type { AddedRevision } from './update-layout.ts'
import { grewOnly, validationObjects } from './validation-data.ts'

const name = PDFName.of

/** What a revision that was added did to a document. */
export interface Changes {
  /** Only what readers show nobody: validation data, and signatures without looks. */
  readonly harmless: boolean
  /** Numbers of the objects that say something else than before, or that are new. */
  readonly objects: readonly number[]
}

/** Compares a document before and after one revision, object by object. Not what changed is looked for, but whether all of it may. */
export function changesBetween(before: PDFDocument, after: PDFDocument, revision: AddedRevision, signatures: readonly Placed[]): Changes {
  const old = new Set(before.context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber))
  const changed = new Set(revision.objects.keys())
  for (const [ref, object] of after.context.enumerateIndirectObjects()) {
    const was = before.context.lookup(ref)
    if (was === undefined || !equal(was, object)) changed.add(ref.objectNumber)
  }
  // A table is no part of the document, as long as its number was nobody's.
  if (revision.table !== null && !old.has(revision.table)) changed.delete(revision.table)
  const gone = before.context.enumerateIndirectObjects().some(([ref]) => after.context.lookup(ref) === undefined)
  const allowed = allowedObjects({ before, after, revision, signatures, isNew: (ref) => !old.has(ref.objectNumber) })
  const objects = [...changed]
  return { harmless: !gone && allowed !== null && objects.every((number) => allowed.has(number)), objects }
}

interface Compared {
  readonly before: PDFDocument
  readonly after: PDFDocument
  readonly revision: AddedRevision
  readonly signatures: readonly Placed[]
  isNew(ref: PDFRef): boolean
}

/**
 * The catalogue, if only its form and its validation data changed; the form, if only signatures without looks were added to
 * it; those with their fields; and whatever the validation data leads to. null where one of them changed in another way. What
 * was something else before may become none of them: a page's content with another number's meaning would be gone.
 */
function allowedObjects({ before, after, revision, signatures, isNew }: Compared): Set<number> | null {
  const root = after.context.trailerInfo.Root
  if (!(root instanceof PDFRef) || String(root) !== String(before.context.trailerInfo.Root) || root.objectNumber !== revision.root)
    return null
  const info = before.context.trailerInfo.Info
  if (revision.info !== null && !(info instanceof PDFRef && info.objectNumber === revision.info)) return null
  if (!equalBut(before.catalog, after.catalog, ['DSS', 'AcroForm', 'Extensions'])) return null
  const allowed = new Set<number>([root.objectNumber])
  const [wasForm, form] = [before.catalog.get(name('AcroForm')), after.catalog.get(name('AcroForm'))]
  if (form instanceof PDFRef) {
    if (!isNew(form) && String(form) !== String(wasForm)) return null
    allowed.add(form.objectNumber)
  }
  const [oldForm, newForm] = [formOf(before), formOf(after)]
  if (oldForm && !newForm) return null
  if (oldForm ? !equalBut(oldForm, newForm!, ['Fields', 'SigFlags']) : newForm?.keys().some((key) => !isFormKey(key))) return null
  const [had, has] = [fieldsOf(oldForm), fieldsOf(newForm)]
  if (!had || !has || !had.every((field, at) => String(field) === String(has[at]))) return null
  for (const field of has.slice(had.length)) {
    const signature = field instanceof PDFRef && isNew(field) ? invisibleSignature(dict(after.context.lookup(field))) : null
    const at = signature && isNew(signature) ? revision.objects.get(signature.objectNumber) : undefined
    // A field that says it is signed must be: some readers tell the name in it before they have checked anything.
    if (!signature || !at || !signatures.some(({ from, to }) => from > at.from && to < at.to)) return null
    allowed.add((field as PDFRef).objectNumber).add(signature.objectNumber)
  }
  const known = validationObjects(before)
  const data = validationObjects(after)
  if (!known || !data || !grewOnly(before, after)) return null
  const knownNumbers = new Set(known.map(({ objectNumber }) => objectNumber))
  for (const ref of data) {
    if (isNew(ref)) allowed.add(ref.objectNumber)
    else if (!knownNumbers.has(ref.objectNumber)) return null
    // Lists may grow; what a certificate or an answer says may not become another.
    else if (!(after.context.lookup(ref) instanceof PDFRawStream)) allowed.add(ref.objectNumber)
  }
  return allowed
}

const isFormKey = (key: PDFName) => key === name('Fields') || key === name('SigFlags')
const formOf = (document: PDFDocument) => dict(document.catalog.lookup(name('AcroForm')))

function fieldsOf(form: PDFDict | null): readonly PDFObject[] | null {
  const fields = form?.lookup(name('Fields'))
  if (fields === undefined) return []
  return fields instanceof PDFArray ? fields.asArray() : null
}

function equalBut(a: PDFDict, b: PDFDict, but: readonly string[]): boolean {
  const free = new Set(but.map((key) => name(key)))
  return [...new Set([...a.keys(), ...b.keys()])].every((key) => free.has(key) || equal(a.get(key), b.get(key)))
}

/** The signature of a field that shows nothing and does nothing. */
function invisibleSignature(widget: PDFDict | null): PDFRef | null {
  const value = widget?.get(name('V'))
  if (!widget || !(value instanceof PDFRef) || widget.lookup(name('FT')) !== name('Sig')) return null
  const box = widget.lookup(name('Rect'))
  const flat = box instanceof PDFArray && box.size() === 4 && box.asArray().every((one) => one instanceof PDFNumber && one.asNumber() === 0)
  return flat && !['AP', 'A', 'AA', 'Kids', 'Parent'].some((key) => widget.has(name(key))) ? value : null
}

export function equal(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (a instanceof PDFRawStream && b instanceof PDFRawStream) return String(a.dict) === String(b.dict) && same(a.contents, b.contents)
  return String(a) === String(b)
}
