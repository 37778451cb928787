import type { Locator, Page } from 'playwright/test'
import { dropdown, formOf, listBox, radio, text } from '../pdf/support/choice-forms.ts'
import { everyKindOfField } from '../pdf/support/corpus/forms.ts'
import { simple, streamOf } from '../pdf/support/raw.ts'
import { eventually, SENDER, uploaded, viewOf } from '../support/prepared.ts'
import { expect, looksRight, test } from './support/server.ts'

async function openEditor(page: Page, url: string, pack: string): Promise<void> {
  await page.goto(`${url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
}

test('form fields of an upload are looked over, added where the form had them, undone as one step, and not offered again', {
  tag: '@long',
}, async ({ page, server, account }) => {
  const { pack } = await uploaded(account, 'Tax return of the mill', await everyKindOfField())
  await openEditor(page, server.url, pack)
  const findings = page.getByRole('complementary', { name: 'Found in the PDF' })
  await expect(findings).toContainText('This PDF is a form with 8 fields.')
  await looksRight(page, 'form-import-offer')

  await findings.getByRole('button', { name: 'Review fields' }).click()
  const review = page.getByRole('dialog', { name: 'Form fields of this PDF' })
  // A field of the form is one, whatever shows it; what is filled in is left unless somebody ticks it.
  await expect(review.getByRole('listitem')).toHaveCount(7)
  for (const name of [/person.name.*holds “Filled in”/, /agreed.*filled in/, /country.*holds “Peru”/])
    await expect(review.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(review.getByRole('checkbox', { name: /size.*one of small, large/ })).toBeChecked()
  await review.getByRole('checkbox', { name: /colours/ }).uncheck()
  await review.getByRole('checkbox', { name: /country/ }).check()
  await looksRight(page, 'form-import-review')
  const before = (await viewOf(account, pack)).view.documents[0]!.conversion
  await review.getByRole('button', { name: 'Add 5 fields' }).click()

  const fields = page.locator('[data-field]')
  await expect(fields).toHaveCount(5)
  await expect(findings).toBeEmpty()
  const { view } = await eventually(
    () => viewOf(account, pack),
    (answer) => Object.keys(answer.view.fields).length === 5 && answer.view.documents[0]?.found.answered === true,
  )
  const placed = view.fieldOrder.map((key) => view.fields[key]!)
  expect(placed.map(({ type, customId, group, exclusive, layout }) => [type, customId, group, exclusive, layout])).toEqual([
    ['text', 'letter', null, false, { as: 'multi-line' }],
    ['text', 'account', null, false, { as: 'comb', cells: 8 }],
    ['choice', 'country', null, false, undefined],
    ['check', 'size.small', 'size', true, undefined],
    ['check', 'size.large', 'size', true, undefined],
  ])
  expect(placed.map(({ value }) => value)).toEqual([null, null, 'Peru', null, null])
  // The page shows all of the fields left out, and nothing of a taken-over field that the new one holds now.
  expect(view.documents[0]!.conversion).not.toEqual(before)
  expect(Math.round(placed[0]!.x / 1000)).toBe(40)
  expect(Math.round(placed[0]!.y / 1000)).toBe(80)

  // What the form said of its texts is what the panel says, and can be changed there.
  await fields.filter({ hasText: 'Account' }).click()
  await expect(page.getByRole('combobox', { name: 'Text layout' })).toHaveValue('Comb (one character per cell)')
  await looksRight(page, 'editor-comb')
  const cells = page.getByRole('textbox', { name: 'Number of cells' })
  await cells.fill('12')
  await cells.press('Enter')
  await eventually(
    () => viewOf(account, pack),
    (answer) => JSON.stringify(answer.view.fields[placed[1]!.key]?.layout) === JSON.stringify({ as: 'comb', cells: 12 }),
  )
  await cells.blur()
  await page.keyboard.press('Control+z')

  await page.keyboard.press('Control+z')
  await expect(fields).toHaveCount(0)
  await page.reload()
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  await expect(findings).toBeEmpty()

  const claim = '<rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2"/>'
  const metadata = streamOf(claim, '/Type /Metadata /Subtype /XML')
  const archival = await uploaded(account, 'Archived tax return', simple({ catalog: '/Metadata 5 0 R', more: [metadata] }))
  await page.goto(`${server.url}/#documents/${archival.pack}`)
  await expect(findings).toContainText('This PDF conforms to PDF/A.')
  await looksRight(page, 'form-import-claims')
  await findings.getByRole('button', { name: 'Dismiss' }).click()
  await expect(findings).toBeEmpty()
})

test('the findings are asked for and answered once, and the button that was pressed says so meanwhile', { tag: '@long' }, async ({
  page,
  server,
  account,
}) => {
  const { pack } = await uploaded(account, 'Order form of the mill', await everyKindOfField())
  await openEditor(page, server.url, pack)
  const findings = page.getByRole('complementary', { name: 'Found in the PDF' })
  const review = findings.getByRole('button', { name: 'Review fields' })
  const leave = findings.getByRole('button', { name: 'Leave them' })
  const dialog = page.getByRole('dialog', { name: 'Form fields of this PDF' })
  let asked: string[] = []
  let line = Promise.withResolvers<void>()
  await page.route('**/form_fields', async (route) => {
    asked.push(route.request().method())
    await line.promise
    await route.continue()
  })
  const pressedTwice = async (pressed: Locator, other: Locator, picture: string) => {
    asked = []
    line = Promise.withResolvers()
    await pressed.press('Enter')
    await expect(pressed.locator('.mantine-Loader-root')).toBeVisible()
    await expect(other.locator('.mantine-Loader-root')).toHaveCount(0)
    await looksRight(page, picture)
    await pressed.press('Enter')
    await other.press('Enter')
    await pressed.focus()
    line.resolve()
  }

  await pressedTwice(review, leave, 'form-import-asking')
  await expect(dialog.getByRole('listitem')).toHaveCount(7)
  expect(asked).toEqual(['GET'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(review).toBeFocused()
  await expect(review.locator('.mantine-Loader-root')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await pressedTwice(leave, review, 'form-import-answering-390')
  await expect(leave).toHaveCount(0)
  expect(asked).toEqual(['POST'])
})

test('what a form can do and a field cannot is said while the fields are looked over, on a narrow screen too', async ({
  page,
  server,
  account,
}) => {
  const bytes = await formOf({}, (drawing) => {
    radio(drawing, 'Marital status', ['Single', 'Married', 'Widowed'], 'Married')
    listBox(drawing, 'Colours', ['red', 'green'])
    drawing.form.getOptionList('Colours').enableMultiselect()
    dropdown(drawing, 'Office', ['Cincinnati', 'Memphis'])
    drawing.form.getDropdown('Office').enableEditing()
    text(drawing, 'Name', '', [60, 20])
    drawing.form.getTextField('Name').setMaxLength(30)
  })
  const { pack } = await uploaded(account, 'Lease of the mill', bytes)
  await openEditor(page, server.url, pack)
  await page.getByRole('button', { name: 'Review fields' }).click()
  const review = page.getByRole('dialog', { name: 'Form fields of this PDF' })
  const row = (name: string) => review.getByRole('listitem').filter({ hasText: name })
  await expect(row('Marital status')).toContainText('one of Single, Married, Widowed · holds “Married”')
  await expect(row('Colours')).toContainText('The form allows several options here. This field takes one.')
  await expect(row('Office')).toContainText('The form allows other text here. This field takes only its options.')
  await expect(row('Name')).toContainText('in 2 places')
  await expect(row('Name')).toContainText('The form fills these in together. Here each one is filled in separately.')
  await looksRight(page, 'form-import-losses')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Review fields' }).click()
  await expect(row('Name')).toBeVisible()
  await looksRight(page, 'form-import-losses-390')
})
