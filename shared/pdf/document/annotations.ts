import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream } from 'pdf-lib'
import { type Box, type Matrix, transform } from '#pdf/geometry'
import { type Page, rectangleOf } from '#pdf/pages'
import { surround } from './contents.ts'
import { addXObjects } from './resources.ts'

const name = PDFName.of

/** A page's annotations, in the order in which readers draw them: each over those before. */
function annotationsOf(context: PDFContext, { dict }: Page): PDFDict[] {
  const list = dict.lookup(name('Annots'))
  return list instanceof PDFArray ? list.asArray().flatMap((one) => dictionary(context.lookup(one))) : []
}
const dictionary = (object: unknown) => (object instanceof PDFDict ? [object] : [])

const kindOf = (annotation: PDFDict): unknown => annotation.lookup(name('Subtype'))
export const isWidget = (annotation: PDFDict): boolean => kindOf(annotation) === name('Widget')

/** Where an annotation stands, in PDF user space. */
export function areaOf(annotation: PDFDict): Box | undefined {
  const area = annotation.lookup(name('Rect'))
  const box = area instanceof PDFArray ? rectangleOf(area) : undefined
  return box && [Math.min(box[0], box[2]), Math.min(box[1], box[3]), Math.max(box[0], box[2]), Math.max(box[1], box[3])]
}

export const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]

/**
 * Draws annotations into the page, with the looks they have, and takes them away as annotations: `wanted`, and those that
 * lie under one of them, since what stays an annotation is drawn over all that the page holds. A form field goes even
 * where it has no looks; anything else stays then. Answers under which name the page draws each now.
 */
export function flattenAnnotations(
  context: PDFContext,
  page: Page,
  wanted: (annotation: PDFDict) => boolean,
): ReadonlyMap<PDFDict, string> {
  const named = new Map<PDFDict, string>()
  const list = page.dict.lookup(name('Annots'))
  if (!(list instanceof PDFArray)) return named
  const drawn: { readonly annotation: PDFDict; readonly form: PDFRef; readonly matrix: Matrix }[] = []
  const above: Box[] = []
  const gone = new Set<unknown>()
  for (const annotation of [...new Set(annotationsOf(context, page))].reverse()) {
    const area = areaOf(annotation)
    const asked = wanted(annotation)
    const isUnder = () => isDrawable(annotation) && area !== undefined && above.some((box) => overlap(area, box))
    const look = asked || isUnder() ? lookOf(context, annotation) : null
    if (look && area) {
      drawn.unshift({ annotation, ...look })
      above.push(area)
    }
    if (look || (asked && isWidget(annotation))) gone.add(annotation)
  }
  if (gone.size === 0) return named
  const goes = (annotation: unknown) =>
    gone.has(annotation) || (annotation instanceof PDFDict && annotation.has(name('Parent')) && gone.has(annotation.lookup(name('Parent'))))
  page.dict.set(name('Annots'), context.obj(list.asArray().filter((one) => !goes(context.lookup(one)))))
  if (drawn.length === 0) return named
  const forms = drawn.map(({ form }) => form)
  const names = addXObjects(context, page, 'FormField', forms)
  const operators = drawn.map(({ matrix }, i) => `q ${matrix.map(decimal).join(' ')} cm /${names[i]} Do Q`)
  surround(context, page, 'q\n', `\nQ\n${operators.join('\n')}\n`)
  for (const [i, { annotation }] of drawn.entries()) named.set(annotation, names[i]!)
  return named
}

/** A link leads somewhere, a popup opens, a layer may hide it: as part of the page they would do none of it. */
export function isDrawable(annotation: PDFDict): boolean {
  const kind = kindOf(annotation)
  return kind !== name('Link') && kind !== name('Popup') && !annotation.has(name('OC'))
}

const HIDDEN = 2
const NO_VIEW = 32

/** An annotation's looks and where they go, or null where it shows nothing. */
function lookOf(context: PDFContext, annotation: PDFDict): { form: PDFRef; matrix: Matrix } | null {
  const flags = annotation.lookup(name('F'))
  if (flags instanceof PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0) return null
  const form = normalLook(context, annotation)
  const rectangle = areaOf(annotation)
  if (!form || !rectangle) return null
  const { dict } = context.lookup(form, PDFStream)
  const own = dict.lookup(name('BBox'))
  const bbox = own instanceof PDFArray ? rectangleOf(own) : undefined
  if (!bbox) return null
  dict.set(name('Type'), name('XObject'))
  dict.set(name('Subtype'), name('Form'))
  const turned = dict.lookup(name('Matrix'))
  const matrix = placement(bbox, turned instanceof PDFArray ? matrixOf(turned) : undefined, rectangle)
  return matrix && { form, matrix }
}

/** The look of the state that it is in. */
function normalLook(context: PDFContext, annotation: PDFDict): PDFRef | undefined {
  const looks = annotation.lookup(name('AP'))
  if (!(looks instanceof PDFDict)) return undefined
  let normal = looks.get(name('N'))
  const states = context.lookup(normal)
  if (states instanceof PDFDict) normal = states.get(stateOf(annotation, states))
  return normal instanceof PDFRef && context.lookup(normal) instanceof PDFStream ? normal : undefined
}

const MOST_PARENTS = 50

/** A widget that does not say its state is in that of its field's value, as readers have it. */
function stateOf(annotation: PDFDict, states: PDFDict): PDFName {
  const state = annotation.lookup(name('AS'))
  if (state instanceof PDFName) return state
  let node: unknown = annotation
  for (let depth = 0; node instanceof PDFDict && depth < MOST_PARENTS; depth++) {
    const value = node.lookup(name('V'))
    if (value !== undefined) return value instanceof PDFName && states.has(value) ? value : name('Off')
    node = node.lookup(name('Parent'))
  }
  return name('Off')
}

/** ISO 32000, 12.5.5, algorithm 8.1: the turned box is stretched over its rectangle. */
function placement([x0, y0, x1, y1]: Box, turn: Matrix = [1, 0, 0, 1, 0, 0], rectangle: Box): Matrix | null {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x, y]) => transform(turn, { x: x!, y: y! }))
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  if (!(width > 0 && height > 0)) return null
  const [a, b, c, d] = rectangle
  const [sx, sy] = [Math.abs(c - a) / width, Math.abs(d - b) / height]
  return [sx, 0, 0, sy, Math.min(a, c) - left * sx, Math.min(b, d) - bottom * sy]
}

function matrixOf(array: PDFArray): Matrix | undefined {
  const values = Array.from({ length: 6 }, (_, i) => {
    const value = i < array.size() ? array.lookup(i) : undefined
    return value instanceof PDFNumber ? value.asNumber() : Number.NaN
  })
  return values.every(Number.isFinite) ? (values as unknown as Matrix) : undefined
}

const decimal = (value: number) => String(Number(value.toFixed(6)))
