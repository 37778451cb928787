import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import type { Page } from '#pdf/document'
import { isAction, isHarmless, isPlace, isPressed, leadsOutward, opensSomething } from './actions.ts'

const name = PDFName.of
const names = (...words: readonly string[]): readonly PDFName[] => words.map((word) => name(word))

/** What acts by itself, belongs to earlier signatures, hides the pages, or leads out of the file. */
const OF_CATALOGUE = names(
  ...['AcroForm', 'AA', 'Perms', 'NeedsRendering', 'Collection', 'Legal', 'Requirements', 'DSS', 'SpiderInfo', 'AF', 'Threads'],
)
const OF_PAGES = names('AA', 'PresSteps', 'AF', 'TemplateInstantiated')
/** The only names that a reader needs for reading: the places that links lead to. */
const NAMED_PLACES = name('Dests')
/** Where actions stand: of what is pressed, and of a link's picture. */
const ACTION_KEYS = names('A', 'PA')
/** By which a description of a file holds the file itself, or what belongs to it. */
const EMBEDDED = names('EF', 'RF')
const SYSTEMS: ReadonlySet<PDFName> = new Set(names('F', 'UF', 'DOS', 'Mac', 'Unix'))
/** What a stream shows instead of its own bytes: another file. */
const OUTSIDE = names('F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI')

/**
 * Takes away what acts, opens or embeds something: a file must look the same, and do nothing, for everybody who opens it, now and after it is
 * sealed. Links that lead to a place in the file or to the web stay. Annotations that open something are to be drawn into their page before.
 */
export function quieten(document: PDFDocument, pages: readonly Page[]): void {
  const { catalog, context } = document
  for (const key of OF_CATALOGUE) catalog.delete(key)
  if (!isQuietOpening(catalog.lookup(name('OpenAction')))) catalog.delete(name('OpenAction'))
  const tree = catalog.lookup(name('Names'))
  if (tree instanceof PDFDict) for (const key of tree.keys()) if (key !== NAMED_PLACES) tree.delete(key)
  const base = catalog.lookup(name('URI'))
  if (base instanceof PDFDict && !leadsOutward(base.lookup(name('Base')))) catalog.delete(name('URI'))
  for (const { dict } of pages) {
    for (const key of OF_PAGES) dict.delete(key)
    withoutOpening(dict)
  }
  for (const [, object] of context.enumerateIndirectObjects()) everyDictionary(object, disarm)
}

function isQuietOpening(action: unknown): boolean {
  return isPlace(action) || (action instanceof PDFDict && action.lookup(name('S')) === name('GoTo'))
}

function withoutOpening(page: PDFDict): void {
  const annotations = page.lookup(name('Annots'))
  if (!(annotations instanceof PDFArray)) return
  const goes = (annotation: unknown) => annotation instanceof PDFDict && opensSomething(annotation)
  const stay = annotations.asArray().filter((ref) => {
    const annotation = page.context.lookup(ref)
    return !goes(annotation) && !(annotation instanceof PDFDict && goes(annotation.lookup(name('Parent'))))
  })
  if (stay.length < annotations.size()) page.set(name('Annots'), page.context.obj(stay))
}

/**
 * Wherever it stands: what no page of ours leads to may be reached by a reader all the same. A key is looked at together with its value,
 * which may be anything else: pages name fonts, pictures and letters as they like.
 */
function disarm(dict: PDFDict, isOfStream: boolean): void {
  const pressed = isPressed(dict)
  for (const key of ACTION_KEYS) {
    const action = dict.lookup(key)
    if (action instanceof PDFDict && (pressed || isAction(action)) && !isHarmless(action)) dict.delete(key)
  }
  const additional = dict.lookup(name('AA'))
  if (additional instanceof PDFDict && (pressed || valuesOf(additional).some((one) => one instanceof PDFDict && isAction(one))))
    dict.delete(name('AA'))
  if (isAction(dict)) {
    // Nobody pressed for what comes after.
    dict.delete(name('Next'))
    if (!isHarmless(dict)) for (const key of dict.keys()) dict.delete(key)
  }
  for (const key of EMBEDDED) if (namesSystems(dict.lookup(key))) dict.delete(key)
  if (describesFiles(dict.lookup(name('AF')))) dict.delete(name('AF'))
  if (isOfStream) for (const key of OUTSIDE) dict.delete(key)
}

const valuesOf = (dict: PDFDict): readonly unknown[] => dict.keys().map((key) => dict.lookup(key))
const namesSystems = (files: unknown): boolean => files instanceof PDFDict && files.keys().every((key) => SYSTEMS.has(key))
function describesFiles(files: unknown): boolean {
  if (files instanceof PDFArray) return files.asArray().some((_, at) => describesFiles(files.lookup(at)))
  return files instanceof PDFDict && (files.lookup(name('Type')) === name('Filespec') || files.has(name('UF')))
}

/** Those of one object of the file, without what it refers to, and without calling itself: arrays may be nested as deep as a file is long. */
function everyDictionary(object: PDFObject, meet: (dict: PDFDict, isOfStream: boolean) => void): void {
  const pending: PDFObject[] = [object]
  for (let next = pending.pop(); next; next = pending.pop()) {
    // One by one: an array may hold more than a call takes.
    if (next instanceof PDFArray) for (const item of next.asArray()) pending.push(item)
    else if (next instanceof PDFStream || next instanceof PDFDict) {
      const dict = next instanceof PDFDict ? next : next.dict
      meet(dict, next instanceof PDFStream)
      for (const value of dict.values()) pending.push(value)
    }
  }
}
