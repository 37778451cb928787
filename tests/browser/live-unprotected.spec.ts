import type { BrowserContext, Page } from 'playwright/test'
import { linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { badLine } from './support/bad-line.ts'
import { becomes } from './support/desk.ts'
import { keptIn } from './support/kept.ts'
import { expect, test } from './support/server.ts'
import { begins, stands, turns } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 320, width: 160, height: 48, signer: 0, required: true }
const STREET: PreparedField = { type: 'text', x: 72, y: 220, width: 240, height: 40, signer: 0, required: true, custom_id: 'street' }
const OPTIONS = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** Browsers that keep nothing, each in its own way. */
const BROWSERS: Readonly<Record<string, () => void>> = {
  'storage is blocked': () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get: blocked })
  },
  'the disk is full': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Storage.prototype.setItem = IDBObjectStore.prototype.put as never
  },
  'storage does not answer': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  },
}

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Document name' }).first()
async function renames(page: Page, name: string): Promise<void> {
  await nameOf(page).fill(name)
  await page.keyboard.press('Enter')
}
async function opens(context: BrowserContext, url: string, pack: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  return page
}

for (const [at, [how, breaks]] of Object.entries(BROWSERS).entries()) {
  test(`where ${how} everything is saved all the same, and what only this tab holds is said`, async ({ browser, server, account }) => {
    const { pack } = await prepared(account, `Unkept ${at}`, ['Anna Okafor'], [SIGNATURE])
    const context = await browser.newContext(OPTIONS)
    await context.addInitScript(breaks)
    await becomes(context, server.url, account)
    const line = await badLine(context)
    const page = await opens(context, server.url, pack)
    await renames(page, `Unkept but saved ${at}`)
    await expect.poll(async () => (await viewOf(account, pack)).view.name).toBe(`Unkept but saved ${at}`)
    line.becomes('cut')
    await renames(page, `Only in this tab ${at}`)
    await expect(page.getByText('Offline: 1 change waits in this tab only')).toBeVisible()
    // A person who closes the tab now is asked first.
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    line.becomes('fine')
    await expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })
    expect((await viewOf(account, pack)).view.name).toBe(`Only in this tab ${at}`)
    await context.close()
  })
}

test('a signer whose browser blocks its storage signs later and comes back to where they were', async ({ browser, account }) => {
  const made = await sent(account, 'Signed without a memory', ['Anna Okafor'], [STREET, SIGNATURE])
  const context = await browser.newContext(OPTIONS)
  await context.addInitScript(BROWSERS['storage is blocked']!)
  const page = await context.newPage()
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('textbox', { name: 'Street' }).fill('Mill Lane')
  await page.getByRole('button', { name: 'Continue later' }).first().click()
  await stands(page, 'Come back when it suits you')
  expect((await viewOf(account, made.pack)).view.fields[made.fields[0]!]!.value).not.toBeNull()
  await context.close()
})

test('once a link is void nothing that its signer typed stays in the browser', async ({ browser, account }) => {
  const made = await sent(account, 'Void while typing', ['Anna Okafor'], [STREET, SIGNATURE])
  const context = await browser.newContext(OPTIONS)
  const line = await badLine(context)
  const page = await context.newPage()
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  line.becomes('cut')
  await page.getByRole('textbox', { name: 'Street' }).fill('Only Anna knows this')
  await expect(page.getByText(/Offline: 1 change waits/)).toBeVisible()
  expect(await keptIn(page)).toContain('Only Anna knows this')
  await turns(account, made.pack, 'setup')
  await stands(page, 'This link does not open a document')
  await expect.poll(() => keptIn(page)).toBe('[]')
  await context.close()
})
