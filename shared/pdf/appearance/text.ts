import { isAttachedFile, SET_UP } from '#domain/pack'
import { layoutComb, type Metrics, MIN_SIZE, spelledOut, type TextBox } from '#pdf/text-layout'
import type { Appearance, FieldLooks, FieldSize } from './appearance.ts'
import { rectangle } from './paint.ts'
import { ticked } from './ticked.ts'
import { combed, wholeWords, words, wordsFit } from './words.ts'

type Set = Omit<FieldLooks, 'type' | 'value'>

export const text: Appearance = ({ value, ...field }, metrics) => {
  if (typeof value !== 'string') return []
  const cells = combOf(field)
  return cells === null ? words(boxOf(value, field), metrics) : combed({ ...boxOf(value, field), cells }, metrics)
}

/** Whether all of a text stays inside its field, in the smallest print at least. */
export function textFits(value: string, field: Set, metrics: Metrics): boolean {
  const cells = combOf(field)
  return cells === null
    ? wordsFit({ ...boxOf(value, field), size: MIN_SIZE }, metrics)
    : layoutComb({ ...boxOf(value, field), cells }, metrics).fits
}

const combOf = ({ layout }: Set): number | null => (layout?.as === 'comb' ? layout.cells : null)

/** Where it was laid out in no way it is wrapped and in the middle, whatever the field's height. */
function boxOf(value: string, { width, height, layout, textSize, align }: Set): TextBox {
  const box = { text: value, width, height, ...(textSize && { size: textSize }), ...(align && { align }) }
  switch (layout?.as) {
    case 'multi-line':
      return { ...box, vertical: 'top' }
    case 'single-line':
      return { ...box, vertical: 'middle', single: true }
    default:
      return { ...box, vertical: 'middle' }
  }
}

/** The option that was chosen. */
export const choice: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? words(choiceBox(value, { width, height }), metrics) : []

export function choiceBox(text: string, { width, height }: FieldSize): TextBox {
  return { text, width, height, vertical: 'middle' }
}

/** `2026-11-21` is shown as `21 November 2026`, the same on every machine; what is no such date is shown as it stands. */
export const date: Appearance = ({ value, width, height }, metrics) =>
  typeof value === 'string' ? wholeWords({ text: shownDate(value), width, height, vertical: 'middle', single: true }, metrics) : []

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export function shownDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? iso : `${Number(day)} ${name} ${Number(year)}`
}

/** The name of the file that comes along; where that is in no letters of ours and too long to be spelled out, what the file is known by. */
export const file: Appearance = ({ value, width, height }, metrics) => {
  if (!isAttachedFile(value)) return []
  const box = (text: string) => ({ text, width, height, vertical: 'middle', single: true }) as const
  const name = box(spelledOut(value.filename, metrics))
  const isSpelled = name.text !== value.filename
  return words(isSpelled && !wordsFit(name, metrics) ? box(`SHA-256 ${value.digest}`) : name, metrics)
}

/** As pale as the slips of paper that are stuck on others. */
const SLIP = '#fef9c3'

/** On screens only: no final file has it. */
export const note: Appearance = (field, metrics) => [
  ...(field.background === undefined ? [{ kind: 'path', d: rectangle(field.width, field.height), fill: SLIP, width: 0 } as const] : []),
  ...text(field, metrics),
]

/** That it was done. Who it is stands where they sign. */
export const signerSetup: Appearance = (field, metrics) => (field.value === SET_UP ? ticked(field, 'Signer set up', metrics) : [])
