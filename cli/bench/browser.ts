import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Person } from './person.ts'

/** Chromium for what only a screen can tell; throws in words where it is not installed (it comes with the development packages). */
export async function openBrowser(): Promise<Browser> {
  try {
    const [{ chromium }, { launchOptions }] = await Promise.all([import('playwright'), import('../../tests/browser/support/chromium.ts')])
    return await chromium.launch(await launchOptions())
  } catch (error) {
    throw new Error(
      `it needs Chromium, which comes with the development packages (${error instanceof Error ? error.message.split('\n')[0] : error})`,
    )
  }
}

/** A page of their own of somebody who is logged in. */
export async function pageOf(
  browser: Browser,
  url: string,
  { headers }: Pick<Person, 'headers'>,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const cookies = (headers.cookie ?? '').split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return { name, value, url }
  })
  await context.addCookies(cookies)
  return context.newPage()
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
}

export interface Line {
  readonly bitsPerSecond: number
  /** From a question to the first of its answer, in milliseconds. */
  readonly latency: number
  /** The processor is made so many times slower. */
  readonly cpu: number
}
/** What somebody may hold who opens a signing link. */
export const SLOW_PHONE: Line = { bitsPerSecond: 4_000_000, latency: 75, cpu: 4 }

export interface Traffic {
  /** As transferred: compressed, with their headers. */
  bytes(): number
  close(): Promise<void>
}

/** A phone's line and processor for a page, and what goes over that line. */
export async function slowDown(page: Page, { bitsPerSecond, latency, cpu }: Line): Promise<Traffic> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  session.on('Network.responseReceived', ({ response }) => {
    bytes += response.encodedDataLength
  })
  await session.send('Network.enable')
  const throughput = bitsPerSecond / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return { bytes: () => bytes, close: () => session.detach() }
}
