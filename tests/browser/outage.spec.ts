import type { Page } from 'playwright/test'
import { firstAccount, linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { becomes, openList, rowOf } from './support/desk.ts'
import { expect, test } from './support/server.ts'
import { begins, finishing, onwards, stands, typesName } from './support/signer.ts'

const TEXT: PreparedField = { type: 'text', x: 72, y: 100, width: 240, height: 40, signer: 0, required: true, custom_id: 'street' }
const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 200, width: 160, height: 48, signer: 0, required: true }

const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
const wasReloaded = (page: Page) => page.evaluate(() => !('notReloaded' in globalThis))

test('the server is killed under a list, an editor, a progress and a signer, and comes back: all of them go on, and nobody reloads', {
  tag: '@long',
}, async ({ browser }) => {
  const dataDir = await temporaryFolder()
  let server = await spawnServer({ dataDir })
  const { url } = server
  const port = Number(new URL(url).port)
  const account = await firstAccount(url)
  const draft = await prepared(account, 'Drafted through an outage', ['Anna Okafor'], [SIGNATURE])
  const made = await sent(account, 'Signed through an outage', ['Anna Okafor'], [TEXT, SIGNATURE])
  const link = await linkOf(account, made.pack, made.signers[0]!)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await becomes(context, url, account)
  const [list, editor, progress] = [await context.newPage(), await context.newPage(), await context.newPage()]
  const signer = await (await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })).newPage()
  await openList(list, url)
  await expect(rowOf(list, 'Signed through an outage')).toContainText('0 of 1 signed')
  await editor.goto(`${url}/#documents/${draft.pack}`)
  await expect(editor.locator('[data-page="0"] canvas').first()).toBeVisible()
  await progress.goto(`${url}/#documents/${made.pack}`)
  await expect(progress.getByText('Live', { exact: true })).toBeVisible()
  await begins(signer, link)
  const all = [list, editor, progress, signer]
  for (const page of all) await mark(page)

  await server.kill()
  await expect(progress.getByText('Live', { exact: true })).toBeHidden()
  await signer.getByRole('textbox', { name: 'Street' }).fill('21 Mill Lane')
  const name = editor.getByRole('textbox', { name: 'Document name' }).first()
  await name.fill('Drafted and named through an outage')
  await editor.keyboard.press('Enter')
  await expect(editor.getByText(/Offline: \d changes? waits?/)).toBeVisible()
  await expect(signer.getByText(/Offline: \d changes? waits?/)).toBeVisible()
  server = await spawnServer({ dataDir, port })

  await expect(editor.locator('header').getByText('Saved', { exact: true })).toBeVisible()
  await expect(rowOf(list, 'Drafted and named through an outage')).toBeVisible()
  await expect(progress.getByText('Live', { exact: true })).toBeVisible()
  await expect(progress.getByText('1 of 2').first()).toBeVisible()
  await onwards(signer).click()
  await typesName(signer, 'Anna Okafor')
  await onwards(signer).click()
  await finishing(signer).click()
  await stands(signer, 'You have signed')
  await expect(rowOf(list, 'Signed through an outage')).toContainText('Complete')
  await expect(progress.getByRole('region', { name: 'Signers' }).getByRole('listitem')).toContainText('Completed')
  for (const page of all) expect(await wasReloaded(page)).toBe(false)
  expect((await viewOf(account, made.pack)).view.fields[made.fields[0]!]!.value).toBe('21 Mill Lane')

  await context.close()
  await signer.context().close()
  await server.stop()
  await removeFolder(dataDir)
})
