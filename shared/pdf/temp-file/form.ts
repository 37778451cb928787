import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'
import { boxesOf, open, pagesOf, save, withdrawClaims } from '#pdf/document'
import { toUserSpace, transform, type VisiblePage, visiblePage } from '#pdf/geometry'
import type { FormField, FormKind } from './types.ts'

const name = PDFName.of
const words = PDFHexString.fromText
const REQUIRED = 2
const MULTILINE = 1 << 12
const COMBO = 1 << 17
const COMB = 1 << 24
const QUADDING = { left: 0, centre: 1, right: 2 } as const
/** From this height on a text field that was not laid out takes several lines, in points. */
const SEVERAL_LINES = 34

export async function withForm(pdf: Uint8Array, fields: readonly FormField[]): Promise<Uint8Array> {
  const document = await open(pdf)
  const { context } = document
  const pages = pagesOf(document)
  const taken = new Set<string>()
  const made: PDFRef[] = []
  for (const field of fields) {
    const page = pages[field.page]
    if (!page) continue
    const widget = widgetOf(context, field, visiblePage(boxesOf(page)), unique(field.name, taken))
    if (page.ref) widget.set(name('P'), page.ref)
    const ref = context.register(widget)
    const annotations = page.dict.lookup(name('Annots'))
    if (annotations instanceof PDFArray) annotations.push(ref)
    else page.dict.set(name('Annots'), context.obj([ref]))
    made.push(ref)
  }
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }))
  document.catalog.set(
    name('AcroForm'),
    context.obj({ Fields: made, NeedAppearances: true, DR: { Font: { Helv: font } }, DA: PDFHexString.fromText('/Helv 0 Tf 0 g') }),
  )
  withdrawClaims(document)
  return save(document)
}

/** In a form a name is a field, and dots divide it. */
function unique(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll('.', '_') || 'field'
  let made = plain
  for (let count = 2; taken.has(made); count++) made = `${plain}_${count}`
  taken.add(made)
  return made
}

const TYPES: Readonly<Record<FormKind, string>> = { text: 'Tx', check: 'Btn', choice: 'Ch', signature: 'Sig' }

function widgetOf(context: PDFContext, field: FormField, visible: VisiblePage, own: string) {
  const flags = (field.required ? REQUIRED : 0) | (field.kind === 'choice' ? COMBO : 0) | flagOfLayout(field)
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: TYPES[field.kind],
    Rect: rectangle(field, visible),
    F: 4,
    Ff: flags,
    MK: { R: visible.rotate },
    DA: PDFHexString.fromText(`/Helv ${field.textSize ?? 0} Tf 0 g`),
    ...(field.align && { Q: QUADDING[field.align] }),
  })
  widget.set(name('T'), words(own))
  if (field.help !== '') widget.set(name('TU'), words(field.help))
  const most = field.layout?.as === 'comb' ? field.layout.cells : (field.maxLength ?? null)
  if (field.kind === 'text' && most !== null) widget.set(name('MaxLen'), context.obj(most))
  if (field.kind === 'choice') widget.set(name('Opt'), context.obj(field.options.map((option) => words(option))))
  if (field.kind === 'check') tickable(context, widget, field, visible.rotate)
  const meta = Object.entries(field.meta)
  if (meta.length > 0) {
    const about = context.obj({})
    for (const [key, value] of meta) about.set(name(key), words(value))
    widget.set(name('Paraph'), about)
  }
  return widget
}

function flagOfLayout({ kind, height, layout }: FormField): number {
  if (kind !== 'text' || layout?.as === 'single-line') return 0
  if (layout?.as === 'comb') return COMB
  return layout?.as === 'multi-line' || height >= SEVERAL_LINES ? MULTILINE : 0
}

function rectangle({ x, y, width, height }: FormField, visible: VisiblePage): number[] {
  const map = toUserSpace(visible)
  const [a, b] = [transform(map, { x, y }), transform(map, { x: x + width, y: y + height })]
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)]
}

/** Turns a look back on a page that is shown turned; a reader fits it into the field's rectangle by itself. */
const UPRIGHT: readonly (readonly number[])[] = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, -1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, -1, 1, 0, 0, 0],
]

/** A box that readers can tick needs both of its looks. */
function tickable(context: PDFContext, widget: PDFDict, field: FormField, rotate: number) {
  const { width, height } = field
  const look = (content: string) =>
    context.register(
      context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Matrix: UPRIGHT[rotate / 90]! }),
    )
  const tick = `1 J ${0.1 * height} w ${0.2 * width} ${0.5 * height} m ${0.4 * width} ${0.25 * height} l ${0.8 * width} ${0.75 * height} l S`
  widget.set(name('AP'), context.obj({ N: { Yes: look(tick), Off: look('') } }))
  widget.set(name('AS'), name('Off'))
  widget.set(name('V'), name('Off'))
}
