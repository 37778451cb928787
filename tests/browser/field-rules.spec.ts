import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { linkOf, type Prepared, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'
import { begins, finishing, onwards, typesName } from './support/signer.ts'

type Account = Parameters<typeof prepared>[0]

const at = (row: number) => ({ x: 60, y: 80 + 40 * row, width: 220, height: 26 })
const lease = (account: Account) =>
  prepared(
    account,
    'Lease',
    ['Ann Ames', 'Bob Bell'],
    [
      { type: 'choice', ...at(0), signer: 0, options_as_csv: 'Yes,No', required: true, custom_id: 'married', label: 'Married' },
      { type: 'text', ...at(1), signer: 0, required: true, custom_id: 'spouse', label: 'Spouse' },
      { type: 'check', ...at(2), width: 20, height: 20, signer: 0, custom_id: 'agree', label: 'Agree' },
      { type: 'signature', ...at(3), height: 48, signer: 0, label: 'Sign here' },
      { type: 'text', ...at(5), signer: 1, custom_id: 'school', label: 'School' },
    ],
  )

async function openEditor(desk: Page, url: string, { pack }: Prepared): Promise<void> {
  await desk.goto(`${url}/#documents/${pack}`)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
}
const rulesOf = async (account: Account, pack: string) =>
  (await account.get<{ field_rules: { infix_logic: string; field_or_group: string }[] }>(`/app/documents/${pack}/field_rules`)).field_rules
const panelOf = (desk: Page) => desk.getByRole('region', { name: 'Field rules' })
const choose = async (desk: Page, label: string, option: string, nth = 0) => {
  await panelOf(desk)
    .getByRole('combobox', { name: label, exact: true })
    .or(panelOf(desk).getByRole('textbox', { name: label, exact: true }))
    .nth(nth)
    .click()
  await desk.getByRole('option', { name: option, exact: true }).click()
}

test('[D-020 D-075 D-086 D-087] conditions are built in a panel that the tab menu and the field open, and its debug toggle says what each is now', async ({
  desk,
  server,
  account,
}) => {
  const made = await lease(account)
  const [married, spouse, agree] = made.fields as [string, string, string]
  await openEditor(desk, server.url, made)
  await desk
    .getByRole('button', { name: /^More for Lease|Menu of Lease/ })
    .first()
    .click()
  await desk.getByRole('menuitem', { name: 'Field rules' }).click()
  const panel = panelOf(desk)
  await expect(panel.getByText('Choose a field on the page')).toBeVisible()
  await desk.locator(`[data-field="${spouse}"]`).click()
  await expect(panel.getByRole('heading', { name: 'Always shown' })).toBeVisible()
  await panel.getByRole('button', { name: 'Add a condition' }).press('Enter')
  const asked = panel.getByRole('combobox', { name: 'Field' })
  await expect(asked).toBeFocused()
  await choose(desk, 'Field', 'Married, page 1')
  await expect.poll(() => rulesOf(account, made.pack)).toHaveLength(1)
  // Saved for the first time, it is still being filled in.
  await expect(asked).toBeFocused()
  await choose(desk, 'Comparison', 'is')
  await choose(desk, 'Value', 'Yes')
  await expect.poll(() => rulesOf(account, made.pack)).toMatchObject([{ field_or_group: spouse, infix_logic: `[${married}] is "Yes"` }])
  await expect(desk.locator(`[data-field="${spouse}"]`)).toHaveAttribute('data-disabled')
  await expect(desk.locator(`[data-field="${spouse}"]`)).toHaveAccessibleName(/hidden by a condition/)

  await panel.getByRole('button', { name: 'Group', exact: true }).click()
  await choose(desk, 'Field', 'Agree, page 1', 1)
  await expect.poll(() => rulesOf(account, made.pack)).toMatchObject([{ infix_logic: `[${married}] is "Yes" and [${agree}] is ticked` }])
  await expect(panel.getByText('Now empty: false')).toHaveCount(0)
  await panel.getByText('Debug', { exact: true }).click()
  await expect(panel.getByRole('switch', { name: 'Debug' })).toBeChecked()
  await expect(panel.getByText('Now empty: false')).toBeVisible()
  await expect(panel.getByText('Now not ticked: false')).toBeVisible()
  await expect(panel.getByText('Married is “Yes” and Agree ticked', { exact: true })).toBeVisible()
  await looksRight(desk, 'field-rules')
  await panel.getByText('or', { exact: true }).first().click()
  await expect.poll(() => rulesOf(account, made.pack)).toMatchObject([{ infix_logic: `[${married}] is "Yes" or [${agree}] is ticked` }])

  await panel.getByRole('button', { name: 'Delete condition' }).click()
  await expect.poll(() => rulesOf(account, made.pack)).toEqual([])
  await expect(panel.getByRole('button', { name: 'Add a condition' })).toBeFocused()
  await expect(desk.locator(`[data-field="${spouse}"]`)).not.toHaveAttribute('data-disabled')
  await desk.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => (await rulesOf(account, made.pack)).length).toBe(1)
  const saved = await rulesOf(account, made.pack)
  await panel.getByRole('button', { name: 'Delete condition' }).click()
  await expectMessage(desk, 'success', 'The condition of Spouse was deleted.')
  await expect.poll(() => rulesOf(account, made.pack)).toEqual([])
  await desk.getByRole('alert').getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => rulesOf(account, made.pack)).toEqual(saved)
  await expect(panel.getByRole('heading', { name: 'Shown when' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close field rules' }).click()
  await expect(desk.getByRole('tab', { name: 'Field' })).toBeFocused()
  await expect(desk.getByRole('tabpanel')).toContainText('Shown when')
})

test('[D-546] a condition that is not saved says so; one that can never be true, or that asks in a circle, says why', async ({
  desk,
  server,
  account,
}) => {
  const made = await lease(account)
  const [married, spouse] = made.fields as [string, string]
  await openEditor(desk, server.url, made)
  await desk.locator(`[data-field="${spouse}"]`).click()
  await desk.getByRole('button', { name: 'Add a condition' }).click()
  const panel = panelOf(desk)
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await choose(desk, 'Field', 'Married, page 1')
  await expect.poll(() => rulesOf(account, made.pack)).toMatchObject([{ infix_logic: `[${married}] is empty` }])
  await panel.getByRole('button', { name: 'Condition', exact: true }).click()
  await choose(desk, 'Field', 'Married, page 1', 1)
  await choose(desk, 'Comparison', 'has a value', 1)
  await expect(panel.getByRole('alert')).toHaveText(
    'This condition can never be true: no value meets all that it asks for. Change what contradicts.',
  )
  await panel.getByRole('button', { name: 'Remove this condition' }).nth(1).click()
  await expect(panel.getByRole('alert')).toHaveCount(0)

  await desk.route('**/field_rules/*/add_update_delete', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'rule-circle', message: 'Not now.' } }),
  )
  await choose(desk, 'Comparison', 'has a value')
  await expectMessage(desk, 'danger', /^Error updating field condition/)
})

test('what a signer answers brings fields and puts them aside, says so, and keeps the entry', async ({ page, account }) => {
  const made = await lease(account)
  const [married, spouse] = made.fields as [string, string]
  await account.post(`/app/documents/${made.pack}/field_rules/${randomUUID()}/add_update_delete`, {
    data: { field_or_group: spouse, infix_logic: `[${married}] is "Yes"` },
  })
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const onPage = (field: string) => page.locator(`[data-field="${field}"]`)
  const steps = page.getByRole('navigation', { name: 'Your fields' }).getByRole('listitem')
  const said = page.getByRole('status').filter({ hasText: 'Spouse' })
  await expect(steps).toHaveCount(3)
  await expect(onPage(spouse)).toHaveCount(0)

  await page.getByRole('radio', { name: 'Yes' }).check()
  await expect(said).toHaveText('A field has been added for your answer: Spouse.')
  await expect(steps).toHaveCount(4)
  await expect(page.getByText('1 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Next: Spouse' }).click()
  await page.getByRole('textbox', { name: 'Spouse' }).fill('Bea')
  await expect(onPage(spouse)).toContainText('Bea')
  await looksRight(page, 'signing-rules')

  await steps.filter({ hasText: 'Married' }).getByRole('button').click()
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await expect(said).toHaveText(
    'A field is no longer needed: Spouse. What you entered there is kept, and comes back if you change your answer.',
  )
  await expect(onPage(spouse)).toHaveCount(0)
  await expect(page.getByText('1 of 3')).toBeVisible()
  // The server came to the same.
  await expect.poll(async () => (await viewOf(account, made.pack)).view.fields[spouse]!.disabled).toBeDefined()
  await page.reload()
  await expect(onPage(married)).toContainText('No')
  await steps.filter({ hasText: 'Married' }).getByRole('button').click()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await expect(onPage(spouse)).toContainText('Bea')

  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await steps.filter({ hasText: 'Agree' }).getByRole('button').click()
  await onwards(page).click()
  await typesName(page, 'Ann Ames')
  await onwards(page).click()
  await finishing(page).click()
  await expect.poll(async () => (await viewOf(account, made.pack)).view.signatories[0]!.status).toBe('complete')
})

test('a condition of a template is tried on the past: counts, and the documents that would have been different, each opened from there', async ({
  desk,
  server,
  account,
}) => {
  const made = await lease(account)
  const { document: template } = await account.get<{ document: { key: string } }>(`/app/documents/${made.pack}/convert_to_template`)
  const fields = Object.values((await viewOf(account, template.key)).view.fields).sort((a, b) => a.y - b.y)
  const spouse = fields[1]!.key
  await openEditor(desk, server.url, { ...made, pack: template.key })
  await desk.locator(`[data-field="${spouse}"]`).click()
  await desk.getByRole('button', { name: 'Add a condition' }).click()
  const panel = panelOf(desk)
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  const past = panel.getByRole('region', { name: 'Try it on the past' })
  await expect(past).toHaveCount(0)
  await choose(desk, 'Field', 'Married, page 1')
  await past.getByRole('button', { name: 'Try it', exact: true }).click()
  await expect(past.getByRole('status')).toHaveText(/^No document was made from this template yet/)

  await expect.poll(() => rulesOf(account, template.key)).toHaveLength(1)
  const documents: string[] = []
  for (let made = 0; made < 2; made++) {
    const { document } = await account.get<{ document: { key: string } }>(
      `/app/documents/${template.key}/create_a_copy?template_to_document=true`,
    )
    documents.push(document.key)
  }
  await choose(desk, 'Comparison', 'has a value')
  await expect(past.getByRole('status')).toHaveCount(0)
  // An answer takes its time: what is under way is said, and can be stopped.
  let answering = () => {}
  const held = new Promise<void>((resolve) => {
    answering = resolve
  })
  await desk.route('**/try_on_past', async (route) => {
    await held
    await route.continue()
  })
  await past.getByRole('button', { name: 'Try it', exact: true }).click()
  await expect(past.getByRole('status')).toHaveText('Looking for documents made from this template…')
  await expect(past.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  answering()
  await expect(past.getByRole('list', { name: 'What documents would have shown' }).getByRole('listitem')).toHaveText([
    'Shown in 0 documents',
    'Hidden in 2 documents',
  ])
  await expect(past.getByRole('status')).toHaveText('2 documents would have been different:')
  const different = past.getByRole('list', { name: 'Documents that would have been different' })
  await expect(different.getByRole('listitem')).toHaveText(Array(2).fill(/^Lease.+was shown, would be hidden$/))
  await looksRight(desk, 'field-rules-past')
  const opened = desk.context().waitForEvent('page')
  await different.getByRole('link', { name: 'Lease' }).last().click()
  expect((await opened).url()).toContain(`#documents/${documents[0]}`)

  await desk.unroute('**/try_on_past')
  await desk.route('**/try_on_past', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'condition-misfit', message: 'Not this one.' } }),
  )
  await past.getByRole('button', { name: 'Try it again' }).click()
  await expect(past.getByRole('alert')).toContainText('Not this one.')
})
