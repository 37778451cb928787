import type { Page } from 'playwright/test'

/** Counts what a page asks for, in the page itself: what it has not asked for at a moment of its clock, it has not. */
export async function counting(page: Page): Promise<(method: string, path: RegExp) => Promise<number>> {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    const own = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const request = input instanceof Request ? input : { url: String(input), method: init?.method ?? 'GET' }
      asked.push(`${request.method} ${new URL(request.url, location.href).pathname}`)
      return own(input, init)
    }
  })
  return async (method, path) => {
    const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked)
    return asked.filter((one) => one.startsWith(`${method} `) && path.test(one)).length
  }
}

/** The clock of the page stands still from here on, but for `clock.runFor`. It was installed before the page was opened. */
export const standStill = (page: Page) => page.clock.pauseAt(Date.now() + 600_000)
