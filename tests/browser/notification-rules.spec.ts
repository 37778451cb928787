import type { NotificationRule } from '#domain/pack'
import { type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const what = ({ event, action, countdown }: NotificationRule) => ({ event, action, countdown })

test('[D-022 D-090 D-553] rules are set in the editor: a reminder after a day; what cannot be saved says so and stays as it was', {
  tag: '@long',
}, async ({ page, context, server, account }) => {
  await becomes(context, server.url, account)
  const { pack } = await prepared(account, 'Reminded by rule', ['Anna Okafor'], [SIGNATURE])
  const rules = async () => (await viewOf(account, pack)).view.notifications.rules.map(what)
  await page.goto(`${server.url}/#documents/${pack}`)
  await page.getByRole('tab', { name: 'Document' }).click()
  await page.getByRole('button', { name: 'Notification rules' }).click()
  const modal = page.getByRole('dialog', { name: 'Notification rules' })
  await expect(modal.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await looksRight(page, 'notification-rules-empty')
  await modal.getByRole('button', { name: 'Add a rule' }).click()
  const first = modal.getByRole('group', { name: 'Rule 1' })
  await expect(first.getByRole('combobox', { name: 'After' })).toHaveValue('7 days')
  await first.getByRole('combobox', { name: 'After' }).click()
  await page.getByRole('option', { name: '1 day', exact: true }).click()
  await expect.poll(rules).toEqual([{ event: 'not-signed', action: 'remind', countdown: 86_400 }])
  // Only who has not signed can be reminded: anything else tells the owner.
  await modal.getByRole('button', { name: 'Add a rule' }).click()
  const second = modal.getByRole('group', { name: 'Rule 2' })
  await second.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Email failed to deliver' }).click()
  await expect(second.getByRole('combobox', { name: 'Then' })).toHaveValue('Notify the document owner')
  await expect(second.getByRole('combobox', { name: 'After' })).toHaveCount(0)
  await expect.poll(rules).toContainEqual({ event: 'email-failed', action: 'notify', countdown: null })
  await looksRight(page, 'notification-rules')

  await context.route('**/add_update_notification_rule', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await first.getByRole('combobox', { name: 'After' }).click()
  await page.getByRole('option', { name: '14 days' }).click()
  await expect(modal.getByText('An error occurred while adding/updating notification_rule').first()).toBeVisible()
  await expect(first.getByRole('combobox', { name: 'After' })).toHaveValue('1 day')
  await context.unroute('**/add_update_notification_rule')
  await modal.getByRole('button', { name: 'Remove rule 2' }).click()
  await expect(second).toHaveCount(0)
  expect(await rules()).toHaveLength(1)
})

test('a rule is added while the document waits, on a phone, and seen on another open page', { tag: '@long' }, async ({
  context,
  server,
  account,
}) => {
  await becomes(context, server.url, account)
  const { pack } = await sent(account, 'Ruled while it waits', ['Anna Okafor'], [SIGNATURE])
  const [page, secondPage] = [await context.newPage(), await context.newPage()]
  for (const one of [page, secondPage]) {
    await one.setViewportSize({ width: 390, height: 844 })
    await one.goto(`${server.url}/#documents/${pack}`)
    await one.getByRole('button', { name: 'More actions' }).click()
    await one.getByRole('menuitem', { name: 'Notification rules' }).click()
    await expect(one.getByRole('dialog', { name: 'Notification rules' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(secondPage.getByRole('group', { name: 'Rule 1' })).toBeVisible()
  await looksRight(page, 'notification-rules-phone')
})
