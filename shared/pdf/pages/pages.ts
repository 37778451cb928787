import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFPageTree, PDFRef } from 'pdf-lib'
import type { Box, PageBoxes } from '#pdf/geometry'

/** A page's dictionary, with what it inherits written into it. */
export interface Page {
  readonly ref: PDFRef
  readonly dict: PDFDict
}

/** The page tree leads nowhere, in circles, or too far. */
export class BadPageTree extends Error {
  override name = 'BadPageTree'
}
/** It leads nowhere for any reader: another would only lose itself in it. */
export class EndlessPageTree extends BadPageTree {
  override name = 'EndlessPageTree'
}
/** More pages than were asked for. */
export class TooManyPages extends Error {
  override name = 'TooManyPages'
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const
const DEEPEST = 200
/** Branches that name one another, without a leaf, would keep a reader busy for ever. */
const MOST_VISITS = 200_000

/**
 * All pages in order. The tree is walked by hand: trees in the wild go in circles, name pages twice, leave out types
 * and count wrong.
 */
export function pagesOf(document: PDFDocument, most = Number.POSITIVE_INFINITY): Page[] {
  const { context, catalog } = document
  const pages: Page[] = []
  const seen = new Set<PDFDict>()
  const above = new Set<PDFDict>()
  let visits = 0
  const visit = (object: PDFObject | undefined, inherited: ReadonlyMap<string, PDFObject>) => {
    if (++visits > MOST_VISITS) throw new EndlessPageTree('the page tree has no end')
    const node = context.lookup(object)
    if (!(node instanceof PDFDict)) throw new BadPageTree('a page is missing')
    if (above.has(node) || above.size > DEEPEST) throw new EndlessPageTree('the page tree goes in circles')
    const handed = new Map(inherited)
    for (const name of INHERITED) {
      const own = node.get(PDFName.of(name))
      if (own) handed.set(name, own)
    }
    const kids = kidsOf(node)
    if (!kids) {
      if (pages.length >= most) throw new TooManyPages(`more than ${most} pages`)
      pages.push(leaf(context, object!, seen.has(node) ? node.clone(context) : node, handed))
      seen.add(node)
      return
    }
    above.add(node)
    for (const kid of kids) visit(kid, handed)
    above.delete(node)
  }
  visit(catalog.get(PDFName.of('Pages')), new Map())
  return pages
}

/** Undefined for a page. One that was named without a list is the only one. */
function kidsOf(node: PDFDict): readonly PDFObject[] | undefined {
  const kids = node.lookup(PDFName.of('Kids'))
  if (kids instanceof PDFArray) return kids.asArray()
  return kids instanceof PDFDict ? [node.get(PDFName.of('Kids'))!] : undefined
}

/** A page that is named twice, or stands in the tree itself, becomes an object of its own. */
function leaf(context: PDFContext, object: PDFObject, dict: PDFDict, inherited: ReadonlyMap<string, PDFObject>): Page {
  for (const [name, value] of inherited) dict.set(PDFName.of(name), value)
  dict.set(PDFName.of('Type'), PDFName.of('Page'))
  // Readers take what has any for a branch of the tree, and show nothing.
  dict.delete(PDFName.of('Kids'))
  const ref = object instanceof PDFRef && context.lookup(object) === dict ? object : context.register(dict)
  return { ref, dict }
}

/** Puts all pages under one node. */
export function plantPages(document: PDFDocument, pages: readonly Page[]): void {
  const { context, catalog } = document
  const tree = PDFPageTree.withContext(context)
  const root = context.register(tree)
  tree.set(PDFName.of('Kids'), context.obj(pages.map(({ ref }) => ref)))
  tree.set(PDFName.of('Count'), PDFNumber.of(pages.length))
  for (const { dict } of pages) dict.set(PDFName.of('Parent'), root)
  catalog.set(PDFName.of('Type'), PDFName.of('Catalog'))
  catalog.set(PDFName.of('Pages'), root)
}

/** What the page says of its own shape. */
export function boxesOf({ dict }: Page): PageBoxes {
  return {
    mediaBox: boxOf(dict, 'MediaBox') ?? [0, 0, 612, 792],
    cropBox: boxOf(dict, 'CropBox'),
    rotate: numberOf(dict, 'Rotate'),
    userUnit: numberOf(dict, 'UserUnit'),
  }
}

function numberOf(dict: PDFDict, name: string): number | undefined {
  const value = dict.lookup(PDFName.of(name))
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

function boxOf(dict: PDFDict, name: string): Box | undefined {
  const array = dict.lookup(PDFName.of(name))
  return array instanceof PDFArray ? rectangleOf(array) : undefined
}

/** Four numbers, or undefined. */
export function rectangleOf(array: PDFArray): Box | undefined {
  const [a, b, c, d] = Array.from({ length: 4 }, (_, i) => {
    const value = i < array.size() ? array.lookup(i) : undefined
    return value instanceof PDFNumber ? value.asNumber() : Number.NaN
  }) as [number, number, number, number]
  return Number.isFinite(a + b + c + d) ? [a, b, c, d] : undefined
}
