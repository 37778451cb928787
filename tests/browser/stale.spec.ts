import type { Page } from 'playwright/test'
import { sent } from '../support/prepared.ts'
import { test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'

const SIGNATURE = { type: 'signature', x: 72, y: 200, width: 160, height: 48, signer: 0 } as const
const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

/** Asks again over a line that is cut, and again once it holds. */
async function staysThroughACut(page: Page, calls: RegExp, again: () => Promise<void>, rows: () => Promise<void>, named: string) {
  const line = page.getByRole('status').filter({ hasText: 'What is shown may be out of date.' })
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

test('people that could not be asked for anew stay in view, with a line that says so until it works', async ({ desk: page, server }) => {
  await page.goto(`${server.url}/#management`)
  await staysThroughACut(
    page,
    /\/app\/accounts\/[^/]+\/(update_user_account|user_accounts)/,
    () => page.getByRole('switch').first().click({ force: true }),
    () => expect(page.getByText('mira@example.com')).toBeVisible(),
    'people-stale',
  )
})

test('mails that could not be asked for anew stay in view, with a line that says so until it works', async ({
  desk: page,
  account,
  server,
}) => {
  await sent(account, 'Mailed lease', ['Nell Archer'], [SIGNATURE])
  await page.goto(`${server.url}/#outbox`)
  const list = page.getByRole('list', { name: 'Mails' })
  await staysThroughACut(
    page,
    /\/app\/outbox$/,
    () => page.getByRole('button', { name: 'Look for new mails' }).click(),
    () => expect(list.getByRole('listitem').first()).toBeVisible(),
    'outbox-stale',
  )
})
