import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright/test'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, firstAccount, type PreparedField, sent, uploaded, viewOf } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'
import { removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { losesAnswer } from './support/bad-line.ts'
import { becomes } from './support/desk.ts'
import { expect, looksRight, test } from './support/server.ts'

/** An installation with a mail server, which does not keep what is deleted. */
let office: SpawnedServer
let mails: TestMailServer
let sender: Client
let folder: string
test.beforeAll(async () => {
  test.setTimeout(90_000)
  folder = await temporaryFolder()
  mails = await startMailServer()
  office = await spawnServer({ dataDir: folder, env: { SMTP_URL: mails.url, PARAPH_KEEP_DELETED: 'false' } })
  sender = await firstAccount(office.url)
})
test.afterAll(async () => {
  await office?.stop()
  await mails?.close()
  await removeFolder(folder)
})

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const signerOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'fields' })
const plain = (content: string) => content.replaceAll('=\n', '').replaceAll('=3D', '=')
const linkIn = (content: string) => /https?:\/\/[^\s"<]+\/sign\/[\w-]+/.exec(plain(content))![0]

async function mailTo(address: string, count: number): Promise<string> {
  const all = await eventually(
    async () => mails.received.filter(({ to }) => to.includes(address)),
    (found) => found.length >= count,
  )
  return all[count - 1]!.content
}

/** As a mail server's alias pipes a returned mail in. */
async function returned(messageId: string): Promise<number | null> {
  const child = spawn('node_modules/.bin/node', ['cli/paraph.ts', 'bounce'], {
    env: { ...process.env, PARAPH_DATA: folder, SMTP_URL: mails.url },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.end(`Return-Path: <>\nAction: failed\nDiagnostic-Code: smtp; 552 mailbox is full\n\nMessage-ID: ${messageId}\n`)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('[D-555] a mail that came back is shown at its signer; the address is corrected, the old link dies, and a request is sent again', async ({
  page,
  context,
}) => {
  await becomes(context, office.url, sender)
  const made = await sent(sender, 'Returned to sender', ['Greta Oakley'], [SIGNATURE])
  const first = await mailTo('greta@example.com', 1)
  await page.goto(`${office.url}/#documents/${made.pack}`)
  const greta = signerOf(page, 'Greta Oakley')
  await expect(greta).toContainText('Asked')
  expect(await returned(/^Message-ID: (.*)$/im.exec(first)![1]!.trim())).toBe(0)
  await expect(greta).toContainText('The message bounced: 552 mailbox is full')
  await looksRight(page, 'progress-bounced')

  await greta.getByRole('button', { name: 'Actions for Greta Oakley' }).click()
  await page.getByRole('menuitem', { name: 'Correct the address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the address of Greta Oakley' })
  const email = dialog.getByLabel('Email')
  await expect(email).toHaveValue('greta@example.com')
  await email.fill('greta.oakley')
  await dialog.getByRole('button', { name: 'Save and send again' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('greta.oakley@example.com')
  const update = '**/update_signatory_details'
  const broken = { success: false, code: 'internal-error', message: 'An error occurred, please try again' }
  await page.route(update, (route) => route.fulfill({ status: 500, json: broken }))
  await dialog.getByRole('button', { name: 'Save and send again' }).click()
  await expect(dialog.getByText('An error occurred while updating this signatory')).toBeVisible()
  await page.unroute(update)
  await dialog.getByRole('button', { name: 'Save and send again' }).click()
  await expect(page.getByText('The address is corrected and a new request is being sent.')).toBeVisible()
  await expect(greta).toContainText('greta.oakley@example.com')
  const second = await mailTo('greta.oakley@example.com', 1)
  await expect(greta).not.toContainText('came back')

  await greta.getByRole('button', { name: 'Actions for Greta Oakley' }).click()
  await page.getByRole('menuitem', { name: 'Send the request again' }).click()
  await expect(page.getByText('We are sending Greta Oakley the request again.')).toBeVisible()
  await mailTo('greta.oakley@example.com', 2)

  await page.goto(linkIn(first))
  await expect(page.getByRole('heading', { name: 'This link does not open a document' })).toBeVisible()
  await page.goto(linkIn(second))
  await expect(page.getByRole('checkbox', { name: 'I agree to sign electronically' })).toBeVisible()
})

test('a signer with a link whose turn has not come is asked to wait, and may look again', async ({ page }) => {
  const says = { success: false, code: 'not-your-turn', message: 'It is not your turn to sign yet. You will be asked when it is.' }
  await page.route('**/app/signing_sessions', (route) => route.fulfill({ status: 409, json: says }))
  await page.goto(`${office.url}/sign/${'a'.repeat(43)}`)
  await expect(page.getByText('Another person signs first. You get a message when it is your turn.')).toBeVisible()
  await looksRight(page, 'sign-not-your-turn')
  await page.unroute('**/app/signing_sessions')
  // Where the server cannot answer, it is not the link that is to blame.
  await page.route('**/app/signing_sessions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'The document could not be opened' })).toBeFocused()
  await page.unroute('**/app/signing_sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not open a document' })).toBeFocused()
  await expect(page.getByRole('banner')).toHaveText('Paraph')
})

test('a document in the trash is deleted for good by its creator, after a question, where an installation keeps nothing', async ({
  page,
  context,
}) => {
  await becomes(context, office.url, sender)
  const { pack } = await uploaded(sender, 'Gone for good')
  await sender.get(`/app/documents/${pack}/delete_document`)
  await page.goto(`${office.url}/#trash`)
  const forever = page.getByRole('button', { name: 'Delete Gone for good permanently' })
  await expect(forever).toBeVisible()
  await forever.click()
  const question = page.getByRole('dialog')
  await looksRight(page, 'trash-delete-forever')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(forever).toBeVisible()
  await forever.click()
  const lost = await losesAnswer(page, `/app/document_actions/${pack}/permanently_delete_document`, 'DELETE')
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Gone for good' })).toHaveCount(0)
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expect(page.getByText('“Gone for good” was deleted permanently.')).toBeVisible()
  expect(lost()).toBe(1)
  await expect(sender.get(`/app/documents/${pack}/view`)).rejects.toThrow()
})

test('[D-576] where nothing is pushed the trail is asked for every 30 s', async ({ page, context }) => {
  await becomes(context, office.url, sender)
  const made = await sent(sender, 'Asked for now and then', ['Greta Oakley'], [SIGNATURE])
  // Nothing happens to it any more that would be looked at besides.
  await eventually(
    () => viewOf(sender, made.pack),
    ({ view }) => view.signatories[0]?.request?.state === 'sent',
  )
  await page.routeWebSocket(/\/live/, (socket) => socket.close())
  await page.route(/\/live\//, (route) => route.abort())
  await page.clock.install()
  let asked = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/app/audit_trail/')) asked += 1
  })
  await page.goto(`${office.url}/#documents/${made.pack}`)
  const activity = page.getByRole('complementary', { name: 'Activity' })
  await page.clock.runFor(2_000)
  await expect(activity.getByText('Mira Castell').first()).toBeVisible()
  // What is new of the pack would be looked up besides: from here on it tells nothing.
  await page.route(/get_document_updates|get_data_field_signatory_updates|\/view$/, (route) => route.abort())
  const opening = asked
  // One at a time: a call on which half a minute of the page's time passes is made again.
  for (const times of [1, 2, 3]) {
    await page.clock.runFor(30_000)
    await expect.poll(() => asked - opening).toBe(times)
  }
})
