import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { colleague, workspaceOf } from './support/colleague.ts'
import { test } from './support/desk.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight } from './support/server.ts'

const REASON = 'You asked me to look at the template'

test('an administrator of the installation acts as a member: both sides see it at once, and either ends it', { tag: '@long' }, async ({
  server,
  account,
  window,
}) => {
  const [ruth, sven] = [await colleague(server, account, 'Ruth', 'Ekman'), await colleague(server, account, 'Sven', 'Lindqvist')]
  const env = { ...process.env, PARAPH_DATA: server.dataDir, PARAPH_PUBLIC_URL: server.url }
  await promisify(execFile)('node_modules/.bin/node', ['cli/paraph.ts', 'administrator', 'sven@example.com'], { env })
  const [hers, his] = [await window(ruth), await window(sven)]
  await hers.goto(`${server.url}/#team/${await workspaceOf(ruth)}`)
  await his.goto(`${server.url}/#documents`)
  const banner = (page: typeof hers) => page.getByRole('region', { name: 'Support' })
  const begin = async () => {
    await his.getByRole('button', { name: 'Profile: Sven Lindqvist' }).click()
    await his.getByRole('button', { name: 'Act as a member' }).click()
    const form = his.getByRole('dialog', { name: 'Act as a member for support' })
    await form.getByLabel('Email of the member').fill('ruth@example.com')
    await form.getByRole('button', { name: 'Act as this member' }).click()
    await expect(form.getByText('Please say why you need to act as this person')).toBeVisible()
    await form.getByLabel('Reason').fill(REASON)
    await looksRight(his, 'support-ask')
    await form.getByRole('button', { name: 'Act as this member' }).click()
  }
  await expect(hers.getByRole('heading', { level: 1 })).toBeVisible()
  await begin()
  await expect(banner(his)).toContainText(`You act as Ruth Ekman for support until`)
  await expect(banner(his)).toContainText(REASON)
  await expect(banner(hers)).toContainText(`Sven Lindqvist acts as you for support until`)
  await expect(banner(hers)).toContainText(REASON)
  await looksRight(his, 'support-banner')
  await hers.setViewportSize({ width: 390, height: 844 })
  await looksRight(hers, 'support-banner-phone')
  // What is hers alone is not offered.
  await his.getByRole('button', { name: 'Profile: Ruth Ekman' }).click()
  await expect(his.getByRole('button', { name: 'Log out' })).toBeVisible()
  for (const name of ['Sessions', 'Act as a member', 'Delete your profile…']) await expect(his.getByRole('button', { name })).toHaveCount(0)

  await banner(hers).getByRole('button', { name: 'End it now' }).click()
  await expectMessage(hers, 'success', 'It has ended.')
  await expect(banner(hers)).toHaveCount(0)
  await expect(his.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()

  await his.getByLabel('Email').fill('sven@example.com')
  await his.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await his.getByRole('button', { name: 'Log in' }).click()
  await begin()
  await expect(banner(hers)).toBeVisible()
  await banner(his).getByRole('button', { name: 'End it now' }).click()
  await expect(his.getByRole('button', { name: 'Profile: Sven Lindqvist' })).toBeVisible()
  await expect(banner(his)).toHaveCount(0)
  await expect(banner(hers)).toHaveCount(0)
})
