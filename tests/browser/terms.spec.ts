import { firstAccount } from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'

test('[S-016 S-088] a member who has not accepted the terms is asked to over the list, once for each terms, and may leave instead', {
  tag: '@long',
}, async ({ page, context }) => {
  const dataDir = await temporaryFolder()
  const terms = (year: number) => ({ PARAPH_TERMS_URL: `https://example.com/terms-${year}.html` })
  let server = await spawnServer({ dataDir, env: terms(2025) })
  const port = Number(new URL(server.url).port)
  const sender = await firstAccount(server.url)
  await becomes(context, server.url, sender)
  const modal = page.getByRole('dialog', { name: 'Please accept the terms' })
  const list = page.getByRole('heading', { name: 'Documents', level: 1, includeHidden: true })
  await page.goto(`${server.url}/#documents`)
  await expect(list).toBeVisible()
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await expect(modal.getByRole('link', { name: /^Read the terms/ })).toHaveAttribute('href', terms(2025).PARAPH_TERMS_URL)
  await modal.getByRole('button', { name: 'Accept' }).click()
  await expect(modal.getByText('To continue, tick that you accept the terms.')).toBeVisible()
  await looksRight(page, 'accept-terms')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'accept-terms-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The installation changes its terms meanwhile: the ones read are not the ones that would be accepted.
  await server.stop()
  server = await spawnServer({ dataDir, port, env: terms(2026) })
  await modal.getByRole('checkbox').check()
  await modal.getByRole('button', { name: 'Accept' }).click()
  await expect(modal.getByRole('link', { name: /^Read the terms/ })).toHaveAttribute('href', terms(2026).PARAPH_TERMS_URL)
  await expect(modal.getByRole('checkbox')).not.toBeChecked()
  await modal.getByRole('checkbox').check()
  await modal.getByRole('button', { name: 'Accept' }).click()
  await expect(modal).toHaveCount(0)
  await page.reload()
  await expect(list).toBeVisible()
  await expect(modal).toHaveCount(0)

  await server.stop()
  server = await spawnServer({ dataDir, port, env: terms(2027) })
  await page.reload()
  await modal.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await server.stop()
  await removeFolder(dataDir)
})
