import type { BrowserContext, Page } from 'playwright/test'
import type { Client } from '../../../cli/demo/client.ts'
import { expect, test as served } from './server.ts'

/** The client's person is the browser's too. */
export async function becomes(context: BrowserContext, url: string, account: Client): Promise<void> {
  const cookies = account.cookie().split('; ')
  await context.addCookies(
    cookies.map((cookie) => ({ name: cookie.slice(0, cookie.indexOf('=')), value: cookie.slice(cookie.indexOf('=') + 1), url })),
  )
}

interface Desk {
  /** A page of the sender, logged in. */
  readonly desk: Page
  /** One more window of the sender, or of somebody else, with connections of its own. */
  readonly window: (of?: Client) => Promise<Page>
}

/** Tests of what the sender sees. A page that did what our own policy forbids fails its test. */
export const test = served.extend<Desk>({
  desk: async ({ page, context, server, account }, use) => {
    const refused: string[] = []
    page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
    await becomes(context, server.url, account)
    await use(page)
    expect(refused).toEqual([])
  },
  window: async ({ browser, server, account }, use) => {
    const opened: BrowserContext[] = []
    await use(async (of = account) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      opened.push(context)
      await becomes(context, server.url, of)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

export const listOf = (page: Page) => page.getByRole('table', { name: 'Documents' })
export const rowOf = (page: Page, name: string) => listOf(page).getByRole('row').filter({ hasText: name })

export async function openList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#documents`)
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
}
