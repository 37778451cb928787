import type { Page } from 'playwright/test'
import { eventually, type PreparedField, prepared, SENDER, uploaded, viewOf } from '../support/prepared.ts'
import { losesAnswer } from './support/bad-line.ts'
import { expectMessage } from './support/message.ts'
import { expect, looksRight, test } from './support/server.ts'
import { finishing, onwards, stands, typesName } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in person' })
const closed = 'This device was handed over'

/** With a session of this page's own: handing over ends it, and nobody else's. */
async function logsIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email').fill(SENDER.email_address)
  await page.getByLabel('Password', { exact: true }).fill(SENDER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('[D-024 D-092 D-239] two sign one after the other on the sender’s device, and neither gets into the sender’s account', async ({
  page,
  context,
  server,
  account,
}) => {
  const { pack, signers } = await prepared(
    account,
    'Lease at the counter',
    ['Anna Okafor', 'Jonas Lindqvist'],
    [SIGNATURE, { ...SIGNATURE, y: 240, signer: 1 }],
  )
  await account.post(`/app/documents/${pack}/update_document`, { data: { sequential_signing: true } })
  await logsIn(page, `${server.url}/#documents/${pack}`)
  await page.getByRole('button', { name: 'Request signatures' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send and sign in person' }).click()
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('radio', { name: /^Anna Okafor/ })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: /^Jonas Lindqvist/ })).toBeDisabled()
  await looksRight(page, 'in-person')
  const hand = sheet.getByRole('button', { name: 'Hand the device to Anna Okafor' })
  await expect(hand).toBeDisabled()
  await sheet.getByRole('checkbox', { name: /I stay with Anna Okafor/ }).check()
  // A second tab of the sender, left open.
  const other = await context.newPage()
  await other.goto(`${server.url}/#documents`)
  await expect(other.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await hand.click()
  await expect(page.getByText('Please hand this device to Anna Okafor.')).toBeVisible()
  await stands(other, closed)
  await page.goBack()
  await stands(page, closed)
  await expect(page.getByText('Lease at the counter')).toHaveCount(0)
  await looksRight(page, 'handed-over')
  await page.goForward()

  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  await page.getByRole('button', { name: 'Begin' }).click()
  await typesName(page, 'Anna Okafor')
  await onwards(page).click()
  await finishing(page).click()
  await stands(page, 'You have signed')
  await expect(page.getByText('Please hand the device back to Mira Castell.')).toBeVisible()
  await looksRight(page, 'in-person-signed')
  await page.reload()
  await stands(page, 'You are finished')
  const { view } = await eventually(
    () => viewOf(account, pack),
    (now) => now.view.signatories[0]!.status === 'complete',
  )
  expect(view.signatories.map(({ inPresenceOf }) => inPresenceOf !== undefined)).toEqual([true, false])

  await page.getByRole('link', { name: 'I have the device back' }).click()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a guess of Anna')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This password is not right.')
  await password.fill(SENDER.password)
  const lost = await losesAnswer(page, '/app/session/take_back')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('radio', { name: /^Jonas Lindqvist/ })).toBeChecked()
  expect(lost()).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await looksRight(page, 'in-person-phone')
  await sheet.getByRole('checkbox', { name: /I stay with Jonas/ }).press(' ')
  await sheet.getByRole('button', { name: 'Hand the device to Jonas Lindqvist' }).press('Enter')
  await expect(page.getByText('Please hand this device to Jonas Lindqvist.')).toBeVisible()
  expect((await viewOf(account, pack)).view.signatories[1]!.links.at(-1)).toMatchObject({ purpose: 'sign_in_person' })
  expect(signers).toHaveLength(2)

  // Jonas leaves half-way: once the device is Mira's again, what he was handed opens nothing.
  const left = page.url()
  await page.goto(`${server.url}/#documents/${pack}`)
  await password.fill(SENDER.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Lease at the counter', level: 1 })).toBeVisible()
  await page.goto(left)
  await expect(page.getByText('This link no longer works')).toBeVisible()
})

test('on a device that was handed over, and after logging out, no page of any document comes out of what the browser kept', async ({
  page,
  server,
  account,
}) => {
  const [signed, other] = [
    await prepared(account, 'Signed here', ['Anna Okafor'], [SIGNATURE]),
    await prepared(account, 'Not for Anna', ['Jonas Lindqvist'], [SIGNATURE]),
  ]
  await account.post(`/app/documents/${signed.pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  const { view } = await viewOf(account, other.pack)
  const { conversion } = view.documents[0]!
  const file = conversion.state === 'converted' ? conversion.file : ''
  const paths = [
    `/documents/${other.document}/get_blob_as_image?index_of_page=0`,
    `/app/serve/${file}`,
    `/app/documents/${other.pack}/view`,
  ]
  /** As somebody reads it who knows how to ask a browser for what it kept, without asking the server. */
  const reads = (cache: 'default' | 'force-cache') =>
    page.evaluate(async ([all, how]) => Promise.all(all.map(async (path) => (await fetch(path, { cache: how })).status)), [
      paths,
      cache,
    ] as const)
  const call = (method: string, path: string, body: object) =>
    page.evaluate(
      async ([how, where, what]) => {
        const { csrf_token } = await (await fetch('/app/session')).json()
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token }
        return (await fetch(where, { method: how, headers, body: JSON.stringify(what) })).status
      },
      [method, path, body] as const,
    )
  const opens = async () => (await page.goto(`${server.url}${paths[0]}`))!.status()
  const { signing_link } = await account.post<{ signing_link: string }>(
    `/app/documents/${signed.pack}/generate_signing_link_for_signatory/${signed.signers[0]}`,
    { token_type: 'sign_in_person' },
  )
  for (const leaves of [() => call('POST', '/app/session/hand_over', { signing_link }), () => call('DELETE', '/app/session', {})]) {
    await logsIn(page, `${server.url}/#documents`)
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
    expect(await reads('default')).toEqual([200, 200, 200])
    expect(await opens()).toBe(200)
    await page.goto(`${server.url}/favicon.svg`)
    expect(await leaves()).toBe(200)
    expect(await reads('default')).toEqual([401, 401, 401])
    expect(await reads('force-cache')).toEqual([401, 401, 401])
    expect(await opens()).toBe(401)
    await page.context().clearCookies()
  }
})

test('a device that was handed over by a call whose answer was lost is closed all the same, and its owner opens it again', {
  tag: '@long',
}, async ({ page, server, account }) => {
  const { pack } = await prepared(account, 'Lease across a bad line', ['Anna Okafor'], [SIGNATURE])
  await logsIn(page, `${server.url}/#documents/${pack}`)
  await page.getByRole('button', { name: 'Request signatures' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send and sign in person' }).click()
  await sheetOf(page)
    .getByRole('checkbox', { name: /I stay with Anna Okafor/ })
    .check()
  const lost = await losesAnswer(page, '/app/session/hand_over')
  await sheetOf(page).getByRole('button', { name: 'Hand the device to Anna Okafor' }).click()
  await stands(page, closed)
  expect(lost()).toBe(1)
  await expect(page.getByText('Lease across a bad line')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(SENDER.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lease across a bad line').first()).toBeVisible()
})

test('[D-037 D-038 D-039 S-024 S-025 S-027 S-028] the address of a document may ask for signing in person, 2.5 s later, or for the requests, which it queues once', async ({
  page,
  server,
  account,
}) => {
  const { pack } = await prepared(account, 'Asked by address', ['Anna Okafor'], [SIGNATURE])
  const at = `${server.url}/#documents/${pack}`
  await logsIn(page, `${at}/open_in_person_modal`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  await expect(page.locator('[data-field]')).toBeVisible()
  await page.goto('about:blank')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/enqueue_document_mails')) posts.push(request.headers()['idempotency-key'] ?? '')
  })
  const queues = async () => {
    await page.goto('about:blank')
    await page.goto(`${at}/enqueue_signature_requests`)
    await expectMessage(page, 'success', 'Setup complete. Signature requests have been queued.')
    await expect(page).toHaveURL(at)
    await expect(page.getByRole('heading', { name: 'Asked by address', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Asked by address', level: 1 })).toBeVisible()
  }
  await queues()
  const { view } = await viewOf(account, pack)
  expect(view).toMatchObject({ status: 'awaiting_signatures', round: 1 })
  // What is out already is asked for again at most where it did not arrive.
  await queues()
  expect(posts.map((key) => key !== '')).toEqual([true, true])
  // What cannot be sent says why, and opens with the list of what is missing.
  const lacking = await uploaded(account, 'Without a signer')
  await page.goto(`${server.url}/#documents/${lacking.pack}/enqueue_signature_requests`)
  await expect(page.getByRole('dialog', { name: 'Request signatures' })).toBeVisible()
  expect((await viewOf(account, lacking.pack)).view.status).toBe('setup')

  await page.goto('about:blank')
  // Of all timers of the page the one of 2.5 s is run by hand.
  await page.addInitScript(() => {
    const later = window.setTimeout
    const held: (() => void)[] = []
    Object.assign(window, { held })
    window.setTimeout = ((run: () => void, ms?: number) => (ms === 2_500 ? held.push(run) : later(run, ms))) as typeof setTimeout
  })
  await page.goto(`${at}/open_in_person_modal`)
  await expect(page.getByRole('heading', { name: 'Asked by address', level: 1 })).toBeVisible()
  const held = () => page.evaluate(() => (window as unknown as { held: (() => void)[] }).held.length)
  await expect.poll(held).toBeGreaterThan(0)
  await expect(sheetOf(page)).toHaveCount(0)
  const runs = () => page.evaluate(() => (window as unknown as { held: (() => void)[] }).held.forEach((run) => void run()))
  await runs()
  await expect(sheetOf(page)).toBeVisible()
  // A signer who has begun alone meanwhile goes on.
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Anna Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Sign in person' }).click()
  const present = sheetOf(page).getByRole('checkbox', { name: /^I stay with Anna Okafor/ })
  await present.check()
  await runs()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(present).toBeChecked()
})
