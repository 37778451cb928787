import { readFile } from 'node:fs/promises'
import { MOST_RETRIES } from '../../web/features/signing/status-update.ts'
import {
  eventually,
  firstAccount,
  linkOf,
  type PreparedField,
  prepared,
  SENDER,
  sent,
  signAs,
  uploaded,
  viewOf,
} from '../support/prepared.ts'
import { removeFolder, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { losesAnswer } from './support/bad-line.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'
import { begins, finishing, onwards, stands, turns, typesName } from './support/signer.ts'

const signature = (signer: number, y = 100): PreparedField => ({
  type: 'signature',
  x: 72,
  y,
  width: 180,
  height: 40,
  signer,
  required: true,
})
const remark: PreparedField = { type: 'text', x: 72, y: 300, width: 200, height: 24, signer: 0, custom_id: 'remark' }

/** As far as the last step. */
async function filledIn(page: Parameters<typeof begins>[0], link: string) {
  await begins(page, link)
  await stands(page, 'Signature')
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await stands(page, 'Check and finish')
}

test('[D-264 D-265 D-559] leaving asks first and reminds a signer who stays, until signing is postponed or finished', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Reminder', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const leaves = () => page.evaluate(() => location.assign('about:blank')).catch(() => undefined)
  await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
  await leaves()
  await expect(page.getByText("You haven't completed signing yet. Make sure to click 'submit' when you're done.")).toBeVisible()
  expect(asked).toEqual(['beforeunload'])
  await looksRight(page, 'sign-reminder')
  await page.getByRole('button', { name: 'Hide this reminder' }).click()

  // Postponed: leaving is free, and coming back by the same page asks again.
  await page.getByRole('button', { name: 'Continue later' }).click()
  await stands(page, 'Come back when it suits you')
  await page.reload()
  await stands(page, 'Come back when it suits you')
  expect(asked).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Continue now' }).click()
  await stands(page, 'Signature')
  await onwards(page).click()
  await leaves()
  await expect.poll(() => asked.length).toBe(2)

  await finishing(page).click()
  await stands(page, 'You have signed')
  await page.reload()
  await stands(page, 'You have signed')
  expect(asked).toHaveLength(2)
})

test('[D-055] a signer who continues later is on a page that knows the signer and no longer holds the link', async ({
  page,
  account,
  context,
}) => {
  const made = await sent(account, 'Later', ['Anna Okafor'], [signature(0)])
  const link = await linkOf(account, made.pack, made.signers[0]!)
  await begins(page, link)
  await page.getByRole('button', { name: 'Continue later' }).click()
  await stands(page, 'Come back when it suits you')
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/sign/ended', { sign_later: 'true', signatory_key: made.signers[0] }])
  await looksRight(page, 'sign-later')
  expect((await viewOf(account, made.pack)).view.signatories[0]!.postponed).toBe(true)

  // The same address in another tab knows no way in.
  const other = await context.newPage()
  await other.goto(page.url())
  await stands(other, 'Come back when it suits you')
  await expect(other.getByRole('button', { name: 'Continue now' })).toHaveCount(0)
})

test('[D-492] other requests for a signer are shown when they continue later, and asked for as an answer and not as a page', async ({
  page,
  account,
  server,
}) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.includes('/sign_later/')) asked.push(searchParams.get('return_json'))
  })
  const later = async () => {
    await page.getByRole('button', { name: 'Continue later' }).click()
    await stands(page, 'Come back when it suits you')
  }
  const one = await sent(account, 'Put off', ['Mira Castell'], [signature(0)])
  const other = await sent(account, 'Waits beside it', ['Mira Castell'], [signature(0)])
  // Nobody's account is here: a link alone tells of no other document.
  await begins(page, await linkOf(account, one.pack, one.signers[0]!))
  await later()
  expect(asked).toEqual([null])
  await expect(page.getByRole('link')).toHaveCount(0)

  await becomes(page.context(), server.url, account)
  await page.goto(await linkOf(account, one.pack, one.signers[0]!))
  await later()
  expect(asked).toEqual([null, 'true'])
  await expect(page.getByRole('link', { name: /^Put off/ })).toHaveCount(0)
  await looksRight(page, 'sign-later-pending')
  await page.getByRole('link', { name: /^Waits beside it/ }).click()
  await expect(page.getByRole('checkbox', { name: 'I agree to sign electronically' })).toBeVisible()
  // Nothing waits for the sender in the lists of other tests.
  for (const { pack } of [one, other]) await account.get(`/app/documents/${pack}/delete_document`)
})

test('[D-596 D-597] just after signing a word of who is next closes after 300 ms, or after 5 s for the next signer themselves', async ({
  page,
  account,
  server,
}) => {
  const twice = await prepared(
    account,
    'Two roles',
    ['Mira Castell', 'Jonas Lindqvist', 'Mira Castell'],
    [signature(0), signature(1, 200), signature(2, 300)],
  )
  await account.post(`/app/documents/${twice.pack}/update_document`, {
    data: { sequential_signing: true, signing_order: [[twice.signers[1]], [twice.signers[0]], [twice.signers[2]]] },
  })
  const { revision } = await viewOf(account, twice.pack)
  await account.post(`/app/documents/${twice.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  const word = page.getByRole('dialog')
  const signs = async (signer: string, name: string) => {
    await begins(page, await linkOf(account, twice.pack, signer))
    await typesName(page, name)
    await onwards(page).click()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 5_000)
    const answered = page.waitForResponse(/is_next_signer/)
    await finishing(page).click()
    await answered
  }
  await signs(twice.signers[1]!, 'Jonas Lindqvist')
  await expect(word).toHaveText('Checking next signer…')
  await page.clock.runFor(290)
  await expect(word).toBeVisible()
  await page.clock.runFor(20)
  await expect(word).toHaveCount(0)
  await page.clock.resume()

  await becomes(page.context(), server.url, account)
  await signs(twice.signers[0]!, 'Mira Castell')
  await expect(word).toContainText('You are also the next signer')
  await expect(word.getByRole('link', { name: 'Sign in my next role' })).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(word).toBeVisible()
  await page.clock.runFor(200)
  await expect(word).toHaveCount(0)
  await page.clock.resume()
  await looksRight(page, 'sign-next-too')
  await page.getByRole('link', { name: 'Sign in my next role' }).click()
  await expect(page.getByRole('checkbox', { name: 'I agree to sign electronically' })).toBeVisible()
  await account.get(`/app/documents/${twice.pack}/delete_document`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('the last page offers each sealed document as soon as the last signer has finished, and says it where one does not come', async ({
    page,
    account,
    server,
  }) => {
    const made = await prepared(account, 'Lease of the mill', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
    await uploaded(account, 'House rules', undefined, made.pack)
    const { revision } = await viewOf(account, made.pack)
    await account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
    await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
    await finishing(page).tap()
    await stands(page, 'You have signed')
    await expect(page.getByText('You will receive a copy of the sealed document when everybody has signed.')).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))

    await signAs(server.url, await linkOf(account, made.pack, made.signers[1]!), made.pack, made.signers[1]!, made.fields[1]!)
    await expect(page.getByText('Everybody has signed and the document is sealed.')).toBeVisible()
    const rules = page.getByRole('button', { name: 'Download House rules' })
    await expect(page.getByRole('button', { name: 'Download Lease of the mill' })).toBeEnabled()
    const failed = page.getByText('The download failed. Please try again.')
    const line = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/app/serve/*', async (route) => {
      asked += 1
      await line.promise
      await route.abort('connectionfailed')
    })
    await rules.tap()
    const coming = page.getByRole('button', { name: 'Downloading…' })
    await coming.tap()
    await expect(coming).toBeVisible()
    line.resolve()
    await expect(failed).toBeVisible()
    expect(asked).toBe(1)
    await looksRight(page, 'sign-done-not-downloaded')

    await page.unroute('**/app/serve/*')
    const downloading = page.waitForEvent('download')
    await rules.tap()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('House rules.signed.pdf')
    const bytes = await readFile(await download.path())
    expect([bytes.subarray(0, 5).toString(), bytes.includes('/ByteRange')]).toEqual(['%PDF-', true])
    await expect(failed).toHaveCount(0)
    await looksRight(page, 'sign-done-390')
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  })
})

test('[D-079 D-081 D-131] after signing a word of it shows for 10 s, then the sender’s page, unless one stays', async ({
  page,
  account,
}) => {
  const made = await prepared(account, 'Onward', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
  await account.post(`/app/documents/${made.pack}/update_document`, { data: { post_signing_url: 'https://northlight.example/thanks' } })
  const { revision } = await viewOf(account, made.pack)
  await account.post(`/app/documents/${made.pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  await page.route('https://northlight.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Thanks</h1>' }))
  const word = page.getByText('Thank you. We’ve notified Mira Castell.')
  for (const [at, stays] of [true, false].entries()) {
    await filledIn(page, await linkOf(account, made.pack, made.signers[at]!))
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 5_000)
    await finishing(page).click()
    await expect(word).toBeVisible()
    await expect(page.getByText('You continue to northlight.example in 10 seconds.')).toBeVisible()
    if (stays) {
      await page.getByRole('button', { name: 'Stay here' }).click()
      await page.clock.runFor(9_900)
      await expect(word).toBeVisible()
      await page.clock.runFor(200)
      await expect(word).toHaveCount(0)
      await page.clock.resume()
      await looksRight(page, 'sign-onward')
      await expect(page.getByRole('link', { name: 'Continue to northlight.example' })).toHaveAttribute(
        'href',
        'https://northlight.example/thanks',
      )
    } else {
      // Each second is shown before the next one is counted.
      for (let left = 9; left > 0; left--) {
        await page.clock.runFor(1_000)
        await expect(page.getByText(`in ${left} second`)).toBeVisible()
      }
      await page.clock.runFor(1_000)
      await stands(page, 'Thanks')
    }
  }
})

test('[D-263] signing starts only while the document waits for signatures, for one of its signers, who has not signed', async ({
  page,
  account,
  server,
}) => {
  const begin = page.getByRole('button', { name: 'Begin' })
  const made = await sent(account, 'Not now', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
  const [anna, jonas] = [await linkOf(account, made.pack, made.signers[0]!), await linkOf(account, made.pack, made.signers[1]!)]
  await filledIn(page, anna)
  await finishing(page).click()
  await stands(page, 'You have signed')
  // Has signed.
  await page.goto(anna)
  await stands(page, 'You have signed')
  await expect(begin.or(finishing(page))).toHaveCount(0)

  // Is no signer at all: the sender, logged in, with a link that is nobody's.
  await becomes(page.context(), server.url, account)
  await page.goto(`${server.url}/sign/${'x'.repeat(32)}`)
  await stands(page, 'This link does not open a document')
  await expect(begin).toHaveCount(0)

  // The document waits no more.
  await turns(account, made.pack, 'complete')
  await page.goto(jonas)
  await stands(page, 'This link does not open a document')
  await expect(begin).toHaveCount(0)
})

test('[D-530] an answer that is lost is asked for again under one key, and nobody signs twice', async ({ page, account }) => {
  // Without news by socket: the page learns from answers alone.
  await page.routeWebSocket(/./, (socket) => socket.close())
  const made = await sent(account, 'Lost answer', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
  await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
  const before = (await viewOf(account, made.pack)).revision
  const attempts: (string | undefined)[] = []
  let reachable = false
  await page.route('**/add_update_signatory', async (route) => {
    attempts.push(route.request().headers()['idempotency-key'])
    if (reachable) return route.continue()
    // The first one arrives and its answer is lost; the others do not get there.
    if (attempts.length === 1) await route.fetch()
    await route.abort('connectionfailed')
  })
  await finishing(page).click()
  await expect(page.getByText(/we do not know whether your signature was received/)).toBeVisible()
  const signedAt = (await viewOf(account, made.pack)).revision
  expect(signedAt).toBeGreaterThan(before)
  reachable = true
  await finishing(page).click()
  await stands(page, 'You have signed')
  expect(new Set(attempts).size).toBe(1)
  expect(attempts).toHaveLength(MOST_RETRIES + 2)
  expect((await viewOf(account, made.pack)).revision).toBe(signedAt)
})

test('[D-543] why a signature was refused is said in the server’s words, and it can be tried again', async ({ page, account }) => {
  const day = { type: 'date', x: 60, y: 300, width: 110, height: 24, signer: 0, required: false, auto_assign_date: true } as const
  const made = await sent(account, 'Wrong clock', ['Anna Okafor'], [signature(0), day])
  await page.clock.setFixedTime('2031-05-05T12:00:00Z')
  await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
  const answered = page.waitForResponse(/add_update_signatory/)
  await finishing(page).click()
  const { success, message } = await (await answered).json()
  expect(success).toBe(false)
  expect(message).toContain('2031-05-05')
  await expect(page.getByRole('alert')).toHaveText(message)
  await page.clock.setFixedTime(new Date())
  await finishing(page).click()
  await stands(page, 'You have signed')
})

test('what somebody else signed meanwhile is looked at first; the second press signs', async ({ page, account, browser }) => {
  const made = await sent(account, 'Changed meanwhile', ['Anna Okafor', 'Jonas Lindqvist'], [signature(0), signature(1, 200)])
  await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
  const other = await (await browser.newContext()).newPage()
  await begins(other, await linkOf(account, made.pack, made.signers[1]!))
  await typesName(other, 'Jonas Lindqvist')
  await onwards(other).click()
  await finishing(other).click()
  await stands(other, 'You have signed')
  await other.context().close()

  await finishing(page).click()
  await stands(page, 'The document changed')
  await expect(page.getByText('The document changed while you were signing. Please review it again before you finish.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Signature, by Jonas Lindqvist/ })).toBeVisible()
  await expect(page.locator('[data-changed]')).toBeInViewport()
  await looksRight(page, 'sign-changed')
  expect((await viewOf(account, made.pack)).view.signatories[0]!.status).toBe('awaiting_signatures')
  await finishing(page).click()
  await stands(page, 'You have signed')
})

test('a second tab of the same link follows the first, to the end', async ({ page, account, context }) => {
  const made = await sent(account, 'Two tabs', ['Anna Okafor'], [remark, signature(0)])
  const link = await linkOf(account, made.pack, made.signers[0]!)
  await begins(page, link)
  const second = await context.newPage()
  await second.goto(link)
  await stands(page, 'Signature')
  await stands(second, 'Signature')
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await page.getByRole('textbox', { name: 'Remark' }).fill('Ring twice')
  await expect(second.getByRole('navigation').getByText('Ring twice')).toBeVisible()
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  await stands(second, 'You have signed')
})

test('[D-186] an approval is recorded where it is asked for, and a way to decline on the page leads to the reason', async ({
  page,
  account,
}) => {
  const at = (type: string, y: number, signer: number): PreparedField => ({ ...signature(signer, y), type, required: type === 'approve' })
  const fields = [at('approve', 100, 0), at('decline', 160, 0), at('decline', 220, 1)]
  const cover: PreparedField = { ...signature(0, 400), type: 'block', required: false }
  const made = await sent(account, 'Say yes or no', ['Anna Okafor', 'Jonas Lindqvist'], [...fields, cover])
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await stands(page, 'Approval')
  await onwards(page).click()
  await expect(page.getByRole('alert')).toHaveText('This field is required.')
  await page.getByRole('checkbox', { name: 'I approve this document' }).check()
  await looksRight(page, 'sign-approve')
  await onwards(page).click()
  await stands(page, 'Decline')
  await expect(page.getByText('You will be prompted to enter a reason for declining.')).toBeVisible()
  await looksRight(page, 'sign-decline-field')
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'sign-decline-field-phone')
  await page.setViewportSize(wide)
  await onwards(page).click()
  // Nothing was filled in where somebody might have declined.
  await expect(page.getByRole('listitem').filter({ hasText: 'Change' })).toHaveText(['ApprovalApprovedChange'])
  await finishing(page).click()
  await stands(page, 'You have signed')
  expect((await viewOf(account, made.pack)).view.fields[made.fields[0]!]!.value).toBe('approved')

  await begins(page, await linkOf(account, made.pack, made.signers[1]!))
  await stands(page, 'Decline')
  await page.getByRole('complementary', { name: 'Your fields' }).getByRole('button', { name: 'Decline to sign' }).click()
  await stands(page, 'Decline to sign?')
  await page.getByLabel('Reason').fill('The rent is wrong')
  const lost = await losesAnswer(page, '/app/documents/*/add_update_signatory')
  await page.getByRole('button', { name: 'Decline to sign' }).click()
  await stands(page, 'You declined to sign')
  expect(lost()).toBe(1)
  const { view } = await viewOf(account, made.pack)
  expect([view.status, view.signatories[1]!.rejectionReason]).toEqual(['rejected', 'The rent is wrong'])
})

test('a signer who declines without a reason is asked for one once more; those who signed or were asked see that there will be no copy', async ({
  page,
  account,
  browser,
}) => {
  const people = ['Anna Okafor', 'Jonas Lindqvist', 'Priya Raman']
  const made = await sent(account, 'Turned down', people, [signature(0), signature(1, 160), signature(2, 220)])
  await filledIn(page, await linkOf(account, made.pack, made.signers[0]!))
  await finishing(page).click()
  await expect(page.getByText('You will receive a copy of the sealed document when everybody has signed.')).toBeVisible()
  const [asked, declines] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  await begins(asked, await linkOf(account, made.pack, made.signers[2]!))

  await declines.goto(await linkOf(account, made.pack, made.signers[1]!))
  await declines.getByRole('button', { name: 'Decline' }).click()
  const reason = declines.getByLabel('Reason')
  const decline = declines.getByRole('button', { name: 'Decline to sign' })
  await decline.click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/^Please say why, so that Mira Castell can put it right/)
  expect((await viewOf(account, made.pack)).view.status).toBe('awaiting_signatures')
  await looksRight(declines, 'sign-decline-why')
  await declines.setViewportSize({ width: 390, height: 844 })
  await looksRight(declines, 'sign-decline-why-phone')
  await decline.click()
  await stands(declines, 'You declined to sign')
  expect((await viewOf(account, made.pack)).view.signatories[1]!.rejectionReason).toMatch(/^Rejection reason not specified/)

  const noCopy = page.getByText('Another signer declined, so this document will not be completed and there will be no copy.')
  await expect(noCopy).toBeVisible()
  await expect(page.getByText('You will receive a copy')).toHaveCount(0)
  await looksRight(page, 'sign-done-declined')
  await page.reload()
  await expect(noCopy).toBeVisible()
  await expect(asked.getByText('A signer declined this document, so it will not be completed.')).toBeVisible()
  for (const each of [asked, declines]) await each.context().close()
})

test('[D-003] one signer fills in and signs, one puts it off, one signs in person on the sender’s device, one rejects', async ({
  page,
  account,
  server,
  browser,
}) => {
  const people = ['Anna Okafor', 'Jonas Lindqvist', 'Priya Raman']
  const made = await sent(account, 'Five ways', people, [remark, signature(0), signature(1, 160), signature(2, 220)])
  const signer = async (at: number) => (await viewOf(account, made.pack)).view.signatories[at]!

  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('button', { name: 'Continue later' }).click()
  await stands(page, 'Come back when it suits you')
  expect((await signer(0)).postponed).toBe(true)
  await page.getByRole('button', { name: 'Continue now' }).click()
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await page.getByRole('textbox', { name: 'Remark' }).fill('Ring twice')
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  expect((await viewOf(account, made.pack)).view.fields[made.fields[0]!]!.value).toBe('Ring twice')

  // In a session of its own, which ends when the device is handed over.
  await page.goto(`${server.url}/#documents/${made.pack}`)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByRole('textbox', { name: 'Password' }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Actions for Jonas Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Sign in person' }).click()
  await page.getByRole('checkbox', { name: /^I stay with Jonas Lindqvist/ }).check()
  await page.getByRole('button', { name: 'Hand the device to Jonas Lindqvist' }).click()
  await expect(page.getByText('Please hand this device to Jonas Lindqvist.')).toBeVisible()
  await looksRight(page, 'sign-in-person')
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('banner').getByText('In person')).toBeVisible()
  await typesName(page, 'Jonas Lindqvist')
  await onwards(page).click()
  await finishing(page).click()
  await expect(page.getByText('Please hand the device back to Mira Castell.')).toBeVisible()
  expect((await signer(1)).status).toBe('complete')

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(await linkOf(account, made.pack, made.signers[2]!))
  await elsewhere.getByRole('button', { name: 'Decline' }).click()
  await elsewhere.getByLabel('Reason').fill('Not at this price.')
  await elsewhere.getByRole('button', { name: 'Decline to sign' }).click()
  await stands(elsewhere, 'You declined to sign')
  await elsewhere.context().close()
  expect((await viewOf(account, made.pack)).view.status).toBe('rejected')
})

test('a server that dies in the middle of signing and comes back loses nothing typed', { tag: '@long' }, async ({ page }) => {
  const dataDir = await temporaryFolder()
  const first = await spawnServer({ dataDir })
  let running = first
  try {
    const account = await firstAccount(first.url)
    const made = await sent(account, 'Restart', ['Anna Okafor'], [{ ...remark, y: 60 }, signature(0)])
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    await stands(page, 'Remark')
    await page.getByRole('textbox', { name: 'Remark' }).fill('Ring')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await first.kill()
    await page.getByRole('textbox', { name: 'Remark' }).fill('Ring twice')
    await expect(page.getByText(/Offline: 1 change/)).toBeVisible()
    running = await spawnServer({ dataDir, port: Number(new URL(first.url).port) })
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })
    await onwards(page).click()
    await typesName(page, 'Anna Okafor')
    await onwards(page).click()
    await finishing(page).click()
    await stands(page, 'You have signed')
    const { view } = await eventually(
      () => viewOf(account, made.pack),
      ({ view: { status } }) => status === 'complete',
    )
    expect(view.fields[made.fields[0]!]!.value).toBe('Ring twice')
  } finally {
    await running.stop()
    await removeFolder(dataDir)
  }
})
