import type { Page } from 'playwright/test'
import { sent } from '../support/prepared.ts'
import { rowOf, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE = { type: 'signature', x: 72, y: 200, width: 160, height: 48, signer: 0 } as const
const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** Asks again over a line that is cut, and again once it holds. */
async function staysThroughACut(page: Page, calls: RegExp, again: () => Promise<void>, rows: () => Promise<void>, named: string) {
  const line = page.getByRole('status').filter({ hasText: 'This may be out of date.' })
  await rows()
  await expect(line).toHaveCount(0)
  await page.route(calls, (route) => route.abort('connectionfailed'))
  await again()
  await expect(line).toBeVisible()
  await rows()
  await looksRight(page, named)
  await page.setViewportSize(NARROW)
  await expect(line).toBeVisible()
  await looksRight(page, `${named}-390`)
  await page.setViewportSize(WIDE)
  await page.unroute(calls)
  await line.getByRole('button', { name: 'Try again' }).click()
  await expect(line).toHaveCount(0)
  await rows()
}

test('people that could not be fetched again stay in view, with a line that says so until it works', async ({ desk: page, server }) => {
  await page.goto(`${server.url}/#management`)
  await staysThroughACut(
    page,
    /\/app\/accounts\/[^/]+\/(update_user_account|user_accounts)/,
    () => page.getByRole('switch').first().click({ force: true }),
    () => expect(page.getByText('mira@example.com')).toBeVisible(),
    'people-stale',
  )
})

test('documents, and those in the trash, that could not be fetched again stay in view, with a line that says so until it works', {
  tag: '@long',
}, async ({ desk: page, account, server }) => {
  const [kept, thrown] = [
    await sent(account, 'Lease of the kiln', ['Nell Archer'], [SIGNATURE]),
    await sent(account, 'Lease of the barn', ['Nell Archer'], [SIGNATURE]),
  ]
  await account.get(`/app/documents/${thrown.pack}/delete_document`)
  const call = /\/app\/documents\?/
  await page.goto(`${server.url}/#documents`)
  const elsewhereAndBack = async () => {
    await page.evaluate(() => location.assign('#management'))
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toHaveCount(0)
    await page.evaluate(() => location.assign('#documents'))
  }
  await staysThroughACut(page, call, elsewhereAndBack, () => expect(rowOf(page, 'Lease of the kiln')).toBeVisible(), 'list-stale')
  await account.get(`/app/documents/${kept.pack}/delete_document`)

  // Nothing is pushed, and the page is looked at again: the trash is asked for.
  await page.routeWebSocket(/\/live/, (socket) => socket.close())
  await page.route(/\/live\//, (route) => route.abort())
  await page.goto(`${server.url}/#trash`)
  await page.reload()
  await staysThroughACut(
    page,
    call,
    () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
    () => expect(page.getByRole('row').filter({ hasText: 'Lease of the barn' })).toBeVisible(),
    'trash-stale',
  )
})

test('mails that could not be fetched again stay in view, with a line that says so until it works', { tag: '@long' }, async ({
  desk: page,
  account,
  server,
}) => {
  await sent(account, 'Mailed lease', ['Nell Archer'], [SIGNATURE])
  await page.goto(`${server.url}/#outbox`)
  const list = page.getByRole('list', { name: 'Emails' })
  await staysThroughACut(
    page,
    /\/app\/outbox$/,
    () => page.getByRole('button', { name: 'Check for new emails' }).click(),
    () => expect(list.getByRole('listitem').first()).toBeVisible(),
    'outbox-stale',
  )
})
