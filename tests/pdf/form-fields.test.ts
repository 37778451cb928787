import { type PDFDict, PDFName, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { createIntake, createPrintedValues, type FormField, type PrintedLook } from '#pdf/intake'
import { boxesOfOneName, dropdown, formOf, listBox, type Made, radio, text } from './support/choice-forms.ts'
import { form } from './support/corpus/forms.ts'
import { picture } from './support/pixels.ts'
import { streamOf } from './support/raw.ts'
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
  const answer = await printedValues.remove({ size: bytes.length, load: async () => bytes }, looks)
  if (!answer.ok) throw new Error(answer.words)
  return answer.bytes
}

/** What is seen of each field, as its pixels. */
async function seenIn(bytes: Uint8Array, fields: readonly FormField[]): Promise<string[]> {
  const seen = await picture(bytes, 0, 2)
  return fields.map(({ x, y, width, height }) => {
    const [left, top] = [Math.round((2 * x) / 1000), Math.round((2 * y) / 1000)]
    const rows = Array.from({ length: Math.floor((2 * height) / 1000) }, (_, row) =>
      Array.from({ length: Math.floor((2 * width) / 1000) }, (_, column) => (seen.at(left + column, top + row)[0] < 128 ? '#' : '.')).join(
        '',
      ),
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
    expect(
      fields.map(({ name, description, value, filled, required, group }) => [name, description, value, filled, required, group]),
    ).toEqual(options.map((option) => [`Ads.${option}`, option, option === 'No' ? 'checked' : null, true, true, 'Ads']))
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

test('a group with one box that cannot be offered stays as it is, as does one whose mark is out of sight', async () => {
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

test.each(MADE)('a list box is offered with its options, which can be removed from the page: %o', async (made) => {
  for (const [options, chosen] of [
    [['Basic 10 EUR', 'Standard 20 EUR', 'Premium 90 EUR'], []],
    [['Basic 10 EUR', 'Standard 20 EUR', 'Premium 90 EUR'], ['Standard 20 EUR']],
    [['Basic', 'Other'], []],
  ] as const) {
    const { bytes, fields } = await takenIn(await formOf(made, (drawing) => listBox(drawing, 'Plan', options, chosen)))
    expect(fields.map(({ type, filled, value, lost }) => [type, filled, value, lost])).toEqual([
      ['choice', chosen.length > 0, chosen[0] ?? null, []],
    ])
    expect(fields[0]!.options).toEqual(options)
    const [before, after] = [await seenIn(bytes, fields), await seenIn(await removed(bytes, fields), fields)]
    expect(inked(inside(before[0]!))).toBeGreaterThan(100)
    expect(inked(inside(after[0]!))).toBe(0)
    // The frame stays.
    expect(inked(after[0]!)).toBeGreaterThan(300)
  }
})

test('a list from which several may be chosen, and a combo that takes text of its own, are offered with what is lost', async () => {
  const several = (chosen: readonly string[]) => (list: PDFDict) => {
    list.set(PDFName.of('Ff'), list.context.obj(1 << 21))
    if (chosen.length > 0) list.set(PDFName.of('V'), list.context.obj(chosen.map((one) => PDFString.of(one))))
  }
  const offered = async (change: (list: PDFDict) => void, draw: typeof listBox | typeof dropdown = listBox) => {
    const file = await formOf({}, (drawing) => {
      draw(drawing, 'Plan', ['Basic', 'Premium'])
      change(drawing.form.getField('Plan').acroField.dict)
    })
    return (await takenIn(file)).fields.map(({ value, options, lost }) => [value, options, lost])
  }
  const both = ['Basic', 'Premium']
  expect(await offered(several([]))).toEqual([[null, both, ['several-choices']]])
  expect(await offered(several(['Premium']))).toEqual([['Premium', both, ['several-choices']]])
  // Both would not find room in one field of ours: the list stays as it is.
  expect(await offered(several(both))).toEqual([])
  const editable = (text: string) => (list: PDFDict) => {
    list.set(PDFName.of('Ff'), list.context.obj((1 << 17) | (1 << 18)))
    if (text !== '') list.set(PDFName.of('V'), PDFString.of(text))
  }
  expect(await offered(editable(''), dropdown)).toEqual([[null, both, ['own-text']]])
  expect(await offered(editable('A plan of mine'), dropdown)).toEqual([['A plan of mine', [...both, 'A plan of mine'], ['own-text']]])
})

test.each(MADE)('texts and dropdowns that are filled in are offered with what they hold, which can be removed: %o', async (made) => {
  const { bytes, fields } = await takenIn(
    await formOf(made, (drawing) => {
      dropdown(drawing, 'Office', ['- Select One -', 'Cincinnati', 'Memphis'], '- Select One -')
      text(drawing, 'When', 'DD/MM/YYYY', [60, 20])
    }),
  )
  expect(fields.map(({ type, name, filled, value, lost, formField }) => [type, name, filled, value, lost, formField])).toEqual([
    ['choice', 'Office', true, '- Select One -', [], 0],
    ['text', 'When', true, 'DD/MM/YYYY', ['same-value'], 1],
    ['text', 'When', true, 'DD/MM/YYYY', ['same-value'], 1],
  ])
  const before = await seenIn(bytes, fields)
  // One is taken over, the other stays.
  const after = await seenIn(await removed(bytes, fields.slice(1)), fields)
  expect(after[0]).toBe(before[0])
  expect(after.slice(1).map((seen) => inked(inside(seen)))).toEqual([0, 0])
  expect(inked(after[1]!)).toBeGreaterThan(300)
})

test('what a date holds is offered as the day that it is, and what is none as nothing', async () => {
  const held = async (format: string, value: string) => {
    const file = await formOf({}, (drawing) => {
      text(drawing, 'Born', value)
      const { context } = drawing.page.node
      const script = context.obj({ S: 'JavaScript', JS: PDFString.of(`AFDate_FormatEx("${format}");`) })
      drawing.form.getField('Born').acroField.dict.set(PDFName.of('AA'), context.obj({ F: script }))
    })
    return (await takenIn(file)).fields.map(({ type, filled, value }) => [type, filled, value])
  }
  expect(await held('dd/mm/yyyy', '')).toEqual([['date', false, null]])
  expect(await held('dd/mm/yyyy', 'DD/MM/YYYY')).toEqual([['date', true, null]])
  expect(await held('dd/mm/yyyy', '02/10/1984')).toEqual([['date', true, '1984-10-02']])
  expect(await held('m/d/yyyy', '2/10/1984')).toEqual([['date', true, '1984-02-10']])
  expect(await held('dd-mmm-yyyy', '02-Oct-1984')).toEqual([['date', true, null]])
  expect(await held('dd/mm/yyyy', '42/10/1984')).toEqual([['date', true, null]])
})

test('the most characters of a text are offered, whether or not they stand in a comb', async () => {
  const file = async (comb: boolean, inherits: boolean) =>
    formOf({ inherits }, (drawing) => {
      text(drawing, 'Code', '')
      const field = drawing.form.getTextField('Code')
      field.setMaxLength(6)
      if (comb) field.enableCombing()
    })
  for (const inherits of [false, true]) {
    expect((await takenIn(await file(false, inherits))).fields).toMatchObject([{ longest: 6, comb: null }])
    expect((await takenIn(await file(true, inherits))).fields).toMatchObject([{ longest: 6, comb: 6 }])
  }
})

const look = (content: string) => streamOf(content, '/Type /XObject /Subtype /Form /BBox [0 0 200 20]')
const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /Rect [50 400 250 420] /F 4 /P 3 0 R ${entries} >>`

test('a look that does not say where its value stands is removed but for the frame that its field has', async () => {
  const drawn = look('0 0 200 20 re S 20 5 60 10 re f')
  const text = (framed: string) => form([widget(`/FT /Tx /T (a) /V (Ink) /AP << /N 6 0 R >> ${framed}`)], '', [drawn])
  for (const [framed, left] of [
    ['/MK << /BC [0 0 0] >>', true],
    ['', false],
  ] as const) {
    const { bytes, fields } = await takenIn(text(framed))
    const [after] = await seenIn(await removed(bytes, fields), fields)
    expect([inked(inside(after!)), inked(after!) > 0]).toEqual([0, left])
  }
})

test('a box that says nothing of its state is in that of its field, and one without an empty look leaves nothing', async () => {
  const [on, off] = [look('20 5 60 10 re f'), look('0 0 200 20 re S')]
  const box = (looks: string) =>
    form([`<< /FT /Btn /T (a) /V /Yes /Kids [6 0 R] >>`, widget(`/Parent 5 0 R /AP << /N << ${looks} >> >>`)], '', [on, off])
  for (const [looks, left] of [
    ['/Yes 7 0 R /Off 8 0 R', true],
    ['/Yes 7 0 R', false],
  ] as const) {
    const { bytes, fields } = await takenIn(box(looks))
    expect(fields).toMatchObject([{ type: 'check', filled: true, value: 'checked' }])
    const [before] = await seenIn(bytes, fields)
    const [after] = await seenIn(await removed(bytes, fields), fields)
    expect(inked(inside(before!))).toBeGreaterThan(100)
    expect([inked(inside(after!)), inked(after!) > 0]).toEqual([0, left])
  }
})

test('of more fields than can be offered none is offered in part', async () => {
  // 333 groups of three, one of two, for which there is no room, and a text, for which there is.
  const sizes = [...Array.from({ length: 333 }, () => 3), 2]
  const kids = sizes.map((size, at) => Array.from({ length: size }, (_, kid) => ({ at, kid })))
  const first = 5 + sizes.length
  const numbers = new Map(kids.flat().map((one, at) => [one, first + at]))
  const look = first + numbers.size + 1
  const groups = kids.map(
    (own, at) => `<< /FT /Btn /Ff 32768 /T (a${at}) /Kids [${own.map((one) => `${numbers.get(one)} 0 R`).join(' ')}] >>`,
  )
  const boxes = kids.flat().map(({ at, kid }) => widget(`/Parent ${5 + at} 0 R /AS /Off /AP << /N << /x${kid} ${look} 0 R >> >>`))
  const { fields } = await takenIn(
    form([...groups, ...boxes, widget('/FT /Tx /T (after)')], '', [streamOf('', '/Subtype /Form /BBox [0 0 9 9]')]),
  )
  expect(fields).toHaveLength(1000)
  expect(fields.slice(-2).map(({ name }) => name)).toEqual(['a332.x2', 'after'])
})

test('tick boxes of one name and one state are marked as one value, and keep their one name', async () => {
  const file = await formOf({}, (drawing) => {
    boxesOfOneName(drawing, 'agreed', ['Yes', 'Yes'])
    boxesOfOneName({ ...drawing, page: drawing.page }, 'payer', ['Tenant', 'Landlord', 'Tenant'])
  })
  const { fields } = await takenIn(file)
  expect(fields.map(({ name, group, lost }) => [name, group, lost])).toEqual([
    ['agreed', null, ['same-value']],
    ['agreed', null, ['same-value']],
    ['payer.Tenant', 'payer', ['same-value']],
    ['payer.Landlord', 'payer', ['same-value']],
    ['payer.Tenant', 'payer', ['same-value']],
  ])
})

test('fields of one name that are apart in the file are one, each with what it holds', async () => {
  const { fields } = await takenIn(
    form([widget('/FT /Tx /T (a)'), widget('/FT /Tx /T (a) /V (Ink)').replace('400 250 420', '300 250 320')]),
  )
  expect(fields.map(({ formField, filled, value, lost }) => [formField, filled, value, lost])).toEqual([
    [0, true, null, ['same-value']],
    [0, true, 'Ink', ['same-value']],
  ])
})

/** Without its frame. */
function inside(seen: string): string {
  return seen
    .split('\n')
    .slice(6, -6)
    .map((row) => row.slice(6, -6))
    .join('\n')
}
