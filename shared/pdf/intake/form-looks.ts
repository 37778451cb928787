import fontkit from '@cantoo/fontkit'
import {
  PDFArray,
  PDFBool,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRadioGroup,
} from 'pdf-lib'
import { fontBytes } from '#pdf/fonts'

/**
 * Draws those form fields that come without looks of their own, or whose file asks readers to draw them. A field that
 * can't be drawn stays as it is: empty where it had no looks.
 */
export async function drawFields(document: PDFDocument): Promise<void> {
  const dictionary = document.catalog.lookup(PDFName.of('AcroForm'))
  if (!(dictionary instanceof PDFDict)) return
  const redraw = dictionary.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  const fields = attempt(() => document.getForm().getFields()) ?? []
  let font: PDFFont | undefined
  for (const field of fields) {
    if (!needsLooks(field, redraw)) continue
    document.registerFontkit(fontkit)
    font ??= await document.embedFont(fontBytes('sans'), { subset: true, customName: 'PARAPH+Form' })
    attempt(() => draw(field, font!))
  }
  if (font) await font.embed()
}

function needsLooks(field: PDFField, redraw: boolean): boolean {
  const without = attempt(() => field.acroField.getWidgets().some((widget) => !widget.getAppearances()?.normal)) ?? false
  const ticked = field instanceof PDFCheckBox || field instanceof PDFRadioGroup
  return without || (redraw && !ticked)
}

function draw(field: PDFField, font: PDFFont): void {
  for (const widget of field.acroField.getWidgets()) attempt(() => frame(widget))
  if (!('updateAppearances' in field) || typeof field.updateAppearances !== 'function') return
  const unroll = field instanceof PDFOptionList ? scrolled(field) : null
  try {
    field.updateAppearances(font)
  } finally {
    unroll?.()
  }
}

/**
 * A list is seen from the option that it is scrolled to (ISO 32000-2, 12.7.5.4); the library draws from the first that it
 * finds. Answers how to put those above it back.
 */
function scrolled({ acroField: { dict } }: PDFOptionList): (() => void) | null {
  const options = dict.lookup(OPTIONS)
  const top = dict.lookup(PDFName.of('TI'))
  if (!(options instanceof PDFArray && top instanceof PDFNumber && top.asNumber() > 0 && top.asNumber() < options.size())) return null
  dict.set(OPTIONS, dict.context.obj(options.asArray().slice(top.asNumber())))
  return () => dict.set(OPTIONS, options)
}
const OPTIONS = PDFName.of('Opt')

/**
 * A colour for the frame means a frame, one point wide where nothing else is said (ISO 32000-2, 12.5.2 and 12.5.4); the
 * library draws only those whose width stands in a style.
 */
function frame(widget: ReturnType<PDFField['acroField']['getWidgets']>[number]): void {
  if (!widget.getAppearanceCharacteristics()?.getBorderColor() || widget.getBorderStyle()) return
  const border = widget.dict.lookupMaybe(PDFName.of('Border'), PDFArray)
  widget.getOrCreateBorderStyle().setWidth(border?.lookupMaybe(2, PDFNumber)?.asNumber() ?? 1)
}

/** Forms in the wild are broken in every way; one bad field must not cost the others. */
function attempt<T>(what: () => T): T | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
