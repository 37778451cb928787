import { decodePDFRawStream, PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib'
import type { Page } from '#pdf/document'

const name = PDFName.of
const DEEPEST = 50
export const LONGEST = 200

/** Bits of /Ff (ISO 32000-2, 12.7.4 and 12.7.5). */
export const FLAGS = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  file: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const

/** What shows a form field on a page, with all that it inherits from. */
export interface Widget {
  readonly page: Page
  /** Of the page, zero-based. */
  readonly at: number
  readonly dict: PDFDict
  /** The widget, the field it shows, and what that is part of. */
  readonly line: readonly PDFDict[]
}

/** Each once, however often its page names it. */
export function widgetsOf(page: Page, at: number): Widget[] {
  const annotations = page.dict.lookup(name('Annots'))
  if (!(annotations instanceof PDFArray)) return []
  const all = Array.from({ length: annotations.size() }, (_, index) => annotations.lookup(index))
  const widgets = all.filter((one): one is PDFDict => one instanceof PDFDict && one.lookup(name('Subtype')) === name('Widget'))
  return [...new Set(widgets)].map((dict) => ({ page, at, dict, line: lineOf(dict) }))
}

function lineOf(widget: PDFDict): PDFDict[] {
  const line: PDFDict[] = []
  for (let node: unknown = widget; node instanceof PDFDict && line.length < DEEPEST && !line.includes(node); ) {
    line.push(node)
    node = node.lookup(name('Parent'))
  }
  return line
}

export function inherited(line: readonly PDFDict[], key: string): unknown {
  return line.map((node) => node.lookup(name(key))).find((value) => value !== undefined)
}

export function numberIn(line: readonly PDFDict[], key: string): number {
  const value = inherited(line, key)
  return value instanceof PDFNumber ? value.asNumber() : 0
}

type Kind = 'Tx' | 'Btn' | 'Ch' | 'Sig'

/** Null: none that the standard knows. */
export function kindOf(line: readonly PDFDict[]): Kind | null {
  const kind = inherited(line, 'FT')
  return kind instanceof PDFName ? ((['Tx', 'Btn', 'Ch', 'Sig'] as const).find((one) => kind === name(one)) ?? null) : null
}

/** The field that a widget shows: it bears the name that its widgets have in common. */
export function fieldIn(line: readonly PDFDict[]): PDFDict {
  return line.find((node) => textOf(node.lookup(name('T'))) !== '') ?? line[0]!
}

/** Names of a field and all it is part of, as forms write them. */
export function fullName(line: readonly PDFDict[]): string {
  const parts = line.map((node) => textOf(node.lookup(name('T')))).filter((part) => part !== '')
  return parts.reverse().join('.').slice(0, LONGEST)
}

export function textOf(value: unknown): string {
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

/** The look of a widget, or its looks by state. */
export function normalLooks(widget: PDFDict): unknown {
  const looks = widget.lookup(name('AP'))
  return looks instanceof PDFDict ? looks.lookup(name('N')) : undefined
}

/** What a button stands for when it is on; null where it has no looks that say so. */
export function onStateOf(widget: PDFDict): PDFName | null {
  const looks = normalLooks(widget)
  return (looks instanceof PDFDict && looks.keys().find((key) => key !== OFF)) || null
}

/** Whether a button shows a mark: by the state it is in, else, as readers do, by its field's value (ISO 32000-2, 12.5.5 and 12.7.5.2). */
export function isOn({ dict, line }: Pick<Widget, 'dict' | 'line'>): boolean {
  const state = dict.lookup(name('AS'))
  if (state instanceof PDFName) return state !== OFF
  const value = inherited(line, 'V')
  if (!(value instanceof PDFName) || value === OFF) return false
  const on = onStateOf(dict)
  return on === null || on === value
}
export const OFF = name('Off')
