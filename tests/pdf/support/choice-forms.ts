import { degrees, PDFArray, PDFDict, PDFDocument, type PDFFont, PDFName, type PDFPage, StandardFonts } from 'pdf-lib'

/** How a form is made, apart from what stands in it. */
export interface Made {
  readonly turned?: 0 | 90 | 180 | 270
  /** What a field says of itself stands in what it is part of. */
  readonly inherits?: boolean
}

interface Drawing {
  readonly form: ReturnType<PDFDocument['getForm']>
  readonly page: PDFPage
  readonly font: PDFFont
}

const INHERITABLE = ['FT', 'Ff', 'V', 'DV', 'DA', 'Opt', 'MaxLen', 'TI', 'I']

/** A form on one page of 400 × 500 points. */
export async function formOf({ turned = 0, inherits = false }: Made, draw: (drawing: Drawing) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([400, 500])
  page.setRotation(degrees(turned))
  const form = document.getForm()
  draw({ form, page, font })
  form.updateFieldAppearances(font)
  if (inherits) for (const { ref } of form.getFields()) putUnderParent(document, ref)
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}

function putUnderParent({ context, catalog }: PDFDocument, ref: ReturnType<Drawing['form']['getFields']>[number]['ref']): void {
  const field = context.lookup(ref, PDFDict)
  const parent = context.obj({ T: field.get(PDFName.of('T'))!, Kids: [ref] })
  field.delete(PDFName.of('T'))
  for (const key of INHERITABLE.map((one) => PDFName.of(one))) {
    const value = field.get(key)
    if (value === undefined) continue
    parent.set(key, value)
    field.delete(key)
  }
  const at = context.register(parent)
  field.set(PDFName.of('Parent'), at)
  const fields = catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray)
  fields.set(fields.asArray().indexOf(ref), at)
}

/** One box of each of these, next to each other. */
export function radio({ form, page }: Drawing, called: string, options: readonly string[], preset?: string): void {
  const group = form.createRadioGroup(called)
  for (const [at, option] of options.entries()) group.addOptionToPage(option, page, { x: 40 + 60 * at, y: 400, width: 20, height: 20 })
  if (preset !== undefined) group.select(preset)
}

/** Tick boxes of one name, each with a state of its own. */
export function boxesOfOneName({ form, page }: Drawing, called: string, states: readonly string[], ticked?: string): void {
  const box = form.createCheckBox(called)
  for (const [at] of states.entries()) box.addToPage(page, { x: 40 + 60 * at, y: 300, width: 20, height: 20 })
  for (const [at, widget] of box.acroField.getWidgets().entries()) {
    const [state, looks] = [PDFName.of(states[at]!), widget.AP()!]
    for (const kind of ['N', 'D']) {
      const byState = looks.lookup(PDFName.of(kind), PDFDict)
      const on = byState.keys().find((key) => key !== PDFName.of('Off'))!
      const look = byState.get(on)!
      byState.delete(on)
      byState.set(state, look)
    }
    widget.setAppearanceState(states[at] === ticked ? state : PDFName.of('Off'))
  }
  if (ticked !== undefined) box.acroField.dict.set(PDFName.of('V'), PDFName.of(ticked))
}

export function listBox({ form, page, font }: Drawing, called: string, options: readonly string[], chosen: readonly string[] = []): void {
  const list = form.createOptionList(called)
  list.addOptions([...options])
  if (chosen.length > 1) list.enableMultiselect()
  if (chosen.length > 0) list.select([...chosen])
  list.addToPage(page, { x: 40, y: 180, width: 160, height: 20 * options.length, font, borderWidth: 1 })
}

export function dropdown({ form, page, font }: Drawing, called: string, options: readonly string[], chosen?: string): void {
  const list = form.createDropdown(called)
  list.addOptions([...options])
  if (chosen !== undefined) list.select(chosen)
  list.addToPage(page, { x: 40, y: 120, width: 160, height: 24, font, borderWidth: 1 })
}

/** One text, wherever these widgets stand. */
export function text({ form, page, font }: Drawing, called: string, value: string, tops: readonly number[] = [60]): void {
  const field = form.createTextField(called)
  if (value !== '') field.setText(value)
  for (const y of tops) field.addToPage(page, { x: 40, y, width: 160, height: 24, font, borderWidth: 1 })
}
