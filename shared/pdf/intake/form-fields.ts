import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber } from 'pdf-lib'
import { MOST_CELLS } from '#domain/pack'
import { boxesOf, type Page, rectangleOf } from '#pdf/document'
import { inverse, toMilli, toUserSpace, transform, visiblePage } from '#pdf/geometry'
import { dayOf, isDateScript } from './form-dates.ts'
import { chosenIn, optionsOf } from './form-options.ts'
import {
  FLAGS,
  fieldIn,
  fullName,
  inherited,
  isOn,
  kindOf,
  LONGEST,
  numberIn,
  onStateOf,
  textOf,
  type Widget,
  widgetsOf,
} from './form-tree.ts'
import type { FormField } from './types.ts'

const name = PDFName.of
const MOST_FIELDS = 1_000

/** A field to be offered, and the widget that shows it. */
export interface Offered {
  readonly field: Omit<FormField, 'look'>
  readonly widget: Widget
}

/**
 * The fields that somebody could still fill in, in the order of the pages: those that stand empty, and those that are
 * filled in, for a sender who wants to have them filled in otherwise. A field of the form is offered with all its
 * widgets or not at all: of a choice that is half printed and half offered, both could be ticked.
 */
export function offeredFields(pages: readonly Page[]): Offered[] {
  const names = new Set<string>()
  const offered: Offered[] = []
  for (const [index, widgets] of fieldsOn(pages).entries()) {
    const field = fieldOf(widgets, index, names)
    if (field && offered.length + field.length <= MOST_FIELDS) offered.push(...field)
  }
  return offered
}

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

/** The widgets of each field. Two fields of one full name are one field (ISO 32000-2, 12.7.4.2). */
function fieldsOn(pages: readonly Page[]): Widget[][] {
  const keyOf = ({ line }: Widget) => {
    const full = fullName(line)
    return full === '' ? fieldIn(line) : `${kindOf(line)} ${full}`
  }
  return [...Map.groupBy(pages.flatMap(widgetsOf), keyOf).values()]
}

/** What is offered for one field of the form; null where it stays as its page shows it. */
function fieldOf(widgets: readonly Widget[], index: number, names: Set<string>): Offered[] | null {
  const shown = widgets.flatMap((widget) => {
    const place = isHidden(widget) ? null : placeOf(widget)
    return place ? [{ widget, place }] : []
  })
  const first = shown[0]?.widget
  if (!first || shown.some(({ widget }) => numberIn(widget.line, 'Ff') & FLAGS.readOnly)) return null
  const { line } = first
  const flags = numberIn(line, 'Ff')
  // Fields of one name may be apart in the file, each with a value of its own.
  const traits = shown.flatMap(({ widget }) => traitsOf(widget.line, flags, widgets) ?? [])
  if (traits.length < shown.length) return null
  const filled = traits.some((one) => one.filled)
  const own = ownNames(
    shown.map(({ widget }) => widget),
    flags,
    index,
  )
  const apart = own.exclusive ? own.hasTwins : shown.length > 1
  // One that is ticked out of sight would be lost without a word.
  if (own.exclusive && filled && !shown.some(({ widget }) => isOn(widget))) return null
  const group = own.exclusive ? unlike(names, own.group) : null
  return shown.map(({ widget, place }, at) => ({
    widget,
    field: {
      formField: index,
      page: widget.at,
      ...place,
      ...traits[at]!,
      filled,
      ...(kindOf(line) === 'Btn' ? { value: isOn(widget) ? 'checked' : null } : {}),
      name: own.names[at]!,
      description: own.descriptions[at]!,
      required: (flags & FLAGS.required) !== 0,
      group,
      lost: [...traits[at]!.lost, ...(apart ? (['same-value'] as const) : [])],
    },
  }))
}

/** Two groups of one name would be one. */
function unlike(names: Set<string>, wanted: string): string {
  let name = wanted
  for (let n = 2; names.has(name); n++) name = `${wanted.slice(0, LONGEST - 6)} ${n}`
  names.add(name)
  return name
}

const [HIDDEN, NO_VIEW] = [1 << 1, 1 << 5]

function isHidden({ dict }: Widget): boolean {
  const flags = dict.lookup(name('F'))
  return flags instanceof PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0
}

type Traits = Pick<FormField, 'type' | 'filled' | 'value' | 'options' | 'multiline' | 'comb' | 'longest' | 'lost'>

/** What all widgets of a field have in common; null where no field of ours could take its place. */
function traitsOf(line: readonly PDFDict[], flags: number, widgets: readonly Widget[]): Traits | null {
  const plain = { filled: false, value: null, options: [], multiline: false, comb: null, longest: null, lost: [] } as const
  switch (kindOf(line)) {
    case 'Tx':
      return flags & FLAGS.password ? null : textTraits(line, flags)
    case 'Btn':
      return flags & FLAGS.pushButton ? null : { ...plain, type: 'check', filled: widgets.some(isOn) }
    case 'Ch':
      return choiceTraits(line, flags)
    case 'Sig':
      return inherited(line, 'V') instanceof PDFDict ? null : { ...plain, type: 'signature' }
    default:
      return null
  }
}

function textTraits(line: readonly PDFDict[], flags: number): Traits {
  const actions = inherited(line, 'AA')
  const format = actions instanceof PDFDict ? actions.lookup(name('F')) : undefined
  const script = format instanceof PDFDict ? textOf(format.lookup(name('JS'))) : ''
  const text = textOf(inherited(line, 'V')).replaceAll(/\r\n?/g, '\n')
  const filled = text.trim() !== ''
  const plain = { filled, options: [], lost: [] } as const
  if (isDateScript(script)) return { ...plain, type: 'date', value: dayOf(text, script), multiline: false, comb: null, longest: null }
  const most = numberIn(line, 'MaxLen')
  const multiline = (flags & FLAGS.multiline) !== 0
  return {
    ...plain,
    type: 'text',
    value: filled ? text : null,
    multiline,
    comb: combOf(most, flags),
    longest: Number.isSafeInteger(most) && most >= 1 ? most : null,
  }
}

/** One of several lines, or of a file's name, is none, whatever it says of itself (ISO 32000-2, 12.7.5.3). */
function combOf(cells: number, flags: number): number | null {
  const isComb = (flags & FLAGS.comb) !== 0 && (flags & (FLAGS.multiline | FLAGS.file)) === 0
  return isComb && Number.isSafeInteger(cells) && cells >= 1 && cells <= MOST_CELLS ? cells : null
}

function choiceTraits(line: readonly PDFDict[], flags: number): Traits | null {
  const offered = optionsOf(line)
  if (offered.length === 0) return null
  const chosen = chosenIn(inherited(line, 'V'))
  // One field of ours holds one choice: several would be lost.
  if (chosen.length > 1) return null
  const options = [...new Set(offered.map(({ shown }) => shown))]
  const [text = null] = chosen
  const value = text === null ? null : (offered.find(({ sent, shown }) => sent === text || shown === text)?.shown ?? text)
  const isCombo = (flags & FLAGS.combo) !== 0
  return {
    type: 'choice',
    filled: value !== null,
    value,
    // What somebody wrote into it is one more to choose.
    options: value === null || options.includes(value) ? options : [...options, value],
    multiline: false,
    comb: null,
    longest: null,
    lost: [
      ...(flags & FLAGS.multiSelect && !isCombo ? (['several-choices'] as const) : []),
      ...(flags & FLAGS.edit && isCombo ? (['own-text'] as const) : []),
    ],
  }
}

interface OwnNames {
  readonly names: readonly string[]
  readonly descriptions: readonly string[]
  /** Of its boxes only one can be ticked: those of a radio group, and tick boxes that stand for different things. */
  readonly exclusive: boolean
  /** Boxes that stand for the same thing, which a form ticks together. */
  readonly hasTwins: boolean
  readonly group: string
}

/** Each of several to choose from is called what it stands for: by its number nobody could tell them apart. */
function ownNames(widgets: readonly Widget[], flags: number, index: number): OwnNames {
  const { line } = widgets[0]!
  const [full, help] = [fullName(line), widgets.map((widget) => textOf(inherited(widget.line, 'TU')))]
  const states = widgets.map(({ dict }) => onStateOf(dict)?.decodeText() ?? null)
  const isBox = kindOf(line) === 'Btn'
  const known = states.filter((state) => state !== null)
  const exclusive = isBox && ((flags & FLAGS.radio) !== 0 || new Set(known).size > 1)
  if (!exclusive) return { names: widgets.map(() => full), descriptions: help, exclusive, hasTwins: false, group: full }
  const labels = distinct(
    widgets.map((widget, at) => labelOf(widget, states[at]!) ?? String(at + 1)),
    states,
  )
  const hasHelpOfItsOwn = widgets.length > 1 && new Set(help).size === widgets.length
  return {
    names: labels.map((label) => `${full.slice(0, Math.max(0, LONGEST - label.length - 1))}.${label}`.slice(0, LONGEST)),
    descriptions: labels.map((label, at) => (hasHelpOfItsOwn ? help[at]! : [help[at]!, label].filter((word) => word !== '').join(': '))),
    exclusive,
    hasTwins: new Set(known).size < known.length,
    group: full || `choice ${index + 1}`,
  }
}

/** What /Opt says, which names one for each kid of a field (ISO 32000-2, 12.7.5.2.3), else its state. */
function labelOf({ dict, line }: Widget, state: string | null): string | null {
  const list = inherited(line, 'Opt')
  const kids = line[1]?.lookup(name('Kids'))
  const named = (at: number) => (list instanceof PDFArray && at >= 0 && at < list.size() ? textOf(list.lookup(at)).trim() : '')
  const place = kids instanceof PDFArray ? Array.from({ length: kids.size() }, (_, at) => kids.lookup(at)).indexOf(dict) : 0
  const numbered = state !== null && /^\d+$/.test(state) ? named(Number(state)) : ''
  return (named(place) || numbered || state?.trim() || null)?.slice(0, LONGEST) ?? null
}

/** Of one name only where they are one state: in a form these are ticked together. */
function distinct(labels: readonly string[], states: readonly (string | null)[]): string[] {
  const taken = new Map<string, string | null>()
  return labels.map((label, at) => {
    let one = label
    for (let n = 2; taken.has(one) && (states[at] === null || taken.get(one) !== states[at]); n++) one = `${label} ${n}`
    taken.set(one, states[at]!)
    return one
  })
}

/** In thousandths of a point from the visible page's top left; null where nothing of it is on the page. */
function placeOf({ page, dict }: Widget): Pick<FormField, 'x' | 'y' | 'width' | 'height'> | null {
  const area = dict.lookup(name('Rect'))
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
