import { type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expectMessage, expectMessageFor } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const DEPOSIT: PreparedField = { type: 'text', x: 72, y: 120, width: 160, height: 24, signer: 0, custom_id: 'deposit' }

test('[S-200 S-201 S-344 S-345 S-346 S-347] fields are copied and pasted by the keys, from one document into another; while typing the keys are the text’s', async ({
  desk,
  server,
  account,
}) => {
  const from = await prepared(account, 'Copied out of', ['Anna Okafor'], [DEPOSIT, { ...DEPOSIT, y: 200, custom_id: 'rent' }])
  const into = await prepared(account, 'Copied into it', ['Jonas Lindqvist'], [{ ...DEPOSIT, custom_id: 'deposit_there' }])
  const fields = desk.locator('[data-field]')
  const said = (text: string) => expectMessage(desk, 'success', text)
  await desk.goto(`${server.url}/#documents/${from.pack}`)
  await expect(fields).toHaveCount(2)
  await desk.clock.install()
  await desk.keyboard.press('Control+a')
  await desk.clock.pauseAt(Date.now() + 1_000)
  await desk.keyboard.press('Control+c')
  await expectMessageFor(desk, 5, 'success', 'Copied 2 field(s) to clipboard')
  await desk.clock.resume()

  await desk.goto(`${server.url}/#documents/${into.pack}`)
  await expect(fields).toHaveCount(1)
  await desk.clock.pauseAt(Date.now() + 60_000)
  await desk.keyboard.press('Control+v')
  await expectMessageFor(desk, 5, 'success', 'Pasted 2 field(s)')
  await desk.clock.resume()
  await expect(fields).toHaveCount(3)
  await expect
    .poll(async () => {
      const { view } = await viewOf(account, into.pack)
      return view.fieldOrder.map((key) => [view.fields[key]!.customId, view.fields[key]!.assignee === into.signers[0]])
    })
    .toEqual([
      ['deposit_there', true],
      ['deposit', true],
      ['rent', true],
    ])

  // With a field selected: in its own texts the keys copy and paste text.
  await fields.first().click()
  for (const text of [desk.getByLabel('Custom ID'), desk.getByLabel('Help for the signer')]) {
    await text.fill('agreed')
    await text.press('Control+a')
    await text.press('Control+c')
    await text.press('End')
    await text.press('Control+v')
    await expect(text).toHaveValue('agreedagreed')
  }
  await expect(fields).toHaveCount(3)

  // The same by buttons, without keys, on another page.
  await desk.getByRole('button', { name: 'Copy', exact: true }).click()
  await said('Copied 1 field(s) to clipboard')
  await looksRight(desk, 'editor-copied')
  // A browser gives its clipboard only to a page with the focus: a page that gets nothing asks again.
  await expect(async () => {
    if ((await fields.count()) === 3) {
      await desk.getByRole('button', { name: 'More for Copied into it' }).click()
      await desk.getByRole('menuitem', { name: 'Paste fields' }).click()
    }
    await expect(fields).toHaveCount(4, { timeout: 8_000 })
  }).toPass({ timeout: 60_000 })
})

test('[D-560] of pasted fields those that would lie on another wherever they went are left out, the rest are added, and the message says so', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const small = { ...DEPOSIT, width: 40, y: 100 }
  // There is room next to the one on the left; the one on the right would lie on the large one.
  const made = await prepared(
    account,
    'Little room',
    ['Anna Okafor'],
    [
      { ...small, x: 10 },
      { ...small, x: 250, custom_id: 'rent' },
      { ...DEPOSIT, x: 300, y: 0, width: 290, height: 840, custom_id: 'all' },
    ],
  )
  const fields = desk.locator('[data-field]')
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await expect(fields).toHaveCount(3)
  await fields.nth(0).click()
  await fields.nth(1).click({ modifiers: ['Shift'] })
  await desk.keyboard.press('Control+c')
  await expect(desk.getByText('Copied 2 field(s) to clipboard', { exact: true })).toBeVisible()
  await desk.keyboard.press('Control+v')
  await expect(desk.getByText('Some fields were going to overlap others, so we skipped those...')).toBeVisible()
  await expect(desk.getByText('Pasted 1 field(s)', { exact: true })).toBeVisible()
  await expect(fields).toHaveCount(4)
  await expect
    .poll(async () => {
      const { view } = await viewOf(account, made.pack)
      return view.fieldOrder.slice(3).map((key) => [view.fields[key]!.customId, view.fields[key]!.x])
    })
    .toEqual([['deposit', 35_000]])
})
