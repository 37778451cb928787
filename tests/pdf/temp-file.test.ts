import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { fromMilli } from '#pdf/geometry'
import { createIntake } from '#pdf/intake'
import { createTempFiles, type FormField, type TempFileRequest } from '#pdf/temp-file'
import { onePage, plainBytes } from './support/files.ts'
import { boundsOf, isDark, picture } from './support/pixels.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const intake = createIntake(pool)

async function made(request: TempFileRequest): Promise<Uint8Array> {
  const answer = await createTempFiles(pool).make(request)
  if (!answer.ok) throw new Error(answer.words)
  return answer.bytes
}

const PLACE = { page: 0, x: 72, y: 90, width: 120, height: 24, required: false, help: '', options: [], layout: null, meta: {} }
const FIELDS: readonly FormField[] = [
  { ...PLACE, kind: 'text', name: 'tenant.name', help: 'Who moves in', required: true },
  { ...PLACE, y: 150, width: 20, height: 20, kind: 'check', name: 'agreed' },
  { ...PLACE, y: 200, kind: 'choice', name: 'canton', options: ['Zürich', 'Bern'] },
  { ...PLACE, y: 250, kind: 'signature', name: 'signature' },
  { ...PLACE, y: 300, kind: 'text', name: 'account', layout: { as: 'comb', cells: 8 } },
  { ...PLACE, y: 350, kind: 'text', name: 'remark', layout: { as: 'multi-line' } },
]

for (const rotate of [0, 90, 180, 270]) {
  test(`[D-103 D-104] the fields of a fillable form are found again at their places by any reader, turned by ${rotate}°`, async () => {
    const pdf = onePage('', `/Rotate ${rotate} /CropBox [20 30 400 500]`)
    const again = await intake.convert({ bytes: await made({ make: 'form', pdf, fields: FIELDS }) })
    if (!again.ok) throw new Error(again.words)
    const found = again.found?.formFields ?? []
    expect(found.map(({ type, name, description, required, options }) => ({ type, name, description, required, options }))).toEqual([
      { type: 'text', name: 'tenant_name', description: 'Who moves in', required: true, options: [] },
      { type: 'check', name: 'agreed', description: '', required: false, options: [] },
      { type: 'choice', name: 'canton', description: '', required: false, options: ['Zürich', 'Bern'] },
      { type: 'signature', name: 'signature', description: '', required: false, options: [] },
      { type: 'text', name: 'account', description: '', required: false, options: [] },
      { type: 'text', name: 'remark', description: '', required: false, options: [] },
    ])
    expect(found.map(({ name, multiline, comb }) => [name, multiline, comb]).slice(-2)).toEqual([
      ['account', false, 8],
      ['remark', true, null],
    ])
    for (const [at, { x, y, width, height }] of found.entries()) {
      const wanted = FIELDS[at]!
      expect([x, y, width, height].map(fromMilli)).toEqual([wanted.x, wanted.y, wanted.width, wanted.height])
    }
  })
}

test('[D-103] what is known of a field stands in the form with metadata, and two of the same name stay two', async () => {
  const fields = [0, 1].map((at) => ({ ...FIELDS[0]!, name: 'same', y: 50 + at * 50, meta: { Assignee: 'Größe', Type: 'text' } }))
  const document = await PDFDocument.load(await made({ make: 'form', pdf: await plainBytes(1), fields }))
  const form = document.getForm()
  expect(form.getFields().map((field) => field.getName())).toEqual(['same', 'same_2'])
  form.getTextField('same_2').setText('filled in elsewhere')
  expect(await document.save()).toBeInstanceOf(Uint8Array)
})

test('[D-105] a preview shows the fields as they will be sealed, under words across every page that say it is none', async () => {
  const pdf = await plainBytes(2)
  const field = { page: 0, x: 50, y: 300, width: 200, height: 24, type: 'text', layout: null, value: 'Unterschrieben' } as const
  const bytes = await made({ make: 'preview', pdf, fields: [field], images: {} })
  const [before, first, second] = await Promise.all([picture(pdf, 1), picture(bytes, 0), picture(bytes, 1)])
  const written = boundsOf({ ...first, at: (x, y) => (y > 295 && y < 325 && x < 130 ? first.at(x, y) : [255, 255, 255]) }, isDark)
  expect(written.left).toBeGreaterThanOrEqual(50)
  expect(written.right - written.left).toBeGreaterThan(30)
  const isFaint = ([r, g, b]: readonly [number, number, number]) => r > 150 && r < 245 && g < 245 && b < 250
  const none = boundsOf(before, isFaint)
  const words = boundsOf(second, isFaint)
  // From the lower left to the upper right, over more than half of the page.
  expect(words.right - words.left).toBeGreaterThan(200)
  expect(words.bottom - words.top).toBeGreaterThan(250)
  expect(none.right - none.left).toBeLessThan(100)
})
