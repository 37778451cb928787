import { PDFArray, PDFContentStream, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { addXObjects, decoded, type Page, rectangleOf } from '#pdf/document'
import { frameOperators } from './field-frame.ts'
import type { Offered } from './form-fields.ts'
import { FLAGS, isOn, kindOf, normalLooks, numberIn, OFF, type Widget } from './form-tree.ts'
import type { FormField, PrintedLook } from './types.ts'

const name = PDFName.of

/**
 * Says of each field that is offered what its page shows of it besides a frame, and lays the frame alone next to it, so
 * that what stands there can be removed once the field is taken over. `drawn`: under which names a page draws its widgets.
 */
export function withLooks(
  context: PDFContext,
  offered: readonly Offered[],
  drawn: ReadonlyMap<Page, ReadonlyMap<PDFDict, string>>,
): FormField[] {
  const blanks = new Map<Page, { readonly form: PDFRef; readonly look: { blank: string | null } }[]>()
  const fields = offered.map(({ field, widget }): FormField => {
    const printed = drawn.get(widget.page)?.get(widget.dict)
    const found = printed === undefined ? null : blankLook(context, field, widget)
    if (printed === undefined || !found) return { ...field, look: null }
    const look: { -readonly [K in keyof PrintedLook]: PrintedLook[K] } = { page: field.page, name: printed, blank: null }
    if (found.form) blanks.set(widget.page, [...(blanks.get(widget.page) ?? []), { form: found.form, look }])
    return { ...field, look }
  })
  for (const [page, all] of blanks) {
    const forms = all.map(({ form }) => form)
    for (const [at, blank] of addXObjects(context, page, 'BlankField', forms).entries()) all[at]!.look.blank = blank
  }
  return fields
}

/** What stays of a look; null where there is nothing to remove. */
function blankLook(context: PDFContext, { filled }: Offered['field'], widget: Widget): { readonly form: PDFRef | null } | null {
  const kind = kindOf(widget.line)
  if (kind === 'Btn') return isOn(widget) ? { form: offLook(context, widget) } : null
  if (kind === 'Sig') return null
  const look = normalLooks(widget.dict)
  if (!(look instanceof PDFStream)) return null
  const content = contentOf(look)
  const framed = content === null ? null : withoutValue(content)
  const shows = filled || (kind === 'Ch' && (numberIn(widget.line, 'Ff') & FLAGS.combo) === 0)
  if (framed === content) return shows ? { form: plainFrame(context, look, widget) } : null
  return { form: framed === null ? plainFrame(context, look, widget) : formLike(context, look, framed) }
}

/** What is drawn of a button that is off. One of another size would stand elsewhere. */
function offLook(context: PDFContext, { dict }: Widget): PDFRef | null {
  const states = normalLooks(dict)
  if (!(states instanceof PDFDict)) return null
  const off = states.get(OFF)
  const form = context.lookup(off)
  const on = states.keys().flatMap((key) => (key === OFF ? [] : [states.lookup(key)]))[0]
  if (!(off instanceof PDFRef && form instanceof PDFStream && on instanceof PDFStream)) return null
  const geometry = (stream: PDFStream) => ['BBox', 'Matrix'].map((key) => String(stream.dict.lookup(name(key)) ?? '')).join()
  if (geometry(form) !== geometry(on)) return null
  form.dict.set(name('Type'), name('XObject'))
  form.dict.set(name('Subtype'), name('Form'))
  return off
}

function contentOf(stream: PDFStream): string | null {
  if (stream instanceof PDFContentStream) return Buffer.from(stream.getUnencodedContents()).toString('latin1')
  const found = stream instanceof PDFRawStream ? decoded(stream) : null
  return found?.whole ? Buffer.from(found.bytes).toString('latin1') : null
}

const VALUE = /\/Tx\s+BMC(?=[\s\r\n])([\s\S]*)(?<=[\s\r\n])EMC(?![^\s])/

/**
 * The value stands in marked content called Tx (ISO 32000-2, 12.7.4.3). Null where it cannot be separated from its
 * surroundings; the content itself where there are none.
 */
function withoutValue(content: string): string | null {
  const found = VALUE.exec(content)
  if (!found) return content
  const value = found[1]!
  if (value.trim() === '') return content
  const count = (operator: RegExp) => value.match(operator)?.length ?? 0
  const isClosed = count(/(?<![^\s])q(?![^\s])/g) === count(/(?<![^\s])Q(?![^\s])/g)
  const end = found.index + found[0].length - 'EMC'.length
  return isClosed ? `${content.slice(0, end - value.length)}\n${content.slice(end)}` : null
}

function formLike(context: PDFContext, look: PDFStream, content: string): PDFRef {
  const entries = ['BBox', 'Matrix', 'Resources'].flatMap((key) => {
    const value = look.dict.get(name(key))
    return value === undefined ? [] : [[key, value] as const]
  })
  const bytes = Buffer.from(content, 'latin1')
  return context.register(context.flateStream(bytes, { Type: 'XObject', Subtype: 'Form', ...Object.fromEntries(entries) }))
}

/** As a field of these colours looks when it stands empty. */
function plainFrame(context: PDFContext, look: PDFStream, { dict }: Widget): PDFRef | null {
  const box = look.dict.lookup(name('BBox'))
  const bounds = box instanceof PDFArray ? rectangleOf(box) : undefined
  const frame = bounds ? frameOperators(dict, bounds) : ''
  return frame === '' ? null : formLike(context, look, frame)
}
