import { linkOf, prepared, sent, signAs } from '../support/prepared.ts'
import { colleague } from './support/colleague.ts'
import { becomes, openList, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }

test('[S-361 S-362] while nothing is pushed, a page asks for notifications every 120 s, and a hidden one every 300 s', async ({
  desk,
  server,
}) => {
  await desk.addInitScript(() => Object.assign(window, { WebSocket: undefined }))
  await desk.route('**/socket.io/**', (route) => route.abort())
  await desk.clock.install()
  await openList(desk, server.url)
  await desk.waitForLoadState('networkidle')
  const asked: string[] = []
  desk.on('request', (request) => new URL(request.url()).pathname === '/app/notifications' && asked.push(request.url()))
  const within = async (seconds: number, times: number) => {
    asked.length = 0
    await desk.clock.runFor(seconds * 1_000)
    await expect.poll(() => asked.length).toBe(times)
  }
  // The first is on its way: from there on the next ones are counted.
  await desk.clock.runFor(5_000)
  await within(100, 0)
  await within(20, 1)
  await desk.mouse.move(300, 300)
  await desk.mouse.move(320, 320)
  await desk.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await within(270, 0)
  await within(35, 1)
})

test('[D-093 S-012 S-103 S-163] what happens rings in every tab at once; it is read in one of them, by the pointer, by the keys or by looking at the document', {
  tag: '@long',
}, async ({ browser, server, account }) => {
  // Of this person no other test knows anything.
  const nora = await colleague(server, account, 'Nora', 'Kestrel')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await becomes(context, server.url, nora)
  const [page, other] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/#documents`)
    await expect(tab).toHaveTitle('(1) Documents · Paraph')
  }
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })

  const { pack, signers, fields } = await sent(nora, 'Kestrel lease', ['Ada Lovelace'], [SIGNATURE])
  await signAs(server.url, await linkOf(nora, pack, signers[0]!), pack, signers[0]!, fields[0]!)
  for (const tab of [page, other]) await expect(tab).toHaveTitle('(3) Documents · Paraph')
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread')
  await page.keyboard.press('n')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await looksRight(page, 'notifications')

  // They come to the workspace of the notification by its address alone, and it is read.
  const address = await panel.getByRole('link', { name: /Mira Castell added you to/ }).getAttribute('href')
  expect(address).toMatch(/^#documents\?user_account=/)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.evaluate((to) => {
    location.hash = to
  }, address!)
  await expect(other).toHaveTitle('(2) Documents · Paraph')
  expect(page.url()).toMatch(/#documents$/)
  await bell.click()
  await panel.getByRole('button', { name: /^Mark as read: Ada Lovelace signed/ }).click()
  await expect(other).toHaveTitle('(1) Documents · Paraph')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await bell.press('Enter')
  await panel.getByRole('link', { name: /the sealed document is ready/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link', { name: /Ada Lovelace signed/ })).toBeFocused()
  // Another one about the same document, which is looked at: so all about it is read.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kestrel lease', level: 1 })).toBeVisible()
  await expect(other).toHaveTitle('Documents · Paraph')

  // Asked by somebody else, by their address alone.
  await sent(account, 'Kestrel pledge', ['Nora Kestrel'], [SIGNATURE])
  await expect(other).toHaveTitle('(1) Documents · Paraph')
  await bell.click()
  await expect(panel.getByRole('listitem').first()).toContainText('Kestrel pledge waits for your signature')
  await expect(panel).toContainText('A document is waiting for your signature')
  await panel.getByRole('button', { name: 'Sign', exact: true }).click()
  const requests = page.getByRole('dialog', { name: 'Waiting for your signature' })
  await expect(requests.getByRole('listitem')).toContainText('Asked by Mira Castell, ')
  await expect(requests.getByRole('link', { name: 'Sign Kestrel pledge' })).toHaveAttribute('href', /\/sign\/[\w-]+$/)
  await looksRight(page, 'pending-requests')

  // A member who prepares a document gets it too.
  await page.keyboard.press('Escape')
  const draft = await prepared(nora, 'Kestrel draft', ['Ada Lovelace'], [SIGNATURE])
  await page.goto(`${server.url}/#documents/${draft.pack}`)
  await expect(page.getByRole('button', { name: 'Request signatures' })).toBeVisible()
  await bell.click()
  await expect(panel).toContainText('A document is waiting for your signature')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // On a phone in the editor too, with room for a thumb.
  await other.setViewportSize({ width: 320, height: 700 })
  await other.goto(`${server.url}/#documents/${draft.pack}`)
  await expect(other.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
  const thumb = await other.getByRole('button', { name: /^Notifications/ }).boundingBox()
  const send = await other.getByRole('button', { name: 'Request signatures' }).boundingBox()
  expect(Math.min(thumb!.width, thumb!.height)).toBeGreaterThanOrEqual(44)
  expect(thumb!.x + thumb!.width).toBeLessThanOrEqual(send!.x)
  expect(send!.x + send!.width).toBeLessThanOrEqual(320)
  await other.goto(`${server.url}/#documents`)
  await other.setViewportSize({ width: 390, height: 844 })
  await other.route('**/app/notifications', (route) => route.abort())
  await other.reload()
  await other.getByRole('button', { name: 'Notifications' }).click()
  const sheet = other.getByRole('dialog', { name: 'Notifications' })
  await expect(sheet.getByRole('alert')).toContainText('Your notifications could not be loaded. Try again.')
  await other.unroute('**/app/notifications')
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(4)
  await looksRight(other, 'notifications-phone')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await context.close()
})
