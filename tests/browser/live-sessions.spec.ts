import type { BrowserContext, Page } from 'playwright/test'
import { HEADERS } from '#contract/envelope'
import { linkOf, newId, type PreparedField, prepared, SENDER, sent, signAs } from '../support/prepared.ts'
import { badLine } from './support/bad-line.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { keptIn } from './support/kept.ts'
import { expectMessage } from './support/message.ts'
import { expect } from './support/server.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const login = (page: Page) => page.getByRole('heading', { name: 'Log in to Paraph' })
/** As a browser does when its tab is looked at again. */
const lookedAt = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

interface Session {
  readonly user: { readonly key: string } | null
  readonly user_accounts: readonly { readonly account_key: string; readonly account_name: string }[]
}
/** What the server says of the session, as a test wants it. */
async function says(context: BrowserContext, change: (session: Session) => Session): Promise<void> {
  await context.route('**/app/session', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Session) })
  })
}

test('[S-166] who logs out is forgotten by every tab of the browser, with all that waited to be saved', async ({
  browser,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Forgotten at the door', ['Anna Okafor'], [SIGNATURE])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const list = await context.newPage()
  await list.goto(`${server.url}/#documents`)
  await list.getByLabel('Email').fill(SENDER.email_address)
  await list.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await list.getByRole('button', { name: 'Log in' }).click()
  await expect(list.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  const line = await badLine(context)
  const editor = await context.newPage()
  await editor.goto(`${server.url}/#documents/${pack}`)
  const name = editor.getByRole('textbox', { name: 'Document name' }).first()
  line.becomes('cut')
  await name.fill('Nobody else reads this')
  await editor.keyboard.press('Enter')
  await expect(editor.getByText(/Offline: 1 change waits/)).toBeVisible()
  expect(await keptIn(editor)).toContain('Nobody else reads this')
  await list.getByRole('button', { name: /^Profile/ }).click()
  await list.getByRole('button', { name: 'Log out' }).click()
  await expect(login(list)).toBeVisible()
  await expect.poll(() => keptIn(list)).toBe('[]')
  await lookedAt(editor)
  await expect(login(editor)).toBeVisible()
  expect(await keptIn(editor)).toBe('[]')
  await context.close()
})

test('where no web socket gets through, what others do comes all the same, at once', async ({ browser, server, account }) => {
  const { pack, signers, fields } = await sent(account, 'Behind a strict proxy', ['Anna Okafor'], [SIGNATURE])
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  // As in an office whose proxy knows no upgrade.
  await context.addInitScript(() => {
    class Blocked extends EventTarget {
      onerror: ((event: Event) => void) | null = null
      constructor() {
        super()
        setTimeout(() => this.onerror?.(new Event('error')))
      }
      close() {}
    }
    Object.assign(window, { WebSocket: Blocked })
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/#documents/${pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('0 of 1', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeAttached()
  await signAs(server.url, await linkOf(account, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  // Sooner than anything is asked for again.
  await expect(page.getByText('1 of 1', { exact: true }).first()).toBeVisible({ timeout: 10_000 })
  await context.close()
})

test('[S-317] where somebody else has logged in on another tab, the page says so and asks who is there', async ({
  desk,
  context,
  server,
}) => {
  await openList(desk, server.url)
  await says(context, (session) => ({ ...session, user: session.user && { ...session.user, key: newId() } }))
  const said = desk.waitForEvent('dialog')
  await lookedAt(desk)
  const dialog = await said
  expect([dialog.type(), dialog.message()]).toEqual(['alert', 'You have been logged out of your previous session'])
  await dialog.accept()
  await expect(login(desk)).toBeVisible()
})

test('[S-078 S-164 S-165] who has two workspaces chooses between them: the list is another, what is open is left; a neighbouring tab says so, and follows when asked to', async ({
  desk,
  context,
  server,
  account,
}) => {
  await says(context, (session) => ({ ...session, user_accounts: session.user_accounts.slice(0, 1) }))
  await openList(desk, server.url)
  await expect(desk.getByRole('navigation', { name: 'Main' }).getByText('Mira’s team')).toBeVisible()
  await expect(desk.getByRole('button', { name: /Choose another/ })).toHaveCount(0)
  const account_key = newId()
  await says(context, (session) => ({
    ...session,
    user_accounts: [...session.user_accounts, { ...session.user_accounts[0]!, account_key, account_name: 'Otter & Sons' }],
  }))
  const other = await context.newPage()
  let answers = Promise.resolve()
  await context.route('**/app/documents?**', async (route) => {
    const asked = (await route.request().allHeaders())[HEADERS.workspace]
    if (asked !== account_key) return route.fallback()
    await answers
    await route.fulfill({ json: { success: true, documents: [], cursor: null, counts: { all: 0 } } })
  })
  const { pack } = await sent(account, 'Left behind by its reader', ['Anna Okafor'], [SIGNATURE])
  await other.goto(`${server.url}/#documents/${pack}`)
  await desk.reload()
  await expect(rowOf(desk, 'Left behind by its reader')).toBeVisible()
  await other.getByRole('button', { name: /Choose another/ }).click()
  await other.getByRole('option', { name: 'Otter & Sons' }).click()
  await expect(other.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(other.getByText('Left behind by its reader')).toHaveCount(0)
  expect(new URL(other.url()).hash).toBe('#documents')
  const notice = desk.getByText(/You opened Otter & Sons in another tab\. This tab stays in/)
  await expect(notice).toBeVisible()
  await expect(desk.getByRole('button', { name: /Workspace: Otter/ })).toHaveCount(0)
  const line = Promise.withResolvers<void>()
  answers = line.promise
  await desk.getByRole('button', { name: 'Switch to it here' }).click()
  await expect(desk.getByRole('button', { name: /Workspace: Otter/ })).toBeVisible()
  // What the other workspace shows is gone before the answer is here.
  await expect(rowOf(desk, 'Left behind by its reader')).toHaveCount(0)
  line.resolve()
  await expect(desk.getByRole('heading', { name: 'Send your first document for signature' })).toBeVisible()
})

test('[S-241 S-242 S-243 S-309 S-310] calls say which workspace and which version they come from; a newer version of the server is announced for 15 s, with a way to it', async ({
  desk,
  context,
  server,
}) => {
  const asked: Record<string, string>[] = []
  const first = desk.waitForRequest('**/app/session')
  await context.route('**/app/documents?**', async (route) => {
    asked.push(await route.request().allHeaders())
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [HEADERS.currentAppVersion]: '999.0.0' } })
  })
  await desk.clock.install()
  await desk.goto(`${server.url}/#documents`)
  await expectMessage(desk, 'warning', 'Paraph has been updated.')
  await desk.clock.pauseAt(Date.now() + 500)
  await desk.clock.runFor(10_500)
  await expectMessage(desk, 'warning', 'Paraph has been updated.')
  await desk.clock.runFor(5_000)
  await expect(desk.getByText('Paraph has been updated.')).toHaveCount(0)
  await desk.clock.resume()
  await desk.reload()
  await expectMessage(desk, 'warning', 'Paraph has been updated.')
  // Before it is known who is there, no workspace is selected.
  expect((await (await first).allHeaders())[HEADERS.workspace]).toBeUndefined()
  expect(asked[0]![HEADERS.workspace]).toMatch(/^[0-9a-f-]{36}$/)
  expect(asked[0]![HEADERS.appVersion]).toMatch(/^\d+\.\d+\.\d+/)
  // Not under a call that is still on its way through it.
  await context.unrouteAll({ behavior: 'wait' })
  const loaded = desk.waitForEvent('load')
  await desk.getByRole('button', { name: 'Refresh the page' }).click()
  await loaded
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(desk.getByText('Paraph has been updated.')).toHaveCount(0)
})

test('[S-304 S-305 S-306 S-307 S-308 S-311] what fails for the whole page is said in its kind and its words, and the page goes where it must', async ({
  desk,
  context,
  server,
  account,
}) => {
  // A list that holds nothing offers no search.
  await prepared(account, 'Searched in vain', ['Anna Okafor'], [])
  await desk.clock.install()
  await openList(desk, server.url)
  const searches = '**/app/search/documents?**'
  const search = async (status: number, json: object, words: string) => {
    await desk.route(searches, (route) => route.fulfill({ status, json: { success: false, code: 'refused-here', ...json } }), { times: 1 })
    await desk.getByRole('searchbox', { name: 'Search by name or signer' }).fill(words)
    await desk.clock.runFor(1_000)
  }
  await search(500, { code: 'internal-error', message: 'An error occurred, please try again' }, 'one')
  await expectMessage(desk, 'danger', 'An error occurred, please try again')
  for (const [message, shown] of [
    ['Your session has ended.', 'Your session has ended.'],
    ['', 'You do not have authorization to perform this action.'],
  ] as const) {
    await search(401, { message }, `two ${message}`)
    await expectMessage(desk, 'danger', shown)
    const loaded = desk.waitForEvent('load')
    await desk.clock.runFor(5_000)
    await loaded
    await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  }
  await context.setOffline(true)
  await desk.getByRole('searchbox', { name: 'Search by name or signer' }).fill('three')
  await desk.clock.runFor(5_000)
  await expectMessage(desk, 'warning', 'It appears your internet is down. Hang on while we try to reconnect...')
  await context.setOffline(false)
  await search(401, { message: 'Elsewhere.', redirect_url: '/verify' }, 'four')
  await desk.waitForURL(`${server.url}/verify`)
})

test('[S-312 S-313 S-314] a document that cannot be loaded is said, the login is looked at, and the list is shown', async ({
  desk,
  server,
}) => {
  await openList(desk, server.url)
  const looked = desk.waitForRequest('**/app/session')
  await desk.goto(`${server.url}/#documents/${newId()}`)
  await looked
  await expect(desk.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expectMessage(desk, 'danger', 'You cannot open this document: it was deleted, or is in a workspace that you do not belong to.')
})
