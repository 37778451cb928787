import { PDFDocument } from 'pdf-lib'
import type { Browser, Page } from 'playwright'
import { openBrowser } from './browser.ts'
import { atMost, type Figure, figure, median } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount, signerOf } from './person.ts'
import { newId, sentDocument, uploaded } from './prepare.ts'
import { timesOf } from './rounds.ts'
import { startServer } from './server.ts'

const TIMES = 5
const PAGES = 200
const FAR = 149
const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** 200 pages opened to be signed by somebody who has consented before, at a desk: until the first page is there, and the 150th after a jump. */
export async function opening(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(PAGES)
    const first: number[] = []
    const jumps: number[] = []
    const bares: number[] = []
    for (let at = -1; at < TIMES; at++) {
      const field = { uuid: newId(), type: 'text', page: 0, x: 60, y: 60, width: 200, height: 20 }
      const made = await sentDocument(sender, 'opening', pdf, [field])
      ;(await signerOf(server.url, made.link, made.pack, made.signatory)).close()
      const bare = await shown(browser, `${server.url}/favicon.svg`, 'svg')
      const page = await shown(browser, `${server.url}${new URL(made.link).pathname}`, pageSelector(0))
      const jump = await jumped(page.page)
      await Promise.all([bare.page.context().close(), page.page.context().close()])
      if (at < 0) continue
      bares.push(bare.ms)
      first.push(page.ms)
      jumps.push(jump)
    }
    sender.close()
    const yardstick = { what: 'an icon opened the same way', value: median(bares), unit: 'ms' as const }
    return [
      figure({ name: 'open-200.first-page', value: median(first), unit: 'ms', goal: atMost(800), yardstick, samples: TIMES }),
      figure({ name: 'open-200.page-150', value: median(jumps), unit: 'ms', goal: atMost(300), yardstick, samples: TIMES }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** From the first byte sent to the moment in which the server says that the document is converted, and proven to be sealable. */
export async function uploading(pages: 50 | 200, goal: number): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper({ pages, jpegBytes: pages * 12_500 })
    const rewrite = async () => (await PDFDocument.load(pdf, { updateMetadata: false })).save()
    await uploaded(sender, 'warm', pdf)
    await rewrite()
    const times: number[] = []
    const bare: number[] = []
    for (let at = 0; at < TIMES; at++) {
      times.push(...(await timesOf(1, () => uploaded(sender, `upload ${at}`, pdf))))
      bare.push(...(await timesOf(1, rewrite)))
    }
    sender.close()
    const what = 'the same file loaded and saved by the stamping library'
    const yardstick = { what, value: median(bare), unit: 'ms' as const }
    return [figure({ name: `upload-${pages}`, value: median(times), unit: 'ms', goal: atMost(goal), yardstick, samples: TIMES })]
  } finally {
    await server.stop()
  }
}

const pageSelector = (page: number) =>
  `[data-page="${page}"] canvas, [data-page="${page}"] img${page === 0 ? ', img[data-first-page]' : ''}`

/** In a context of its own: nothing is in its cache. */
async function shown(browser: Browser, url: string, selector: string): Promise<{ page: Page; ms: number }> {
  const page = await (await browser.newContext(DESKTOP)).newPage()
  const begun = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector(selector)
  return { page, ms: performance.now() - begun }
}

/** From the jump until the page has been painted. A reader who jumps has the file open: the first page stands drawn. */
async function jumped(page: Page): Promise<number> {
  await page.waitForSelector('[data-page="0"] canvas')
  const begun = performance.now()
  await page.evaluate((far) => {
    const sheet = document.querySelector(`[data-page="${far}"]`)
    sheet?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, FAR)
  await page.waitForSelector(pageSelector(FAR))
  return performance.now() - begun
}
