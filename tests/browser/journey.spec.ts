import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { asked, eventually, linkOf, prepared, sent, signAs, viewOf } from '../support/prepared.ts'
import { personalWorkspaceOf } from './support/colleague.ts'
import { openList, rowOf, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const tool = (page: Page, name: string) => page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name, exact: true })
const saved = (page: Page) => expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible()

async function addSigner(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Signers' }).click()
  await page.getByRole('button', { name: 'Add signer' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill(name)
  await page.getByLabel('Email', { exact: true }).last().fill(email)
  await page.keyboard.press('Tab')
}

/** Clicks a field of this type onto the first page, in points from its top left. */
async function place(page: Page, type: string, x: number, y: number): Promise<void> {
  const sheet = (await page.locator('[data-page="0"]').first().boundingBox())!
  const scale = sheet.width / 595.276
  await tool(page, type).click()
  await page.mouse.click(sheet.x + x * scale, sheet.y + y * scale)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

async function placeFor(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'New fields are for' }).click()
  await page.getByRole('option', { name }).click()
}

async function begin(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
}

async function typeSignature(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Signature' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'How you sign' }).getByText('Type').click()
  await page.getByRole('textbox', { name: /Type it/ }).fill(name)
  await page.getByRole('button', { name: /^(Next|Review)/ }).click()
}

function checked(program: string, ...args: string[]): { readonly missing: boolean; readonly code: number | null; readonly out: string } {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { missing: error !== undefined, code: status, out: `${stdout}${stderr}` }
}

test(
  '[D-001 S-001 D-016 D-017 D-237 D-238 D-538 D-539] from a file to a sealed one: prepared, sent in sequence, signed by two while the sender watches, downloaded',
  { tag: '@firefox' },
  async ({ desk, window, browser, server, account }, testInfo) => {
    await openList(desk, server.url)
    const chooser = desk.waitForEvent('filechooser')
    await desk.getByRole('button', { name: /Upload PDF|Choose PDF files/ }).click()
    const file = { name: 'Framework contract.pdf', mimeType: 'application/pdf', buffer: await readFile('assets/sample.pdf') }
    await (await chooser).setFiles(file)

    // Two signers and their fields.
    await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
    await addSigner(desk, 'Anna Okafor', 'anna@example.com')
    await addSigner(desk, 'Jonas Lindqvist', 'jonas@example.com')
    await placeFor(desk, 'Anna Okafor')
    await place(desk, 'Text', 180, 140)
    await place(desk, 'Signature', 180, 420)
    await placeFor(desk, 'Jonas Lindqvist')
    await place(desk, 'Signature', 420, 420)
    await expect(desk.locator('[data-field]')).toHaveCount(3)
    await saved(desk)
    await desk.locator('[data-field]').first().click()
    await desk.getByText('Required', { exact: true }).click()
    await desk.getByLabel('Custom ID').fill('delivery_address')
    await desk.keyboard.press('Tab')

    await desk.getByRole('button', { name: 'Request signatures' }).click()
    const sheet = desk.getByRole('dialog', { name: 'Request signatures' })
    await sheet.getByText('One after another').click()
    await expect(
      sheet.getByText('No mail server is set up: the request to Anna is kept in the outbox. Hand over the signing link.'),
    ).toBeVisible()
    await expect(sheet.getByText('Jonas, after Anna signs.')).toBeVisible()
    await looksRight(desk, 'request-sheet-ready')
    await sheet.getByRole('button', { name: 'Request signatures' }).click()
    await expect(desk.getByText('Setup complete. Signature requests have been queued.')).toBeVisible()
    await expect(rowOf(desk, 'Framework contract')).toContainText('0 of 2 signed')

    // The progress, and the list in a second window.
    const list = await window()
    await openList(list, server.url)
    await rowOf(desk, 'Framework contract').getByRole('link').click()
    const rows = desk.getByRole('region', { name: 'Signers' }).getByRole('listitem')
    const signer = (name: string) => rows.filter({ has: desk.locator('b', { hasText: name }) })
    await expect(signer('Anna Okafor')).toContainText('Awaiting Signature')
    await expect(signer('Jonas Lindqvist')).toContainText('Queued')
    await expect(signer('Jonas Lindqvist')).toContainText('Waiting for Anna Okafor')
    await expect(desk.getByRole('button', { name: 'Signing link for Jonas Lindqvist' })).toHaveCount(0)
    const pack = /documents\/([\w-]+)/.exec(desk.url())![1]!
    const { signatories } = (await viewOf(account, pack)).view
    await expect(linkOf(account, pack, signatories[1]!.uuid)).rejects.toThrow('It is not your turn to sign yet')
    await expect(desk.getByText('Live', { exact: true })).toBeVisible()
    await looksRight(desk, 'progress-sent')
    // A link that is refused says why in the server's words; in person, the page stays where it is whatever the refusal.
    const links = '**/generate_signing_link_for_signatory/*'
    const refusing = (status: number, code: string, message: string) =>
      desk.route(links, (route) => route.fulfill({ status, json: { success: false, code, message } }))
    const linkSheet = desk.getByRole('dialog', { name: 'Signing link for Anna Okafor' })
    await desk.evaluate(() => Object.assign(globalThis, { notSentAway: true }))
    await refusing(401, 'session-ended', 'You have been logged out. Please log in again.')
    await desk.getByRole('button', { name: 'Actions for Anna Okafor' }).click()
    await desk.getByRole('menuitem', { name: 'Sign in person' }).click()
    const inPerson = desk.getByRole('dialog', { name: 'Sign in person' })
    await inPerson.getByRole('checkbox', { name: /^I stay with Anna Okafor/ }).check()
    await inPerson.getByRole('button', { name: 'Hand the device to Anna Okafor' }).click()
    await expect(desk.getByText('You have been logged out. Please log in again.')).toHaveCount(1)
    await expect(inPerson).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(signer('Anna Okafor')).toBeVisible()
    await desk.unroute(links)
    await refusing(409, 'not-your-turn', 'It is not your turn to sign yet.')
    await desk.getByRole('button', { name: 'Signing link for Anna Okafor' }).click()
    await expect(linkSheet.getByText('It is not your turn to sign yet.')).toBeVisible()
    await desk.unroute(links)
    await desk.keyboard.press('Escape')
    expect(await desk.evaluate(() => 'notSentAway' in globalThis)).toBe(true)
    await desk.getByRole('button', { name: 'Signing link for Anna Okafor' }).click()
    await expect(linkSheet.getByRole('img', { name: 'QR code of the signing link' })).toBeVisible()
    await looksRight(desk, 'progress-link')
    const annasLink = await linkSheet.getByRole('textbox').inputValue()
    await desk.keyboard.press('Escape')
    await expect(linkSheet).toBeHidden()

    // The first signs; every step shows at the sender's without a reload.
    await desk.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
    const anna = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await begin(anna, annasLink)
    await expect(signer('Anna Okafor')).toContainText('Signing now')
    await anna.getByRole('textbox', { name: 'Delivery address' }).fill('Staff canteen, 21 Mill Lane')
    await anna.getByRole('button', { name: /^Next/ }).click()
    await expect(desk.getByText('1 of 3')).toBeVisible()
    await expect(desk.getByText('Staff canteen')).toHaveCount(0)
    await expect(desk.getByText(/Anna is here$/)).toHaveCount(1)
    await expect(rowOf(list, 'Framework contract').getByRole('img', { name: 'Anna Okafor: 1 of 2 fields done' })).toBeVisible()
    await looksRight(desk, 'progress-signing')
    await typeSignature(anna, 'Anna Okafor')
    await anna.getByRole('button', { name: 'Sign and finish' }).click()
    await expect(anna.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    await expect(signer('Anna Okafor')).toContainText('Completed')
    await expect(signer('Jonas Lindqvist')).toContainText('Awaiting Signature')
    await expect(desk.getByText('1 of 2', { exact: true })).toBeVisible()
    // Her page is still open, but she is not at work any more.
    await expect(desk.getByText(/is here$/)).toHaveCount(0)
    await expect(rowOf(list, 'Framework contract')).toContainText('1 of 2 signed')

    // The second signs, and the document is sealed by itself.
    await desk.getByRole('button', { name: 'Signing link for Jonas Lindqvist' }).click()
    await expect(desk.getByRole('dialog').getByRole('textbox')).toHaveValue(/\/sign\//)
    const jonasLink = await desk.getByRole('dialog').getByRole('textbox').inputValue()
    await desk.keyboard.press('Escape')
    const jonas = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await begin(jonas, jonasLink)
    await typeSignature(jonas, 'Jonas Lindqvist')
    await jonas.getByRole('button', { name: 'Sign and finish' }).click()
    await expect(jonas.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    await expect(rowOf(list, 'Framework contract')).toContainText('Complete')
    const download = desk.getByRole('link', { name: 'Download' })
    await expect(download).toBeVisible()
    await expect(jonas.getByRole('button', { name: 'Download the sealed document' })).toBeEnabled()
    // The pages are the sealed ones, with the signed values.
    const strip = desk.getByRole('region', { name: 'Pages' })
    await expect(strip.locator('img').first()).toHaveAttribute('src', /final=true/)
    await expect(strip.getByText('to do')).toHaveCount(0)
    await strip.getByRole('button').first().click()
    const page = desk.getByRole('dialog').locator('img')
    await expect.poll(() => page.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0)
    await desk.keyboard.press('Escape')
    await looksRight(desk, 'progress-complete')
    await looksRight(jonas, 'sign-done-sealed')
    expect(await desk.evaluate(() => 'notReloaded' in globalThis)).toBe(true)

    const started = desk.waitForEvent('download')
    await download.click()
    const path = testInfo.outputPath('sealed.pdf')
    await (await started).saveAs(path)
    const qpdf = checked('qpdf', '--check', path)
    if (!qpdf.missing) expect([qpdf.code, qpdf.out]).toEqual([0, expect.stringContaining('No syntax or stream encoding errors')])
    const pdfsig = checked('pdfsig', '-nocert', path)
    if (!pdfsig.missing) expect(pdfsig.out).toContain('Signature is Valid')
    const text = checked('pdftotext', path, '-')
    if (!text.missing) expect(text.out).toMatch(/canteen/)

    // Everybody has a copy on the way.
    const mails = await eventually(
      () => account.get<{ mails: { to: string; subject: string; document_key: string | null }[] }>('/app/outbox'),
      ({ mails: all }) => all.filter(({ to, document_key }) => document_key === pack && /anna|jonas/.test(to)).length === 4,
    )
    expect(mails.mails.length).toBeGreaterThanOrEqual(4)
    await anna.context().close()
    await jonas.context().close()
  },
)

test('[D-002 S-001 S-004 W-001] a pack of two documents is prepared with the steps of a single one, sent in one request, and signed as one, in a personal workspace too', async ({
  desk,
  window,
  server,
  account,
}) => {
  const personal = await personalWorkspaceOf(account)
  await desk.goto(`${server.url}/#documents?user_account=${personal}`)
  await expect(desk.getByRole('button', { name: 'Workspace: Personal workspace. Choose another' })).toBeVisible()
  const buffer = await readFile('assets/sample.pdf')
  const upload = async (press: () => Promise<void>, name: string) => {
    const chooser = desk.waitForEvent('filechooser')
    await press()
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  await upload(() => desk.getByRole('button', { name: /Upload PDF|Choose PDF files/ }).click(), 'Rental of a barn.pdf')
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await addSigner(desk, 'Petra Vogel', 'petra@example.com')
  await placeFor(desk, 'Petra Vogel')
  await place(desk, 'Signature', 180, 420)
  await saved(desk)
  await upload(() => desk.getByRole('button', { name: 'Add document' }).click(), 'House rules.pdf')
  await expect(desk.locator('[data-field]')).toHaveCount(0)
  await expect(desk.locator('[data-page="0"] canvas').first()).toBeVisible()
  await place(desk, 'Signature', 200, 300)
  await expect(desk.locator('[data-field]')).toHaveCount(1)
  await saved(desk)
  const pack = /documents\/([\w-]+)/.exec(desk.url())![1]!

  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await desk.getByRole('dialog', { name: 'Request signatures' }).getByRole('button', { name: 'Request signatures' }).click()
  await expect(desk.getByText('Setup complete. Signature requests have been queued.')).toBeVisible()
  await expect(rowOf(desk, 'Rental of a barn')).toContainText('0 of 1 signed')
  await expect(rowOf(desk, 'House rules')).toHaveCount(0)

  const { signatories } = (await viewOf(account, pack)).view
  const page = await window()
  await begin(page, await linkOf(account, pack, signatories[0]!.uuid))
  await expect(page.getByText(/^1 of 2/)).toBeVisible()
  await typeSignature(page, 'Petra Vogel')
  await page.getByRole('button', { name: 'Sign and finish' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { view } = await eventually(
    () => viewOf(account, pack),
    ({ view: { documents } }) => documents.every(({ sealing }) => sealing.state === 'sealed'),
  )
  expect(view).toMatchObject({ status: 'complete', workspace: personal })
  expect(view.documents.map(({ name }) => name)).toEqual(['Rental of a barn', 'House rules'])
})

test('[D-029 D-118] the history says who did what, when and from where', { tag: '@firefox' }, async ({
  desk,
  browser,
  server,
  account,
}) => {
  const made = await sent(
    account,
    'History',
    ['Anna Okafor'],
    [{ type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true }],
  )
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  const activity = desk.getByRole('complementary', { name: 'Activity' })
  await expect(activity.getByText('Mira Castell').first()).toBeVisible()
  const anna = await (await browser.newContext()).newPage()
  await begin(anna, await linkOf(account, made.pack, made.signers[0]!))
  await expect(activity.getByText(/opened the document/).first()).toBeVisible()
  await typeSignature(anna, 'Anna Okafor')
  await anna.getByRole('button', { name: 'Sign and finish' }).click()
  const completed = activity.getByRole('button', { name: /^Anna Okafor signed/ })
  await expect(completed).toBeVisible()
  await completed.click()
  const details = desk.getByRole('dialog')
  for (const term of ['When', 'Who', 'Network', 'Hash']) await expect(details.getByText(term, { exact: true })).toBeVisible()
  await expect(details).toContainText('Anna Okafor')
  await expect(details).toContainText('127.0.0.1')
  await looksRight(desk, 'progress-history')
  await desk.keyboard.press('Escape')
  await activity.getByRole('button', { name: 'Show setup activity' }).click()
  await expect(activity.getByText(/added|placed/).first()).toBeVisible()
  await anna.context().close()
})

test('[D-107 D-241 D-247 D-286] a sent document goes back to setup or is marked as complete, each after a question', async ({
  desk,
  server,
  account,
}) => {
  const field = { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true } as const
  const reverted = await sent(account, 'Taken back', ['Anna Okafor'], [field])
  await desk.goto(`${server.url}/#documents/${reverted.pack}`)
  await desk.getByRole('button', { name: 'Cancel requests' }).click()
  await expect(desk.getByRole('dialog')).toContainText('No signature is lost.')
  await looksRight(desk, 'progress-revert')
  await desk.getByRole('dialog').getByRole('button', { name: 'Keep requests' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  expect((await viewOf(account, reverted.pack)).view.status).toBe('awaiting_signatures')
  await desk.getByRole('button', { name: 'Cancel requests' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel requests' }).click()
  await expect(desk.getByText('Document status has been reverted to setup. All signature requests have been cancelled.')).toBeVisible()
  await expect(desk.getByRole('toolbar', { name: 'Field types' })).toBeVisible()

  const ended = await sent(account, 'Ended early', ['Anna Okafor'], [field])
  await desk.goto(`${server.url}/#documents/${ended.pack}`)
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Mark as complete' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark as complete' }).click()
  await expect(desk.getByRole('link', { name: 'Download' })).toBeVisible()
  expect((await viewOf(account, ended.pack)).view.status).toBe('complete')

  // As it stood while its final file was being made.
  await desk.routeWebSocket(/\/live/, (socket) => socket.close())
  await desk.route(/\/live\//, (route) => route.abort())
  const view = `**/app/documents/${ended.pack}/view`
  await desk.route(view, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { view: { documents: object[] } }
    for (const document of answer.view.documents) Object.assign(document, { sealing: { state: 'running', attempt: 1, stamped: false } })
    await route.fulfill({ response, json: answer })
  })
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'The signed PDF is being prepared' })).toHaveAttribute('aria-disabled', 'true')
  await expect(desk.getByRole('link', { name: 'Download' })).toHaveCount(0)
  await desk.unroute(view)
  await desk.reload()
  await expect(desk.getByRole('link', { name: 'Download' })).toBeVisible()
})

test('[D-585] a document that is slow to open says so; where that fails it says why, goes on trying, and leaves two ways on', {
  tag: '@long',
}, async ({ desk, server, account }) => {
  const field = { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true } as const
  const made = await prepared(account, 'Slow in coming', ['Anna Okafor'], [field])
  await openList(desk, server.url)
  let line: 'held' | 'cut' | 'broken' | 'fine' = 'held'
  const released = Promise.withResolvers<void>()
  await desk.route(`**/app/documents/${made.pack}/view`, async (route) => {
    if (line === 'held') await released.promise
    if (line === 'cut') return route.abort('connectionfailed')
    if (line === 'fine') return route.continue()
    await route.fulfill({ status: 500, json: { success: false, code: 'internal-error', message: 'An error occurred, please try again' } })
  })
  await desk.clock.install()
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  const slow = desk.getByText('Still opening. This takes longer than usual.')
  await expect(desk.getByRole('progressbar', { name: 'Loading…' })).toBeVisible()
  await expect(slow).toHaveCount(0)
  await desk.clock.runFor(3_000)
  await expect(slow).toBeVisible()
  await looksRight(desk, 'document-opening')

  line = 'broken'
  released.resolve()
  const title = desk.getByRole('heading', { name: 'The document could not be opened', level: 1 })
  await expect(title).toBeVisible()
  await expect(desk.getByText('The server could not answer. Paraph retries automatically.')).toBeVisible()
  await looksRight(desk, 'document-broken')
  line = 'cut'
  await desk.getByRole('button', { name: 'Try again' }).click()
  await desk.clock.runFor(2_000)
  await expect(desk.getByText('There is no connection to the server. Paraph retries automatically.')).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'document-offline-390')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Go to documents' }).click()
  await expect(rowOf(desk, 'Slow in coming')).toBeVisible()

  await rowOf(desk, 'Slow in coming').getByRole('link').click()
  await desk.clock.runFor(2_000)
  await expect(title).toBeVisible()
  line = 'fine'
  await desk.clock.runFor(15_000)
  await expect(desk.getByRole('toolbar', { name: 'Field types' })).toBeVisible()
})

test('a sender reminds, sees whose signatures a cancelled request costs, and asks again after the trash', async ({
  desk,
  server,
  account,
}) => {
  const fields = [0, 1].map(
    (signer) => ({ type: 'signature', x: 72, y: 300 + 80 * signer, width: 180, height: 48, signer, required: true }) as const,
  )
  const made = await sent(account, 'Asked twice', ['Anna Okafor', 'Jonas Weber'], fields)
  await asked(account, made.pack)
  await signAs(server.url, await linkOf(account, made.pack, made.signers[0]!), made.pack, made.signers[0]!, made.fields[0]!)
  const requestOf = async () => (await viewOf(account, made.pack)).view.signatories[1]!.request!.id
  const first = await requestOf()
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await desk.getByRole('button', { name: 'Remind now' }).click()
  await expect(desk.getByRole('dialog')).toContainText('Jonas Weber gets the request again, with a new link.')
  await looksRight(desk, 'progress-remind')
  await desk.getByRole('dialog').getByRole('button', { name: 'Remind now' }).click()
  await expect(desk.getByRole('alert').filter({ hasText: 'A reminder goes to Jonas Weber.' })).toBeVisible()
  expect(await requestOf()).not.toBe(first)

  await desk.getByRole('button', { name: 'Cancel requests' }).click()
  await expect(desk.getByRole('dialog')).toContainText('The signature of Anna Okafor is removed, and initials too.')
  await looksRight(desk, 'progress-cancel-requests')
  await desk.getByRole('dialog').getByRole('button', { name: 'Keep requests' }).click()

  await asked(account, made.pack)
  const reminded = await requestOf()
  await account.get(`/app/documents/${made.pack}/delete_document`)
  await account.get(`/app/documents/${made.pack}/recover_document`)
  await expect(desk.getByText('The links that were sent no longer work')).toBeVisible()
  await expect(desk.getByText('Jonas Weber needs a new link to sign.')).toBeVisible()
  await looksRight(desk, 'progress-links-ended')
  await desk.getByRole('button', { name: 'Send the requests again' }).click()
  await expect(desk.getByRole('alert').filter({ hasText: 'The signature requests go out again.' })).toBeVisible()
  await expect(desk.getByText('The links that were sent no longer work')).toHaveCount(0)
  expect(await requestOf()).not.toBe(reminded)
})

test('a sender gives a request an expiry date, sees it pass, and extends it', async ({ desk, server, account }) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const made = await prepared(
    account,
    'By a day',
    ['Anna Okafor'],
    [{ type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true }],
  )
  const expiry = async () => (await viewOf(account, made.pack)).view.expiry
  await desk.goto(`${server.url}/#documents/${made.pack}`)
  await desk.getByRole('tab', { name: 'Document' }).click()
  const date = desk.getByLabel('Expiry date')
  await date.fill('2020-01-01')
  await expect(desk.getByText('This day has passed. Choose today or a later day.')).toBeVisible()
  await date.fill(day(20))
  await desk.getByRole('combobox', { name: 'Reminder before it' }).click()
  await desk.getByRole('option', { name: '7 days before' }).click()
  await eventually(expiry, (held) => held?.day === day(20) && held.remindDays === 7)
  await date.scrollIntoViewIfNeeded()
  await looksRight(desk, 'editor-expiry')
  await desk.getByRole('button', { name: 'Request signatures' }).click()
  await expect(
    desk.getByRole('dialog').getByText(/^The request expires after .+\. Signers who have not finished are reminded 7 days before\.$/),
  ).toBeVisible()
  await desk.keyboard.press('Escape')

  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await expect(desk.getByText(/^Expires after /)).toBeVisible()
  // The clock of the server cannot be moved: this page is shown the day as it will be once it has passed.
  await desk.route(`**/app/documents/${made.pack}/view*`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.view?.expiry) body.view.expiry = { ...body.view.expiry, day: '2026-01-12', over: true }
    await route.fulfill({ response: answer, json: body })
  })
  await desk.reload()
  await expect(desk.getByText('The request expired after 12 January 2026')).toBeVisible()
  await expect(desk.getByText('Expired', { exact: true })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Remind now' })).toHaveCount(0)
  await looksRight(desk, 'progress-expired')
  await desk.getByRole('button', { name: 'Set a later date' }).click()
  const sheet = desk.getByRole('dialog')
  await sheet.getByLabel('Expiry date').fill(day(30))
  await looksRight(desk, 'progress-extend')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('alert').filter({ hasText: 'The request can be signed until the end of' })).toBeVisible()
  await expect(desk.getByText('The request expired after 12 January 2026')).toHaveCount(0)
  expect(await expiry()).toMatchObject({ day: day(30), remindDays: 7, over: false })
})
