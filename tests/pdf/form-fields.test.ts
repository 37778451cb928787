import { PDFName } from 'pdf-lib'
import { expect, test } from 'vitest'
import { createIntake, createPrintedValues, type FormField, type PrintedLook } from '#pdf/intake'
import { boxesOfOneName, formOf, type Made, radio } from './support/choice-forms.ts'
import { picture } from './support/pixels.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const intake = createIntake(pool)
const printedValues = createPrintedValues(pool)

async function takenIn(bytes: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly fields: readonly FormField[] }> {
  const answer = await intake.convert({ bytes })
  if (!answer.ok) throw new Error(answer.words)
  return { bytes: answer.bytes, fields: answer.found?.formFields ?? [] }
}

async function removed(bytes: Uint8Array, fields: readonly FormField[]): Promise<Uint8Array> {
  const looks = fields.flatMap(({ look }): PrintedLook[] => (look ? [look] : []))
  const answer = await printedValues.remove(bytes, looks)
  if (!answer.ok) throw new Error(answer.words)
  return answer.bytes
}

/** What is seen of each field, as its pixels. */
async function seenIn(bytes: Uint8Array, fields: readonly FormField[]): Promise<string[]> {
  const seen = await picture(bytes, 0, 2)
  return fields.map(({ x, y, width, height }) => {
    const [left, top] = [Math.round((2 * x) / 1000), Math.round((2 * y) / 1000)]
    const rows = Array.from({ length: Math.floor((2 * height) / 1000) }, (_, row) =>
      Array.from({ length: Math.floor((2 * width) / 1000) }, (_, column) => (seen.at(left + column, top + row)[0] < 128 ? '#' : '.')).join(''),
    )
    return rows.join('\n')
  })
}
const inked = (seen: string) => seen.split('#').length - 1

const MADE: readonly Made[] = [{}, { turned: 90 }, { turned: 270, inherits: true }, { inherits: true }]

test.each(MADE.flatMap((made) => [2, 3, 5].map((count) => [count, made] as const)))(
  'a radio group with a preset is offered as a whole, with the preset as its value, and its mark can be removed: %i options, %o',
  async (count, made) => {
    const options = ['Yes', 'No', 'Perhaps', 'Never', 'Always'].slice(0, count)
    const file = await formOf(made, (drawing) => {
      radio(drawing, 'Ads', options, 'No')
      drawing.form.getRadioGroup('Ads').enableRequired()
    })
    const { bytes, fields } = await takenIn(file)
    expect(fields.map(({ name, description, value, filled, required, group }) => [name, description, value, filled, required, group])).toEqual(
      options.map((option) => [`Ads.${option}`, option, option === 'No' ? 'checked' : null, true, true, 'Ads']),
    )
    expect(new Set(fields.map(({ formField }) => formField)).size).toBe(1)
    // Until it is taken over, the mark stays.
    const before = await seenIn(bytes, fields)
    expect(inked(before[1]!)).toBeGreaterThan(inked(before[0]!) + 10)
    const after = await seenIn(await removed(bytes, fields), fields)
    expect(inked(after[0]!)).toBeGreaterThan(20)
    expect(new Set(after)).toEqual(new Set([before[0]]))
  },
)

test.each(MADE)('tick boxes of one name that stand for different things are one choice, and a single one is none: %o', async (made) => {
  for (const states of [
    ['Tenant', 'Landlord'],
    ['Tenant', 'Landlord', 'Agent'],
  ]) {
    const { fields, bytes } = await takenIn(
      await formOf(made, (drawing) => {
        boxesOfOneName(drawing, 'Payer', states, states[1])
        drawing.form.createCheckBox('agreed').addToPage(drawing.page, { x: 40, y: 200, width: 20, height: 20 })
      }),
    )
    expect(fields.map(({ name, group, value }) => [name, group, value])).toEqual([
      ['Payer.Tenant', 'Payer', null],
      ['Payer.Landlord', 'Payer', 'checked'],
      ...states.slice(2).map((state) => [`Payer.${state}`, 'Payer', null]),
      ['agreed', null, null],
    ])
    const seen = await seenIn(await removed(bytes, fields), fields)
    expect(new Set(seen.slice(0, -1)).size).toBe(1)
  }
})

test('a group of which one cannot be offered stays as it is, as does one whose mark is out of sight', async () => {
  const file = async (hide: (widget: { setFlags(flags: number): void; locked(): void }) => void) =>
    formOf({}, (drawing) => {
      radio(drawing, 'Ads', ['Yes', 'No', 'Perhaps'], 'No')
      const widget = drawing.form.getRadioGroup('Ads').acroField.getWidgets()[1]!
      hide({
        setFlags: (flags) => widget.dict.set(PDFName.of('F'), drawing.page.node.context.obj(flags)),
        locked: () => widget.dict.set(PDFName.of('Ff'), drawing.page.node.context.obj(32769)),
      })
    })
  expect((await takenIn(await file((widget) => widget.setFlags(2)))).fields).toEqual([])
  expect((await takenIn(await file((widget) => widget.locked()))).fields).toEqual([])
  expect((await takenIn(await file(() => undefined))).fields).toHaveLength(3)
})
