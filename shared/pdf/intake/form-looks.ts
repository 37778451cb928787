import fontkit from '@cantoo/fontkit'
import {
  PDFArray,
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFRadioGroup,
  PDFStream,
} from 'pdf-lib'
import type { Paint } from '#pdf/appearance'
import { type Page, rectangleOf } from '#pdf/document'
import { fontBytes } from '#pdf/font-files'
import type { Box, Matrix } from '#pdf/geometry'
import { Ink, type Resources } from '#pdf/stamp'
import { loadMetrics, type Metrics } from '#pdf/text-layout'
import { frameOperators, frameWidth } from './field-frame.ts'
import { paintedText, type Quadding, styleOf } from './field-text.ts'
import { chosenIn, optionsOf } from './form-options.ts'
import { FLAGS, inherited, kindOf, normalLooks, numberIn, textOf, type Widget, widgetsOf } from './form-tree.ts'

const name = PDFName.of

/**
 * Draws those form fields that come without looks of their own, or whose file asks readers to draw them. A field that
 * can't be drawn stays as it is: empty where it had no looks.
 */
export async function drawFields(document: PDFDocument, pages: readonly Page[]): Promise<void> {
  const form = document.catalog.lookup(name('AcroForm'))
  if (!(form instanceof PDFDict)) return
  const redraw = form.lookup(name('NeedAppearances')) === PDFBool.True
  await drawButtons(document)
  const widgets = pages.flatMap(widgetsOf).filter(({ dict, line }) => {
    const kind = kindOf(line)
    const isText = kind === 'Ch' || (kind === 'Tx' && (numberIn(line, 'Ff') & FLAGS.password) === 0)
    return isText && (redraw || !(normalLooks(dict) instanceof PDFStream))
  })
  if (widgets.length === 0) return
  const ink = new Ink(document, {})
  const metrics = await loadMetrics(widgets.map((widget) => textsIn(widget).join('')).join(''))
  for (const widget of widgets) await draw(document, { ...widget, line: [...widget.line, form] }, ink, metrics).catch(() => undefined)
  ink.finish()
}

function textsIn({ line }: Widget): string[] {
  return [textOf(inherited(line, 'V')), ...optionsOf(line).map(({ shown }) => shown)]
}

async function draw({ context }: PDFDocument, widget: Widget, ink: Ink, metrics: Metrics): Promise<void> {
  const area = widget.dict.lookup(name('Rect'))
  const rectangle = area instanceof PDFArray ? rectangleOf(area) : undefined
  if (!rectangle) return
  const [x0, y0, x1, y1] = rectangle
  const { turn, width, height } = turned(widget.dict, Math.abs(x1 - x0), Math.abs(y1 - y0))
  if (!(width > 0 && height > 0)) return
  const edge = frameWidth(widget.dict)
  const inner = [width - 2 * edge, height - 2 * edge] as const
  const { paints, ground = '' } = inner[0] > 0 && inner[1] > 0 ? paintsOf(widget, inner[0], inner[1], metrics) : { paints: [] }
  const resources: Resources = { Font: {}, XObject: {}, ExtGState: {} }
  const operators: string[] = []
  for (const paint of paints) if (paint.kind !== 'link') operators.push(await ink.operators(paint, resources))
  // Paints count from the top left, and the value stays within the frame.
  const value = `q ${edge} ${edge} ${inner[0]} ${inner[1]} re W n 1 0 0 -1 ${edge} ${height - edge} cm ${ground}${operators.join('\n')} Q`
  const box: Box = [0, 0, width, height]
  const content = `${frameOperators(widget.dict, box)}/Tx BMC\n${operators.length > 0 || ground !== '' ? value : ''}\nEMC\n`
  const form = context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [...box], Matrix: [...turn], Resources: resources })
  widget.dict.set(name('AP'), context.obj({ N: context.register(form) }))
}

/** A field may stand in a turned page so that it is read upright there (ISO 32000-2, 12.5.6.19). */
function turned(
  widget: PDFDict,
  width: number,
  height: number,
): { readonly turn: Matrix; readonly width: number; readonly height: number } {
  const looks = widget.lookup(name('MK'))
  const said = looks instanceof PDFDict ? looks.lookup(name('R')) : undefined
  const angle = said instanceof PDFNumber ? ((said.asNumber() % 360) + 360) % 360 : 0
  if (angle === 90) return { turn: [0, 1, -1, 0, 0, 0], width: height, height: width }
  if (angle === 270) return { turn: [0, -1, 1, 0, 0, 0], width: height, height: width }
  return { turn: angle === 180 ? [-1, 0, 0, -1, 0, 0] : [1, 0, 0, 1, 0, 0], width, height }
}

interface Drawn {
  readonly paints: readonly Paint[]
  /** Under them. */
  readonly ground?: string
}

function paintsOf({ line }: Widget, width: number, height: number, metrics: Metrics): Drawn {
  const flags = numberIn(line, 'Ff')
  const style = styleOf(textOf(inherited(line, 'DA')))
  const quadding = ([0, 1, 2] as const).find((one) => one === numberIn(line, 'Q')) ?? 0
  if (kindOf(line) === 'Ch') {
    if ((flags & FLAGS.combo) === 0) return listOf(line, quadding, width, height, metrics)
    const [value] = chosenIn(inherited(line, 'V'))
    const text = optionsOf(line).find(({ sent }) => sent === value)?.shown ?? value ?? ''
    return { paints: paintedText({ text, as: 'line', quadding, style }, width, height, metrics) }
  }
  const text = textOf(inherited(line, 'V'))
  const cells = (flags & FLAGS.comb) !== 0 && (flags & (FLAGS.multiline | FLAGS.file)) === 0 ? numberIn(line, 'MaxLen') : 0
  const as = cells >= 1 ? { cells: Math.floor(cells) } : flags & FLAGS.multiline ? 'lines' : 'line'
  return { paints: text === '' ? [] : paintedText({ text, as, quadding, style }, width, height, metrics) }
}

const LINE_PITCH = 1.25
const LIST_SIZE = 12
const CHOSEN = '0.6 0.757 0.855 rg'

/** A list is seen from the option that it is scrolled to (ISO 32000-2, 12.7.5.4), as far as there is room. */
function listOf(line: readonly PDFDict[], quadding: Quadding, width: number, height: number, metrics: Metrics): Drawn {
  const style = styleOf(textOf(inherited(line, 'DA')))
  const pitch = Math.min(height, LINE_PITCH * (style.size || LIST_SIZE))
  const top = Math.floor(numberIn(line, 'TI'))
  const options = optionsOf(line)
  const from = top > 0 && top < options.length ? top : 0
  const seen = options.slice(from, from + Math.floor(height / pitch + 1e-6))
  const chosen = new Set(chosenIn(inherited(line, 'V')))
  const marks = seen.flatMap(({ sent, shown }, at) =>
    chosen.has(sent) || chosen.has(shown) ? [`0 ${at * pitch} ${width} ${pitch} re`] : [],
  )
  const paints = seen.flatMap(({ shown }, at) =>
    paintedText({ text: shown, as: 'line', quadding, style: { ...style, size: style.size || LIST_SIZE } }, width, pitch, metrics).map(
      (paint) => ({
        ...paint,
        baseline: paint.baseline + at * pitch,
      }),
    ),
  )
  return { paints, ground: marks.length > 0 ? `q ${CHOSEN} ${marks.join(' ')} f Q ` : '' }
}

/** Buttons without looks get those of the library: what they show has no letters but those of a button that does nothing. */
async function drawButtons(document: PDFDocument): Promise<void> {
  const fields = attempt(() => document.getForm().getFields()) ?? []
  let font: PDFFont | undefined
  for (const field of fields) {
    if (!isButtonWithoutLooks(field)) continue
    document.registerFontkit(fontkit)
    font ??= await document.embedFont(fontBytes('sans'), { subset: true, customName: 'PARAPH+Form' })
    for (const widget of field.acroField.getWidgets()) attempt(() => frame(widget))
    attempt(() => (field instanceof PDFButton ? field.updateAppearances(font!) : field.updateAppearances()))
  }
  if (font) await font.embed()
}

function isButtonWithoutLooks(field: PDFField): field is PDFButton | PDFCheckBox | PDFRadioGroup {
  const isButton = field instanceof PDFButton || field instanceof PDFCheckBox || field instanceof PDFRadioGroup
  return isButton && (attempt(() => field.acroField.getWidgets().some((widget) => !widget.getAppearances()?.normal)) ?? false)
}

/** The library draws only those frames whose width stands in a style. */
function frame(widget: ReturnType<PDFField['acroField']['getWidgets']>[number]): void {
  if (!widget.getBorderStyle() && frameWidth(widget.dict) > 0) widget.getOrCreateBorderStyle().setWidth(frameWidth(widget.dict))
}

/** Forms in the wild are broken in every way; one bad field must not cost the others. */
function attempt<T>(what: () => T): T | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
