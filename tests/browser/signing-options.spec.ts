import { linkOf, type PreparedField, sent } from '../support/prepared.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins, finishing, typesName } from './support/signer.ts'

const box = { x: 72, width: 200, height: 24, required: true } as const
const FIELDS: readonly PreparedField[] = [
  { ...box, type: 'text', y: 100, signer: 0, label: 'Town' },
  { ...box, type: 'text', y: 160, signer: 0, label: 'Street' },
  { ...box, type: 'signature', y: 240, height: 48, signer: 0, label: 'Sign here' },
]

for (const width of [1280, 390]) {
  test(`without the wizard a signer chooses each field themselves, in any order, at ${width} pixels`, async ({ page, account }) => {
    await page.setViewportSize({ width, height: 844 })
    const made = await sent(account, `Free choice ${width}`, ['Ada Lovelace'], FIELDS, false, { use_signing_wizard: false })
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    await expect(page.getByRole('heading', { name: 'Choose a field' })).toBeFocused()
    await expect(page.getByText('3 fields left')).toBeVisible()
    await looksRight(page, `sign-free-choice-${width}`)

    const list = page.getByRole('navigation', { name: 'Your fields' })
    const done = page.getByRole('button', { name: 'Done' })
    await list.getByRole('button', { name: /Sign here/ }).click()
    await typesName(page, 'Ada Lovelace')
    await done.click()
    await expect(page.getByText('2 fields left')).toBeVisible()
    // Nothing led on to the first one.
    await expect(page.getByRole('heading', { name: 'Choose a field' })).toBeFocused()
    await page.getByRole('button', { name: 'Review' }).click()
    await finishing(page).click()
    await expect(page.getByRole('alert').getByText('There are still incomplete fields.')).toBeVisible()
    await page.getByRole('button', { name: 'Change Town' }).click()
    await page.getByRole('textbox', { name: 'Town' }).fill('Sfax')
    await done.click()
    await list.getByRole('button', { name: /Street/ }).click()
    await page.getByRole('textbox', { name: 'Street' }).fill('Rue de la Gare')
    await done.click()
    await expect(page.getByRole('heading', { name: 'All your fields are filled in' })).toBeVisible()
    await page.getByRole('button', { name: 'Review' }).click()
    await finishing(page).click()
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  })
}

test('signers see each other’s addresses only where the sender hides none', async ({ page, account }) => {
  const two = ['Ada Lovelace', 'Grace Hopper']
  const shown = page.getByText('Also signing')
  const hidden = await sent(account, 'Addresses hidden', two, FIELDS)
  await begins(page, await linkOf(account, hidden.pack, hidden.signers[0]!))
  await expect(page.getByRole('heading', { name: 'Town' })).toBeVisible()
  await expect(shown).toHaveCount(0)

  const open = await sent(account, 'Addresses shown', two, FIELDS, false, { obfuscate_contact_info: false })
  await begins(page, await linkOf(account, open.pack, open.signers[0]!))
  await shown.click()
  await expect(page.getByText('grace@example.com')).toBeVisible()
  await expect(page.getByText('ada@example.com')).toHaveCount(0)
})
