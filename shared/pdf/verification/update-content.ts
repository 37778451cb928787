import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { type Page, pagesOf } from '#pdf/pages'
import { dict } from './file.ts'
import { isModificationOnly } from './metadata.ts'
import { equal, equalBut, isString } from './same-value.ts'
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
type Allowed = Set<number>

/**
 * The catalogue, if only its form, its validation data and what says when the file was written changed; the form, if only
 * signatures without looks were added to it; those with their fields; the lists of annotations that name these fields; and
 * objects that the validation data leads to. null where one of them changed in another way. An object of another kind may
 * become none of them: a page's content with another number's meaning would be gone.
 */
function allowedObjects(compared: Compared): Allowed | null {
  const { before, after, revision } = compared
  const root = after.context.trailerInfo.Root
  if (!(root instanceof PDFRef) || String(root) !== String(before.context.trailerInfo.Root) || root.objectNumber !== revision.root)
    return null
  if (!equalBut(before.catalog, after.catalog, ['DSS', 'AcroForm', 'Extensions', 'Version', 'Metadata'])) return null
  const version = after.catalog.get(name('Version'))
  if (version !== undefined && !/^\/[12]\.\d$/.test(String(version))) return null
  const allowed: Allowed = new Set([root.objectNumber])
  const fields = fieldsAllowed(compared, allowed)
  const isAllowed =
    fields !== null &&
    pagesAllowed(compared, fields, allowed) &&
    informationAllowed(compared, allowed) &&
    metadataAllowed(compared, allowed) &&
    validationAllowed(compared, allowed)
  return isAllowed ? allowed : null
}

/** The fields that were added; null where the form changed in another way. */
function fieldsAllowed(compared: Compared, allowed: Allowed): ReadonlySet<PDFRef> | null {
  const { before, after, revision, signatures, isNew } = compared
  const [wasForm, form] = [before.catalog.get(name('AcroForm')), after.catalog.get(name('AcroForm'))]
  if (form instanceof PDFRef) {
    if (!isNew(form) && String(form) !== String(wasForm)) return null
    allowed.add(form.objectNumber)
  }
  const [oldForm, newForm] = [formOf(before), formOf(after)]
  if (oldForm && !newForm) return null
  if (oldForm ? !equalBut(oldForm, newForm!, formKeysThatMayChange(oldForm, newForm!)) : newForm?.keys().some((key) => !isFormKey(key)))
    return null
  const [had, has] = [fieldsOf(oldForm), fieldsOf(newForm)]
  if (!had || !has || !had.every((field, at) => String(field) === String(has[at]))) return null
  const fields = new Set<PDFRef>()
  for (const field of has.slice(had.length)) {
    const signature = field instanceof PDFRef && isNew(field) ? invisibleSignature(dict(after.context.lookup(field)), compared) : null
    const at = signature && isNew(signature.value) ? revision.objects.get(signature.value.objectNumber) : undefined
    // A field that says it is signed must be: some readers tell the name in it before they have checked anything.
    if (!signature || !at || !signatures.some(({ from, to }) => from > at.from && to < at.to)) return null
    for (const ref of [field as PDFRef, signature.value, ...signature.looks]) allowed.add(ref.objectNumber)
    fields.add(field as PDFRef)
  }
  return fields
}

/** A page may name the fields that were added among its annotations, after all that it named before. */
function pagesAllowed({ before, after, revision, isNew }: Compared, fields: ReadonlySet<PDFRef>, allowed: Allowed): boolean {
  const [old, now] = [pagesIn(before), pagesIn(after)]
  if (!old || !now || old.length !== now.length) return false
  return now.every(({ ref, dict: page }, at) => {
    const was = old[at]!
    const [had, has] = [was.dict.get(name('Annots')), page.get(name('Annots'))]
    const [before, after] = [annotationsOf(was.dict), annotationsOf(page)]
    if (!before || !after) return equal(had, has)
    const added = after.slice(before.length)
    if (!before.every((one, index) => equal(one, after[index])) || added.some((one) => !(one instanceof PDFRef && fields.has(one))))
      return false
    if (revision.objects.has(ref.objectNumber)) {
      if (String(ref) !== String(was.ref) || !equalBut(was.dict, page, ['Annots'])) return false
      allowed.add(ref.objectNumber)
    }
    if (added.length > 0 && has instanceof PDFRef) {
      if (!isNew(has) && String(has) !== String(had)) return false
      allowed.add(has.objectNumber)
    }
    return true
  })
}

function pagesIn(document: PDFDocument): readonly Page[] | null {
  try {
    return pagesOf(document)
  } catch {
    return null
  }
}

/** null where something else stands in their place. */
function annotationsOf(page: PDFDict): readonly PDFObject[] | null {
  const annotations = page.lookup(name('Annots'))
  if (annotations === undefined) return []
  return annotations instanceof PDFArray ? annotations.asArray() : null
}

const WRITTEN = ['ModDate', 'Producer']

/** When the file was written, and by which program: every program that adds a signature may say so. */
function informationAllowed({ before, after, revision, isNew }: Compared, allowed: Allowed): boolean {
  if (revision.info === null) return true
  const was = before.context.trailerInfo.Info
  const now = dict(after.context.lookup(PDFRef.of(revision.info)))
  if (!now || !WRITTEN.every((key) => !now.has(name(key)) || isString(now.get(name(key))))) return false
  if (was instanceof PDFRef) {
    const old = dict(before.context.lookup(was))
    if (was.objectNumber !== revision.info || !old || !equalBut(old, now, WRITTEN)) return false
  } else if (!isNew(PDFRef.of(revision.info)) || !equalBut(before.context.obj({}) as PDFDict, now, WRITTEN)) return false
  allowed.add(revision.info)
  return true
}

/** The same in the form that newer programs write. What a document is called, and by whom it is, stays. */
function metadataAllowed({ before, after, isNew }: Compared, allowed: Allowed): boolean {
  const [had, has] = [before.catalog.get(name('Metadata')), after.catalog.get(name('Metadata'))]
  if (equal(had, has)) return true
  if (had !== undefined || !(has instanceof PDFRef) || !isNew(has)) return false
  const stream = after.context.lookup(has)
  if (!(stream instanceof PDFRawStream) || stream.dict.has(name('Filter')) || !isModificationOnly(stream.contents)) return false
  allowed.add(has.objectNumber)
  return true
}

function validationAllowed({ before, after, isNew }: Compared, allowed: Allowed): boolean {
  const known = validationObjects(before)
  const data = validationObjects(after)
  if (!known || !data || !grewOnly(before, after)) return false
  const knownNumbers = new Set(known.map(({ objectNumber }) => objectNumber))
  for (const ref of data) {
    if (isNew(ref)) allowed.add(ref.objectNumber)
    else if (!knownNumbers.has(ref.objectNumber)) return false
    // Lists may grow; what a certificate or an answer says may not become another.
    else if (!(after.context.lookup(ref) instanceof PDFRawStream)) allowed.add(ref.objectNumber)
  }
  return true
}

const isFormKey = (key: PDFName) => key === name('Fields') || key === name('SigFlags')
const formOf = (document: PDFDocument) => dict(document.catalog.lookup(name('AcroForm')))

/** That no reader need draw anything may go: without it none does. */
function formKeysThatMayChange(old: PDFDict, now: PDFDict): readonly string[] {
  const goes = String(old.get(name('NeedAppearances'))) === 'false' && !now.has(name('NeedAppearances'))
  return ['Fields', 'SigFlags', ...(goes ? ['NeedAppearances'] : [])]
}

function fieldsOf(form: PDFDict | null): readonly PDFObject[] | null {
  const fields = form?.lookup(name('Fields'))
  if (fields === undefined) return []
  return fields instanceof PDFArray ? fields.asArray() : null
}

/** The signature of a field that shows nothing and does nothing, with the empty looks that some programs give it. */
function invisibleSignature(widget: PDFDict | null, { after, isNew }: Compared): { value: PDFRef; looks: readonly PDFRef[] } | null {
  const value = widget?.get(name('V'))
  if (!widget || !(value instanceof PDFRef) || widget.lookup(name('FT')) !== name('Sig')) return null
  if (!isFlat(widget.lookup(name('Rect'))) || ['A', 'AA', 'Kids', 'Parent'].some((key) => widget.has(name(key)))) return null
  const looks = widget.get(name('AP'))
  if (looks === undefined) return { value, looks: [] }
  if (!(looks instanceof PDFDict) || looks.keys().some((key) => key !== name('N'))) return null
  const shown = looks.get(name('N'))
  const form = shown instanceof PDFRef && isNew(shown) ? after.context.lookup(shown) : undefined
  const resources = form instanceof PDFRawStream ? form.dict.get(name('Resources')) : undefined
  const isEmpty =
    form instanceof PDFRawStream &&
    form.contents.length === 0 &&
    isFlat(form.dict.lookup(name('BBox'))) &&
    form.dict.get(name('Subtype')) === name('Form') &&
    (resources === undefined || (resources instanceof PDFDict && resources.keys().length === 0))
  return isEmpty ? { value, looks: [shown as PDFRef] } : null
}

function isFlat(box: PDFObject | undefined): boolean {
  return box instanceof PDFArray && box.size() === 4 && box.asArray().every((one) => one instanceof PDFNumber && one.asNumber() === 0)
}
