import { deflateSync } from 'node:zlib'
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef, type PDFStream } from 'pdf-lib'
import { contentsOf, decoded, type Instruction, instructionsIn, joined, type Operand, type Page, readable } from '#pdf/document'
import { type Box, compose, IDENTITY, type Matrix } from '#pdf/geometry'
import { type Font, fontOf } from './font.ts'
import { shown } from './shown.ts'

const name = PDFName.of
const DEEPEST = 20
/** No page shows more than this; forms that draw forms that draw forms would never end. */
const MOST_INSTRUCTIONS = 3_000_000
const MOST_FORMS = 5_000

/**
 * Takes the characters out of a page's content whose middle lies in one of these boxes (PDF user space). All else stays where it is. Text that is
 * set in a way that is not known here stays too. Answers whether anything was taken out.
 */
export function removeTextUnder(context: PDFContext, page: Page, boxes: readonly Box[]): boolean {
  const content = joined(contentsOf(context, page).map((ref) => readable(context, ref).bytes))
  if (content === null) return false
  const resources = page.dict.lookup(name('Resources'))
  const walk = new Walk(context, boxes)
  try {
    const changed = walk.content(content, resources instanceof PDFDict ? resources : null, START, 0)
    if (changed === null) return false
    page.dict.set(name('Contents'), stream(context, changed.bytes))
    if (changed.resources) page.dict.set(name('Resources'), changed.resources)
  } catch (error) {
    if (error instanceof TooMuch) return false
    throw error
  }
  withoutSpokenText(context, page)
  return true
}

class TooMuch extends Error {
  override name = 'TooMuch'
}

interface State {
  readonly matrix: Matrix
  readonly font: Font | null
  readonly size: number
  readonly spacing: number
  readonly wordSpacing: number
  readonly scale: number
  readonly leading: number
  readonly rise: number
}
const START: State = { matrix: IDENTITY, font: null, size: 0, spacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 }

interface Changed {
  readonly bytes: Uint8Array
  /** Where other forms are drawn now than before. */
  readonly resources: PDFDict | null
}
/** A form that is drawn under another name now, without what is covered. */
interface Redrawn {
  readonly before: string
  readonly called: string
  readonly form: PDFRef
}
interface Edit {
  readonly at: Instruction
  readonly text: string
}
/** Content that is marked with what it says: that goes with any of its characters. */
interface Mark {
  readonly at: Instruction
  changed: boolean
}

class Walk {
  readonly #context: PDFContext
  readonly #boxes: readonly Box[]
  readonly #fonts = new Map<PDFDict, Font | null>()
  #instructionsLeft = MOST_INSTRUCTIONS
  #formsLeft = MOST_FORMS

  constructor(context: PDFContext, boxes: readonly Box[]) {
    this.#context = context
    this.#boxes = boxes
  }

  /** What is drawn without the characters under the boxes; null where there are none. */
  content(bytes: Uint8Array, resources: PDFDict | null, from: State, depth: number): Changed | null {
    const edits: Edit[] = []
    const forms: Redrawn[] = []
    const asBefore = new Set<string>()
    const marks: Mark[] = []
    const above: State[] = []
    let state = from
    let line: Matrix = IDENTITY
    let text: Matrix = IDENTITY
    // Where text stands is not known after text of an unknown width, until it is said again.
    let isLost = false
    const to = (matrix: Matrix) => {
      line = matrix
      text = matrix
      isLost = false
    }
    const next = (x: number, y: number) => to(compose([1, 0, 0, 1, x, y], line))
    const edit = (at: Instruction, replaced: string) => {
      edits.push({ at, text: replaced })
      for (const mark of marks) mark.changed = true
    }
    const show = (at: Instruction, items: readonly Operand[], before: string) => {
      if (isLost) return
      const set = shown(items, state, text, (x, y) => this.#isCovered(x, y))
      if (set === null) {
        isLost = true
        return
      }
      text = set.after
      if (set.without !== null) edit(at, `${before}${set.without} TJ`)
    }
    for (const at of instructionsIn(bytes)) {
      if (--this.#instructionsLeft < 0) throw new TooMuch()
      const n = (i: number) => numberOf(at.operands[i])
      switch (at.operator) {
        case 'q':
          above.push(state)
          break
        case 'Q':
          state = above.pop() ?? state
          break
        case 'cm':
          state = { ...state, matrix: compose(matrixOf(at.operands), state.matrix) }
          break
        case 'gs':
          state = { ...state, ...this.#fontOfState(resources, nameOf(at.operands[0])) }
          break
        case 'BT':
          to(IDENTITY)
          break
        case 'Tf':
          state = { ...state, font: this.#font(entryOf(resources, 'Font', nameOf(at.operands[0]))), size: n(1) }
          break
        case 'Tc':
          state = { ...state, spacing: n(0) }
          break
        case 'Tw':
          state = { ...state, wordSpacing: n(0) }
          break
        case 'Tz':
          state = { ...state, scale: n(0) / 100 }
          break
        case 'TL':
          state = { ...state, leading: n(0) }
          break
        case 'Ts':
          state = { ...state, rise: n(0) }
          break
        case 'Td':
          next(n(0), n(1))
          break
        case 'TD':
          state = { ...state, leading: -n(1) }
          next(n(0), n(1))
          break
        case 'Tm':
          to(matrixOf(at.operands))
          break
        case 'T*':
          next(0, -state.leading)
          break
        case 'Tj':
          show(at, at.operands, '')
          break
        case 'TJ':
          show(at, listOf(at.operands[0]), '')
          break
        case "'":
          next(0, -state.leading)
          show(at, at.operands, 'T* ')
          break
        case '"':
          state = { ...state, wordSpacing: n(0), spacing: n(1) }
          next(0, -state.leading)
          show(at, at.operands.slice(2), `${n(0)} Tw ${n(1)} Tc T* `)
          break
        case 'BDC':
        case 'BMC':
          marks.push({ at, changed: false })
          break
        case 'EMC': {
          const mark = marks.pop()
          if (mark?.changed) edits.push(...this.#silenced(mark, resources))
          break
        }
        case 'Do': {
          const before = nameOf(at.operands[0])
          const form = this.#form(resources, before, state, depth)
          if (form === null) {
            asBefore.add(before)
            break
          }
          const called = `ParaphCovered${forms.length}`
          forms.push({ before, called, form })
          edit(at, `/${called} Do`)
        }
      }
    }
    for (const mark of marks) if (mark.changed) edits.push(...this.#silenced(mark, resources))
    if (edits.length === 0) return null
    return { bytes: replaced(bytes, edits), resources: this.#withForms(resources, forms, asBefore) }
  }

  #isCovered(x: number, y: number): boolean {
    return this.#boxes.some(([left, bottom, right, top]) => x >= left && x <= right && y >= bottom && y <= top)
  }

  #font(dict: PDFObject | undefined): Font | null {
    if (!(dict instanceof PDFDict)) return null
    const known = this.#fonts.get(dict)
    if (known !== undefined) return known
    const font = fontOf(dict)
    this.#fonts.set(dict, font)
    return font
  }

  #fontOfState(resources: PDFDict | null, called: string): Partial<State> {
    const given = entryOf(resources, 'ExtGState', called)
    const font = given instanceof PDFDict ? given.lookup(name('Font')) : undefined
    if (!(font instanceof PDFArray) || font.size() < 2) return {}
    const size = font.lookup(1)
    return { font: this.#font(font.lookup(0)), size: size instanceof PDFNumber ? size.asNumber() : 0 }
  }

  /** A copy of a form without what is covered where it is drawn here: elsewhere it may be seen. */
  #form(resources: PDFDict | null, called: string, state: State, depth: number): PDFRef | null {
    const form = entryOf(resources, 'XObject', called)
    if (!(form instanceof PDFRawStream) || form.dict.lookup(name('Subtype')) !== name('Form') || depth >= DEEPEST) return null
    if (--this.#formsLeft < 0) throw new TooMuch()
    const content = decoded(form)
    if (content === null) return null
    const turned = form.dict.lookup(name('Matrix'))
    const matrix = turned instanceof PDFArray ? matrixOf(turned.asArray().map((one) => operandOf(this.#context.lookup(one)))) : IDENTITY
    const own = form.dict.lookup(name('Resources'))
    const inner = own instanceof PDFDict ? own : resources
    const changed = this.content(content.bytes, inner, { ...state, matrix: compose(matrix, state.matrix) }, depth + 1)
    if (changed === null) return null
    const ref = stream(this.#context, changed.bytes)
    const made = this.#context.lookup(ref) as PDFStream
    for (const [key, value] of form.dict.entries()) if (!ENCODING.has(key)) made.dict.set(key, value)
    if (changed.resources) made.dict.set(name('Resources'), changed.resources)
    return ref
  }

  #withForms(resources: PDFDict | null, forms: readonly Redrawn[], asBefore: ReadonlySet<string>): PDFDict | null {
    if (forms.length === 0) return null
    const all = resources ? resources.clone(this.#context) : this.#context.obj({})
    const given = all.lookup(name('XObject'))
    const objects = given instanceof PDFDict ? given.clone(this.#context) : this.#context.obj({})
    // A form without resources of its own may draw by these names, too.
    const areAlone = [...objects.values()].every((one) => hasResources(this.#context.lookup(one)))
    for (const { before } of forms) if (areAlone && !asBefore.has(before)) objects.delete(name(before))
    for (const { called, form } of forms) objects.set(name(called), form)
    all.set(name('XObject'), objects)
    return all
  }

  /** Its mark says what it said no more; its place in the structure of the document stays. */
  #silenced({ at }: Mark, resources: PDFDict | null): Edit[] {
    const [tag, properties] = at.operands
    if (at.operator !== 'BDC' || !properties) return []
    const called = `/${nameOf(tag)}`
    if (properties.is === 'dictionary') {
      if (!SPOKEN.some((key) => properties.raw.includes(`/${key}`))) return []
      const id = /\/MCID\s+(\d+)/.exec(properties.raw)?.[1]
      return [{ at, text: id === undefined ? `${called} BMC` : `${called} << /MCID ${id} >> BDC` }]
    }
    const given = entryOf(resources, 'Properties', nameOf(properties))
    if (!(given instanceof PDFDict) || !SPOKEN.some((key) => given.has(name(key)))) return []
    const id = given.lookup(name('MCID'))
    return [{ at, text: id instanceof PDFNumber ? `${called} << /MCID ${id.asNumber()} >> BDC` : `${called} BMC` }]
  }
}

const ENCODING: ReadonlySet<PDFName> = new Set(['Filter', 'DecodeParms', 'Length', 'DL'].map((key) => name(key)))
/** By which content, or a part of the document's structure, says in letters what it shows. */
const SPOKEN = ['ActualText', 'Alt', 'E'] as const

/** Text in the structure about anything on this page: it does not name the part. */
function withoutSpokenText(context: PDFContext, page: Page): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(name('Pg')) !== page.ref || !object.has(name('S'))) continue
    for (const key of SPOKEN) object.delete(name(key))
  }
}

const hasResources = (object: PDFObject | undefined) =>
  !(object instanceof PDFRawStream) || object.dict.lookup(name('Subtype')) !== name('Form') || object.dict.has(name('Resources'))

function stream(context: PDFContext, bytes: Uint8Array): PDFRef {
  return context.register(context.stream(deflateSync(bytes), { Filter: 'FlateDecode' }))
}

function replaced(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.at.start - b.at.start)) {
    pieces.push(bytes.subarray(at, edit.at.start), Buffer.from(edit.text, 'latin1'))
    at = edit.at.end
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}

function entryOf(resources: PDFDict | null, kind: string, called: string): PDFObject | undefined {
  const all = resources?.lookup(name(kind))
  return all instanceof PDFDict ? all.lookup(name(called)) : undefined
}
const operandOf = (object: PDFObject | undefined): Operand =>
  object instanceof PDFNumber ? { is: 'number', number: object.asNumber() } : { is: 'other' }
const numberOf = (operand: Operand | undefined) => (operand?.is === 'number' && Number.isFinite(operand.number) ? operand.number : 0)
const nameOf = (operand: Operand | undefined) => (operand?.is === 'name' ? operand.name : '')
const listOf = (operand: Operand | undefined) => (operand?.is === 'list' ? operand.items : [])
const matrixOf = (operands: readonly Operand[]): Matrix =>
  operands.length >= 6 ? (operands.slice(0, 6).map(numberOf) as unknown as Matrix) : IDENTITY
