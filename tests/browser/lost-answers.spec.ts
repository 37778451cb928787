import { linkOf, type PreparedField, prepared, SENDER, viewOf } from '../support/prepared.ts'
import { losesFirstAnswers } from './support/bad-line.ts'
import { expect, test } from './support/server.ts'
import { begins, finishing, onwards, stands, typesName } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const CHOICE: PreparedField = { ...SIGNATURE, type: 'choice', y: 220, height: 24, options_as_csv: '' }

test('where the first answer to everything is lost, senders and signers press everything once, and see no error', async ({
  page,
  context,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(account, 'First answers lost', ['Anna Okafor'], [SIGNATURE, CHOICE])
  const lost = await losesFirstAnswers(context)
  await page.goto(`${server.url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  await page.locator('[data-field]').nth(1).click()
  await page.getByLabel('Options').fill('30 days\n60 days')
  // Right after typing: the save is under way.
  await page.getByRole('button', { name: 'Request signatures' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Message').fill('Please sign by Friday.')
  await sheet.getByRole('button', { name: 'Request signatures' }).click()
  await expect(page.getByText('Setup complete. Signature requests have been queued.')).toBeVisible()
  await expect(page).toHaveURL(/#documents$/)
  await expect(page.getByRole('row').filter({ hasText: 'First answers lost' })).toContainText('Awaiting signatures')

  const link = await linkOf(account, pack, signers[0]!)
  await page.setViewportSize({ width: 390, height: 844 })
  await begins(page, link)
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await page.getByRole('radio', { name: '60 days' }).click()
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  await expect(page.getByRole('alert')).toHaveCount(0)
  const { view } = await viewOf(account, pack)
  expect(view).toMatchObject({ settings: { message: 'Please sign by Friday.' }, signatories: [{ status: 'complete' }] })
  expect(Object.values(view.fields).map(({ value }) => value)).toContain('60 days')
  expect(lost()).toBeGreaterThan(8)
})
