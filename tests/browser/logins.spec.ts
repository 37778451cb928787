import type { Page } from 'playwright/test'
import { prepared, sent } from '../support/prepared.ts'
import { losesAnswer } from './support/bad-line.ts'
import { choosesPassword, colleague, passwordLinkOf, workspaceOf } from './support/colleague.ts'
import { becomes, openList, rowOf, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true } as const
const login = (page: Page) => page.getByRole('heading', { name: 'Log in to Paraph' })

/** Nobody looks at it, touches it or reloads it. */
const leftAlone = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { leftAlone: true }))
const wasLeftAlone = (page: Page) => page.evaluate(() => 'leftAlone' in globalThis)

test('the list of somebody whose sessions were ended elsewhere goes by itself, and says why; also while the server cannot be asked who is there', {
  tag: '@long',
}, async ({ window, server, account }) => {
  await sent(account, 'Seen by Norma', ['Anna Okafor'], [SIGNATURE])
  const page = await window(await colleague(server, account, 'Norma', 'Quist'))
  await openList(page, server.url)
  await expect(rowOf(page, 'Seen by Norma')).toBeVisible()
  await leftAlone(page)
  const again = await choosesPassword(server, 'norma@example.com')
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('You have been logged out. Please log in again.')).toBeVisible()
  await expect(page.getByText('Seen by Norma')).toHaveCount(0)
  expect(await wasLeftAlone(page)).toBe(true)
  await looksRight(page, 'logged-out-elsewhere')
  await page.getByLabel('Email').fill('norma@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(rowOf(page, 'Seen by Norma')).toBeVisible()
  await expect(page.getByText('You have been logged out. Please log in again.')).toHaveCount(0)

  const cut = await window(again)
  await openList(cut, server.url)
  await expect(rowOf(cut, 'Seen by Norma')).toBeVisible()
  await leftAlone(cut)
  await cut.route('**/app/session', (route) => route.abort())
  await choosesPassword(server, 'norma@example.com')
  await expect(cut.getByText('The server cannot be reached.')).toBeVisible()
  await expect(cut.getByText('Seen by Norma')).toHaveCount(0)
  await cut.unroute('**/app/session')
  await expect(login(cut)).toBeVisible()
  expect(await wasLeftAlone(cut)).toBe(true)
})

test('somebody sees where they are logged in, and ends it elsewhere: one session, and then all others', async ({
  browser,
  server,
  account,
}) => {
  await colleague(server, account, 'Signe', 'Falk')
  const opened: Awaited<ReturnType<typeof browser.newContext>>[] = []
  const logsIn = async (userAgent?: string) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...(userAgent ? { userAgent } : {}),
    })
    opened.push(context)
    const page = await context.newPage()
    await page.goto(`${server.url}/#documents`)
    await page.getByLabel('Email').fill('signe@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
    return page
  }
  const page = await logsIn()
  const phone = await logsIn(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const other = await logsIn('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await leftAlone(phone)

  const dialog = page.getByRole('dialog', { name: 'Where you are logged in' })
  const rows = dialog.getByRole('listitem')
  const calls = '**/app/user/sessions'
  const answered = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await answered.promise
    await route.fulfill({ status: 500, json: { success: false, code: 'internal-error', message: 'An error occurred, please try again' } })
  })
  // No row under the menu: a button that it covers in part would count as too small.
  await page.getByRole('searchbox', { name: 'Search by name or signer' }).fill('no document has this name')
  await expect(page.getByRole('heading', { name: 'No documents here' })).toBeVisible()
  await page.getByRole('button', { name: 'Profile: Signe Falk' }).click()
  await looksRight(page, 'profile-menu-sessions')
  await page.getByRole('button', { name: 'Sessions' }).press('Enter')
  await expect(dialog.getByText('Loading')).toBeAttached()
  await looksRight(page, 'sessions-loading')
  answered.resolve()
  await expect(dialog.getByRole('alert')).toContainText('Your sessions could not be loaded. Try again.')
  await looksRight(page, 'sessions-error')
  await page.unroute(calls)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  // With the one that the colleague was made by.
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText(/Chrome on Linux.*This one.*Logged in: Just now.*Network 127\.0\.0\.0\/24/i)
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await looksRight(page, 'sessions')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'sessions-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await dialog.getByRole('button', { name: 'End the session Safari on iOS' }).press('Enter')
  await expect(page.getByText('The session has ended.')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(dialog.getByRole('list', { name: 'Your sessions' })).toBeFocused()
  await expect(login(phone)).toBeVisible()
  expect(await wasLeftAlone(phone)).toBe(true)
  await expect(login(other)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expect(dialog.getByText('No other sessions')).toBeVisible()
  await expect(login(other)).toBeVisible()
  await looksRight(page, 'sessions-alone')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'sessions-alone-phone')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Profile: Signe Falk' })).toBeFocused()
  for (const context of opened) await context.close()
})

test('a member who opens a document and is logged out by then sees that once, types their password undisturbed, and comes to that document', {
  tag: '@long',
}, async ({ window, server, account }) => {
  const { pack } = await prepared(account, 'Opened too late', ['Anna Okafor'], [SIGNATURE])
  const page = await window(await colleague(server, account, 'Vera', 'Lind'))
  await openList(page, server.url)
  await page.context().clearCookies()
  await rowOf(page, 'Opened too late').getByRole('link').first().click()
  await expect(login(page)).toBeVisible()
  await leftAlone(page)
  await expect(page.getByText('Please log in.')).toHaveCount(1)
  await page.getByLabel('Email').fill('vera@example.com')
  // Five seconds after the refusal a page is loaded again that does not know yet.
  await page.waitForTimeout(6_000)
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.com')
  expect(await wasLeftAlone(page)).toBe(true)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('tabpanel').getByRole('textbox', { name: 'Document name' })).toHaveValue('Opened too late')
  expect(page.url()).toContain(pack)
})

test('a member who logged in again on another tab goes on in this one, whether it had noticed or not', { tag: '@long' }, async ({
  window,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Prepared on', ['Anna Okafor'], [SIGNATURE])
  const list = await window(await colleague(server, account, 'Pia', 'Holm'))
  const context = list.context()
  await openList(list, server.url)
  const editor = await context.newPage()
  await editor.goto(`${server.url}/#documents/${pack}`)
  const name = editor.getByRole('tabpanel').getByRole('textbox', { name: 'Document name' })
  await expect(name).toHaveValue('Prepared on')
  // Before these two know who is there instead, the same person is.
  const looked = Promise.withResolvers<void>()
  await context.route('**/app/session', async (route) => {
    await looked.promise
    await route.continue()
  })
  await Promise.all([
    list.waitForRequest('**/app/session'),
    editor.waitForRequest('**/app/session'),
    choosesPassword(server, 'pia@example.com').then((again) => becomes(context, server.url, again)),
  ])
  looked.resolve()
  await name.fill('Prepared still')
  await name.blur()
  await expect(rowOf(list, 'Prepared still')).toBeVisible()
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  await expect(login(editor)).toHaveCount(0)

  await context.unroute('**/app/session')
  const again = await choosesPassword(server, 'pia@example.com')
  for (const page of [list, editor]) await expect(login(page)).toBeVisible()
  await becomes(context, server.url, again)
  for (const page of [list, editor]) await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(rowOf(list, 'Prepared still')).toBeVisible()
  await expect(name).toHaveValue('Prepared still')
})

test('a member removed from a workspace sees no more of it, gets a message, and is back once added again', async ({
  window,
  server,
  account,
}) => {
  const { pack } = await sent(account, 'Theirs no longer', ['Anna Okafor'], [SIGNATURE])
  const olga = await colleague(server, account, 'Olga', 'Brandt')
  const page = await window(olga)
  await openList(page, server.url)
  const open = await page.context().newPage()
  await open.goto(`${server.url}/#documents/${pack}`)
  await expect(open.getByRole('region', { name: 'Signers' })).toBeVisible()
  await expect(rowOf(page, 'Theirs no longer')).toBeVisible()
  const workspace = await workspaceOf(account)
  const { user_accounts } = await account.get<{ user_accounts: readonly { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${workspace}/user_accounts`,
  )
  const hers = user_accounts.find(({ user }) => user.email_address === 'olga@example.com')!
  await account.post(`/app/accounts/${workspace}/remove_user_account`, { data: { user_account_key: hers.key } })
  for (const each of [page, open]) {
    await expect(each.getByText('Theirs no longer')).toHaveCount(0)
    await expect(each.getByText(/You no longer belong to/)).toBeVisible()
    await expect(each.getByRole('button', { name: 'Workspace: Personal workspace. Choose another' })).toHaveCount(0)
    await expect(each.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  }
  await looksRight(page, 'taken-out-of-the-workspace')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'taken-out-of-the-workspace-phone')
  // Added again, both pages offer the workspace without being reloaded.
  const person = { first_name: 'Olga', last_name: 'Brandt', email_address: 'olga@example.com', is_admin: false }
  await account.post(`/app/accounts/${workspace}/add_user_account`, { data: person })
  for (const each of [page, open]) {
    await each.setViewportSize({ width: 1440, height: 900 })
    await each.getByRole('button', { name: 'Workspace: Personal workspace. Choose another' }).click()
    await each.getByRole('option', { name: 'Mira’s team' }).click()
    await expect(rowOf(each, 'Theirs no longer')).toBeVisible()
  }
})

test('a link to choose a password says at once that it was used already, and where to get another', { tag: '@long' }, async ({
  page,
  server,
  account,
}) => {
  await colleague(server, account, 'Petra', 'Lund')
  const address = async () => `${server.url}/#reset/${await passwordLinkOf(server, 'petra@example.com')}`
  const used = await address()
  const password = page.getByLabel('New password', { exact: true })
  const dead = page.getByRole('heading', { name: 'This link no longer works' })
  // After a failed request, it is asked for again.
  await page.route('**/app/password_resets/*', (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, code: 'too-many-requests', message: 'Too many requests. Please wait a moment.' },
    }),
  )
  await page.goto(used)
  await expect(page.getByText('Too many requests. Please wait a moment.')).toBeVisible()
  await looksRight(page, 'password-link-not-asked')
  await page.unroute('**/app/password_resets/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await password.fill('battery staple horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your new password is saved.')).toBeVisible()

  await page.goto(used)
  await expect(dead).toBeVisible()
  await expect(password).toHaveCount(0)
  await looksRight(page, 'password-link-dead')
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'password-link-dead-phone')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()

  // Used on another device while it is open here.
  const open = await address()
  await page.goto(open)
  await password.fill('battery staple horse')
  await choosesPassword(server, 'petra@example.com')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(dead).toBeVisible()

  // Where its answer is lost the page sends it again, which saves it once and lets them in.
  await page.goto(await address())
  await page.reload()
  await password.fill('battery staple horse')
  const lost = await losesAnswer(page, '/app/password_resets/*')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
  expect(lost()).toBe(1)
})
