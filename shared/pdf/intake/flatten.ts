import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream } from 'pdf-lib'
import { type Page, rectangleOf, surround } from '#pdf/document'
import { type Box, type Matrix, transform } from '#pdf/geometry'

/** Draws a page's form fields into the page, with the looks they have, and takes the fields away. */
export function flattenFields(context: PDFContext, page: Page): void {
  const annotations = page.dict.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return
  const others = annotations.asArray().filter((one) => !isWidget(context.lookup(one)))
  if (others.length === annotations.size()) return
  const looks = annotations
    .asArray()
    .map((one) => context.lookup(one))
    .filter(isWidget)
    .flatMap((widget) => look(context, widget) ?? [])
  page.dict.set(PDFName.of('Annots'), context.obj(others))
  if (looks.length === 0) return
  const names = addXObjects(
    context,
    page,
    looks.map(({ form }) => form),
  )
  const drawn = looks.map(({ matrix }, i) => `q ${matrix.map(decimal).join(' ')} cm /${names[i]} Do Q`)
  surround(context, page, 'q\n', `\nQ\n${drawn.join('\n')}\n`)
}

const isWidget = (object: unknown): object is PDFDict =>
  object instanceof PDFDict && object.lookup(PDFName.of('Subtype')) === PDFName.of('Widget')

const HIDDEN = 2
const NO_VIEW = 32

/** A field's looks and where they go, or null where it shows nothing. */
function look(context: PDFContext, widget: PDFDict): { form: PDFRef; matrix: Matrix } | null {
  const flags = widget.lookup(PDFName.of('F'))
  if (flags instanceof PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0) return null
  const form = normalLook(context, widget)
  const area = widget.lookup(PDFName.of('Rect'))
  const rectangle = area instanceof PDFArray ? rectangleOf(area) : undefined
  if (!form || !rectangle) return null
  const { dict } = context.lookup(form, PDFStream)
  const own = dict.lookup(PDFName.of('BBox'))
  const bbox = own instanceof PDFArray ? rectangleOf(own) : undefined
  if (!bbox) return null
  dict.set(PDFName.of('Type'), PDFName.of('XObject'))
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
  const turned = dict.lookup(PDFName.of('Matrix'))
  const matrix = placement(bbox, turned instanceof PDFArray ? matrixOf(turned) : undefined, rectangle)
  return matrix && { form, matrix }
}

/** The look of the state that the field is in. */
function normalLook(context: PDFContext, widget: PDFDict): PDFRef | undefined {
  const looks = widget.lookup(PDFName.of('AP'))
  if (!(looks instanceof PDFDict)) return undefined
  let normal = looks.get(PDFName.of('N'))
  const states = context.lookup(normal)
  if (states instanceof PDFDict) {
    const state = widget.lookup(PDFName.of('AS'))
    normal = state instanceof PDFName ? states.get(state) : undefined
  }
  return normal instanceof PDFRef && context.lookup(normal) instanceof PDFStream ? normal : undefined
}

/** ISO 32000, 12.5.5, algorithm 8.1: the turned box is stretched over the field's rectangle. */
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

function addXObjects(context: PDFContext, { dict }: Page, forms: readonly PDFRef[]): string[] {
  const copied = (value: unknown) => (value instanceof PDFDict ? value.clone(context) : context.obj({}))
  const resources = copied(dict.lookup(PDFName.of('Resources')))
  const objects = copied(resources.lookup(PDFName.of('XObject')))
  let count = 0
  const names = forms.map((form) => {
    let name = `FormField${count++}`
    while (objects.has(PDFName.of(name))) name = `FormField${count++}`
    objects.set(PDFName.of(name), form)
    return name
  })
  resources.set(PDFName.of('XObject'), objects)
  dict.set(PDFName.of('Resources'), resources)
  return names
}
