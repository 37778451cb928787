import { SENDER } from '../support/prepared.ts'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { losesAnswer } from './support/bad-line.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight, test } from './support/server.ts'

/** A fresh installation that nobody has an account of yet; the tests of this file tell one story on it. */
test.describe.configure({ mode: 'serial' })
let fresh: SpawnedServer
let folder: string
test.beforeAll(async () => {
  test.setTimeout(90_000)
  folder = await temporaryFolder()
  fresh = await spawnServer({ dataDir: folder, env: { PARAPH_EXAMPLE: 'true' } })
})
test.afterAll(async () => {
  await fresh?.stop()
  await removeFolder(folder)
})

const COMMON = /This is one of the 10,000 most common passwords, which are guessed first\. Please choose another\./
const NEW_PASSWORD = 'a battery of horses'

async function logIn(page: import('playwright/test').Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('the first visitor of a fresh installation makes the first account and stands in front of an empty list that says what to do', async ({
  page,
  browser,
}) => {
  const late = await browser.newPage()
  for (const each of [page, late]) {
    await each.goto(fresh.url)
    await expect(each.getByRole('heading', { name: 'Create the first account' })).toBeVisible()
  }
  await looksRight(page, 'start-first-account')
  await page.getByLabel('First name').fill(SENDER.first_name)
  await page.getByLabel('Last name').fill(SENDER.last_name)
  await page.getByLabel('Email').fill('mira@example')
  await page.getByRole('textbox', { name: 'Password' }).fill('abc')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  await expect(page.getByText('Please enter a password at least 5 characters long')).toBeVisible()

  await page.getByLabel('Email').fill(SENDER.email_address)
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill('Password1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(password).toHaveAccessibleDescription(COMMON)
  await looksRight(page, 'start-first-account-common-password')
  await password.fill(SENDER.password)
  await page.getByLabel('Workspace').fill('Castell & Daughters')
  const lost = await losesAnswer(page, '/app/first_account')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Send your first document for signature' })).toBeVisible()
  expect(lost()).toBe(1)
  await expect(page.getByRole('button', { name: 'Try it with a sample' })).toBeVisible()
  await looksRight(page, 'list-empty')
  // On a phone the two lines are one.
  await expect(page.getByText('or choose them.')).toHaveText(/or choose them\. Place fields/)

  // A visitor who still stands before the first account is led to logging in.
  await late.getByLabel('First name').fill('Lea')
  await late.getByLabel('Email').fill('lea@example.com')
  await late.getByRole('textbox', { name: 'Password' }).fill('a late password')
  await late.getByRole('button', { name: 'Create account' }).click()
  await expect(late.getByText('The first account exists already. Please log in.')).toBeVisible()
  await expect(late.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await late.close()

  await page.getByRole('button', { name: 'Try it with a sample' }).click()
  // It opens in the editor, with two signers and what each of them fills in.
  await expect(page.locator('[data-field]')).toHaveCount(6)
  await page.getByRole('tab', { name: 'Signers' }).click()
  for (const role of ['provider', 'client']) await expect(page.locator('[data-signer]').filter({ hasText: role })).toContainText('2 fields')
  await looksRight(page, 'editor-sample')
  await page.getByRole('button', { name: 'Back to documents' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Sample agreement' }).filter({ hasText: 'Setup' })).toHaveCount(1)

  await page.getByRole('link', { name: 'Templates' }).click()
  await expect(page.getByRole('table', { name: 'Templates' }).getByRole('row').nth(1)).toContainText('Setup')
  // A template goes out to nobody: there is nothing of it to wait for.
  await expect(page.getByRole('radio', { name: /^Setup/ })).toBeAttached()
  await expect(page.getByRole('radio', { name: /^(Awaiting|Complete|Rejected)/ })).toHaveCount(0)
})

test('[S-063] a visitor is sent to log in, a wrong password is refused, the right one leads where they wanted to go', async ({ page }) => {
  await page.goto(`${fresh.url}/#trash`)
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await looksRight(page, 'start-login')
  await logIn(page, SENDER.email_address, 'not the password')
  await expect(page.getByRole('alert')).toBeVisible()
  await looksRight(page, 'start-login-refused')
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await logIn(page, SENDER.email_address, SENDER.password)
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await looksRight(page, 'trash-empty')

  await page.getByRole('button', { name: 'Profile: Mira Castell' }).click()
  await looksRight(page, 'profile-menu')
  const lost = await losesAnswer(page, '/app/session', 'DELETE')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  expect(lost()).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
})

test('a forgotten password is replaced by the link in a mail, which an administrator finds in the outbox', async ({ page, browser }) => {
  await page.goto(fresh.url)
  await logIn(page, SENDER.email_address, SENDER.password)
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${fresh.url}/#documents`)
  await stranger.getByRole('link', { name: 'Forgot your password?' }).click()
  await stranger.getByLabel('Email').fill(SENDER.email_address)
  await looksRight(stranger, 'start-forgot')
  await stranger.getByRole('button', { name: 'Send the link' }).click()
  await expect(stranger.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await looksRight(stranger, 'start-forgot-sent')

  await page.getByRole('link', { name: 'Outbox' }).click()
  const mails = page.getByRole('list', { name: 'Emails' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Check for new emails' }).click()
    await expect(mails.getByRole('button')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await mails.getByRole('button').click()
  const letter = page.getByRole('article')
  await expect(letter.getByText(`To ${SENDER.email_address}`)).toBeVisible()
  await expect(letter).not.toContainText(/#reset\/[\w-]{16}/)
  await looksRight(page, 'outbox-letter')
  await letter.getByRole('button', { name: 'Show the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show the link' }).click()
  const link = await letter.getByRole('textbox', { name: 'Secret link' }).inputValue()

  await stranger.goto(link)
  const chosen = stranger.getByRole('textbox', { name: 'New password' })
  await chosen.fill('iloveyou')
  await stranger.getByRole('button', { name: 'Save password' }).click()
  await expect(chosen).toHaveAccessibleDescription(COMMON)
  await looksRight(stranger, 'start-reset-common-password')
  await stranger.setViewportSize({ width: 390, height: 844 })
  await looksRight(stranger, 'start-reset-common-password-phone')
  await stranger.setViewportSize({ width: 1440, height: 900 })
  await chosen.fill(NEW_PASSWORD)
  await looksRight(stranger, 'start-reset')
  await stranger.getByRole('button', { name: 'Save password' }).click()
  await expect(stranger.getByText('Your new password is saved. Log in with it.')).toBeVisible()
  await logIn(stranger, SENDER.email_address, SENDER.password)
  await expect(stranger.getByRole('alert').first()).toBeVisible()
  await logIn(stranger, SENDER.email_address, NEW_PASSWORD)
  await expect(stranger.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()

  // The other sessions have ended.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in to Paraph' })).toBeVisible()
  await stranger.context().close()
})

test('[W-006 W-035 W-144 W-251 W-255 W-257 W-273] an administrator adds people once, makes them administrators and removes them', async ({
  page,
}) => {
  await page.goto(fresh.url)
  await logIn(page, SENDER.email_address, NEW_PASSWORD)
  await page.getByRole('link', { name: 'People' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Nadia Fournier' })
  const add = async () => {
    await page.getByRole('button', { name: 'Add person' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add a person' })
    await sheet.getByLabel('First name').fill('Nadia')
    await sheet.getByLabel('Last name').fill('Fournier')
    await sheet.getByLabel('Email').fill('nadia@example.com')
    return sheet
  }
  const sheet = await add()
  await looksRight(page, 'people-add')
  await sheet.getByRole('button', { name: 'Add person' }).click()
  await expect(row).toBeVisible()
  await expect(row).toContainText('nadia@example.com')
  const flag = row.getByRole('switch', { name: 'Nadia Fournier is an administrator' })
  await expect(flag).not.toBeChecked()

  const again = await add()
  await again.getByRole('button', { name: 'Add person' }).click()
  await expectMessage(again, 'danger', 'You may not add the same user more than once.')
  await again.getByLabel('Email').fill('nadia')
  await again.getByRole('button', { name: 'Add person' }).click()
  await expect(again.getByText('A valid email address is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()

  const notNow = { success: false, code: 'refused-here', message: 'Nobody is changed today.' }
  await page.route('**/update_user_account', (route) => route.fulfill({ status: 409, json: notNow }), { times: 1 })
  await flag.click({ force: true })
  await expectMessage(page, 'danger', notNow.message)
  await expect(flag).not.toBeChecked()
  // Without any words it is said in the general ones.
  await page.route('**/update_user_account', (route) => route.fulfill({ status: 409, json: { success: false } }), { times: 1 })
  await flag.click({ force: true })
  await expectMessage(page, 'danger', 'Error, please try again.')
  await flag.click({ force: true })
  await expectMessage(page, 'success', 'User has been updated.')
  await page.reload()
  await expect(flag).toBeChecked()
  await looksRight(page, 'people')

  await row.getByRole('button', { name: 'Remove Nadia Fournier' }).click()
  await looksRight(page, 'people-remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Remove Nadia Fournier' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectMessage(page, 'success', 'User has been removed from the team.')
  await expect(row).toHaveCount(0)
  // Added again, as an administrator.
  const third = await add()
  await third.getByRole('checkbox', { name: 'Administrator' }).check()
  await third.getByRole('button', { name: 'Add person' }).click()
  await expect(flag).toBeChecked()
  await row.getByRole('button', { name: 'Remove Nadia Fournier' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)

  // The last administrator stays one.
  await page.getByRole('switch', { name: 'Mira Castell is an administrator' }).click({ force: true })
  await expectMessage(page, 'danger', 'You need to assign another administrator.')
  await expect(page.getByRole('switch', { name: 'Mira Castell is an administrator' })).toBeChecked()
})

test('the page of calls stands in its styles under the same policy as every page, and opens a call by the keyboard', async ({ page }) => {
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  const answer = await page.goto(`${fresh.url}/docs`)
  expect(answer!.headers()['content-security-policy']).toBe((await page.request.get(fresh.url)).headers()['content-security-policy'])
  await expect(page.getByRole('heading', { name: 'Calls of Paraph' })).toBeVisible()
  const call = page.locator('details', { hasText: '/app/documents/{key}/update_document' }).first()
  await call.locator('summary').focus()
  await page.keyboard.press('Enter')
  const schema = call.locator('pre').first()
  await expect(schema).toBeVisible()
  const { width, font, scrolls } = await schema.evaluate((element) => {
    const { fontFamily } = getComputedStyle(document.body)
    return { width: document.body.clientWidth, font: fontFamily, scrolls: getComputedStyle(element).overflowX }
  })
  expect([font, scrolls]).toEqual([expect.stringContaining('system-ui'), 'auto'])
  expect(width).toBeLessThan(1_000)
  await looksRight(page, 'docs')
  expect(refused).toEqual([])
})

test('scripts come compressed to browsers that take Brotli, plain to others, and are kept by both', async ({ page, server }) => {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await page.request.get(server.url)).text())![1]!
  const got = async (encoding: string) => {
    const answer = await page.request.get(server.url + script, { headers: { 'accept-encoding': encoding } })
    const { 'content-encoding': sent, 'content-type': type, 'cache-control': kept, vary } = answer.headers()
    return { text: await answer.text(), sent, headers: { type, kept, vary } }
  }
  const [compressed, plain] = [await got('br'), await got('identity')]
  expect([compressed.sent, plain.sent]).toEqual(['br', undefined])
  expect(compressed.text).toBe(plain.text)
  for (const { headers } of [compressed, plain])
    expect(headers).toMatchObject({
      type: expect.stringMatching(/^(text|application)\/javascript/),
      kept: expect.stringContaining('immutable'),
      vary: 'accept-encoding',
    })
})
