import { decodePDFRawStream, PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib'
import { MOST_CELLS } from '#domain/pack'
import { boxesOf, type Page, rectangleOf } from '#pdf/document'
import { inverse, toMilli, toUserSpace, transform, visiblePage } from '#pdf/geometry'
import type { FormField } from './types.ts'

const name = PDFName.of
const MOST_FIELDS = 1_000
const MOST_OPTIONS = 200
const LONGEST = 200
const DEEPEST = 50

/**
 * The fields that somebody could still fill in, in the order of the pages. What is filled in already stands on the page
 * and stays there; buttons do nothing.
 */
export function emptyFields(pages: readonly Page[]): FormField[] {
  const fields = pages.flatMap((page, at) => widgetsOf(page).flatMap((widget) => fieldOf(page, at, widget) ?? []))
  return fields.slice(0, MOST_FIELDS)
}

/** How many fields hold a signature. */
export function signaturesIn(document: PDFDocument): number {
  const values = new Set<unknown>()
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue
    const isField = object.lookup(name('FT')) === name('Sig')
    const value = isField ? object.lookup(name('V')) : undefined
    if (value instanceof PDFDict && value.has(name('ByteRange'))) values.add(value)
  }
  return values.size
}

function widgetsOf({ dict }: Page): PDFDict[] {
  const annotations = dict.lookup(name('Annots'))
  if (!(annotations instanceof PDFArray)) return []
  return Array.from({ length: annotations.size() }, (_, at) => annotations.lookup(at)).filter(
    (one): one is PDFDict => one instanceof PDFDict && one.lookup(name('Subtype')) === name('Widget'),
  )
}

const [REQUIRED, READ_ONLY] = [1 << 1, 1 << 0]
const [MULTILINE, PASSWORD, FILE, COMB] = [1 << 12, 1 << 13, 1 << 20, 1 << 24]
const [RADIO, PUSH_BUTTON] = [1 << 15, 1 << 16]
const [HIDDEN, NO_VIEW] = [1 << 1, 1 << 5]

function fieldOf(page: Page, at: number, widget: PDFDict): FormField | null {
  const line = lineOf(widget)
  const flags = numberIn(line, 'Ff')
  const shown = widget.lookup(name('F'))
  const place = placeOf(page, widget)
  if (!place || flags & READ_ONLY || (shown instanceof PDFNumber && shown.asNumber() & (HIDDEN | NO_VIEW))) return null
  const kind = kindOf(line, flags)
  if (kind === null || isFilled(line, widget)) return null
  const full = fullName(line)
  const isRadio = kind === 'check' && (flags & RADIO) !== 0
  return {
    page: at,
    ...place,
    type: kind,
    name: isRadio ? `${full}.${stateOf(widget)}`.slice(0, LONGEST) : full,
    description: textOf(inherited(line, 'TU')),
    required: (flags & REQUIRED) !== 0,
    options: kind === 'choice' ? optionsOf(line) : [],
    group: isRadio ? full : null,
    multiline: kind === 'text' && (flags & MULTILINE) !== 0,
    comb: kind === 'text' ? combOf(line, flags) : null,
  }
}

/** One of several lines, or of a file's name, is none, whatever it says of itself (ISO 32000-2, 12.7.5.3). */
function combOf(line: readonly PDFDict[], flags: number): number | null {
  const cells = numberIn(line, 'MaxLen')
  const isComb = (flags & COMB) !== 0 && (flags & (MULTILINE | FILE)) === 0
  return isComb && Number.isSafeInteger(cells) && cells >= 1 && cells <= MOST_CELLS ? cells : null
}

/** The widget, the field it shows, and what that is part of. */
function lineOf(widget: PDFDict): PDFDict[] {
  const line: PDFDict[] = []
  for (let node: unknown = widget; node instanceof PDFDict && line.length < DEEPEST && !line.includes(node); ) {
    line.push(node)
    node = node.lookup(name('Parent'))
  }
  return line
}

function inherited(line: readonly PDFDict[], key: string): unknown {
  return line.map((node) => node.lookup(name(key))).find((value) => value !== undefined)
}

function numberIn(line: readonly PDFDict[], key: string): number {
  const value = inherited(line, key)
  return value instanceof PDFNumber ? value.asNumber() : 0
}

function kindOf(line: readonly PDFDict[], flags: number): FormField['type'] | null {
  switch (inherited(line, 'FT')) {
    case name('Tx'):
      if (flags & PASSWORD) return null
      return isDate(line) ? 'date' : 'text'
    case name('Btn'):
      return flags & PUSH_BUTTON ? null : 'check'
    case name('Ch'):
      return optionsOf(line).length > 0 ? 'choice' : null
    case name('Sig'):
      return 'signature'
    default:
      return null
  }
}

/** Nothing in a form says "date" but the script that would have written it as one. */
function isDate(line: readonly PDFDict[]): boolean {
  const actions = inherited(line, 'AA')
  const format = actions instanceof PDFDict ? actions.lookup(name('F')) : undefined
  const script = format instanceof PDFDict ? format.lookup(name('JS')) : undefined
  return /\bAFDate_Format/.test(textOf(script))
}

function isFilled(line: readonly PDFDict[], widget: PDFDict): boolean {
  const state = widget.lookup(name('AS'))
  if (state instanceof PDFName) return state !== name('Off')
  const value = inherited(line, 'V')
  if (value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFRawStream) return textOf(value).trim() !== ''
  if (value instanceof PDFName) return value !== name('Off')
  return value instanceof PDFDict || (value instanceof PDFArray && value.size() > 0)
}

/** What a button stands for when it is on. */
function stateOf(widget: PDFDict): string {
  const looks = widget.lookup(name('AP'))
  const normal = looks instanceof PDFDict ? looks.lookup(name('N')) : undefined
  const on = normal instanceof PDFDict ? normal.keys().find((key) => key !== name('Off')) : undefined
  return on?.decodeText() ?? 'on'
}

/** Each is a text, or a pair of what is sent and what is shown. */
function optionsOf(line: readonly PDFDict[]): string[] {
  const list = inherited(line, 'Opt')
  if (!(list instanceof PDFArray)) return []
  const words = Array.from({ length: Math.min(list.size(), MOST_OPTIONS) }, (_, at) => {
    const option = list.lookup(at)
    return textOf(option instanceof PDFArray && option.size() > 0 ? option.lookup(option.size() - 1) : option).trim()
  })
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Names of a field and all it is part of, as forms write them. */
function fullName(line: readonly PDFDict[]): string {
  const parts = line.map((node) => textOf(node.lookup(name('T')))).filter((part) => part !== '')
  return parts.reverse().join('.').slice(0, LONGEST)
}

function textOf(value: unknown): string {
  try {
    if (value instanceof PDFString || value instanceof PDFHexString) return storable(value.decodeText())
    if (value instanceof PDFRawStream) return storable(Buffer.from(decodePDFRawStream(value).getBytes(10_000)).toString('latin1'))
  } catch {
    // What can't be read says nothing.
  }
  return ''
}

/** Half a character or a NUL has no place in what is stored. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, 10_000)
}

/** In thousandths of a point from the visible page's top left; null where nothing of it is on the page. */
function placeOf(page: Page, widget: PDFDict): Pick<FormField, 'x' | 'y' | 'width' | 'height'> | null {
  const area = widget.lookup(name('Rect'))
  const rectangle = area instanceof PDFArray ? rectangleOf(area) : undefined
  const visible = visiblePage(boxesOf(page))
  const back = inverse(toUserSpace(visible))
  if (!rectangle || !back) return null
  const [x0, y0, x1, y1] = rectangle
  const [one, other] = [transform(back, { x: x0, y: y0 }), transform(back, { x: x1, y: y1 })]
  const within = (value: number, most: number) => toMilli(Math.min(Math.max(value, 0), most))
  const left = within(Math.min(one.x, other.x), visible.width)
  const top = within(Math.min(one.y, other.y), visible.height)
  const width = within(Math.max(one.x, other.x), visible.width) - left
  const height = within(Math.max(one.y, other.y), visible.height) - top
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : null
}
