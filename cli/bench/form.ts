import type { Browser } from 'playwright'
import { openBrowser, PHONE, SLOW_PHONE, slowDown } from './browser.ts'
import { atMost, type Figure, figure, median } from './figures.ts'
import { offerAfterPaint, type Painting } from './frames.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender, signerOf } from './person.ts'
import { gridOfFields, newId, preparedDocument, sentForSignature } from './prepare.ts'
import { startServer } from './server.ts'

const TIMES = 5
const PAGES = 10
const MANY = 300
const FEW = 3
const LONGEST_MS = 30_000

/** A signer on a slow phone changes from the pages to the form, of 300 fields and of 3 by turns: until the form is painted. */
export async function form(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(PAGES)
    const links = { few: await linkTo(sender, server.url, pdf, FEW), many: await linkTo(sender, server.url, pdf, MANY) }
    const times = { few: [] as number[], many: [] as number[] }
    for (let at = -1; at < TIMES; at++)
      for (const which of ['few', 'many'] as const) {
        const took = await change(browser, links[which])
        if (at >= 0) times[which].push(took)
      }
    sender.close()
    const yardstick = { what: `the same of ${FEW} fields`, value: median(times.few), unit: 'ms' as const }
    return [figure({ name: `form-${MANY}`, value: median(times.many), unit: 'ms', goal: atMost(500), yardstick, samples: TIMES })]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The address of a document with a form of so many fields, for a signer who has consented. */
async function linkTo(sender: Sender, url: string, pdf: Uint8Array, count: number): Promise<string> {
  const fields = gridOfFields(count, MANY / PAGES)
  const made = await preparedDocument(sender, `form of ${count}`, pdf, fields)
  const entries = fields.map(({ uuid }, at) => ({ uuid: newId(), type: 'field', label: `Question ${at + 1}`, data: uuid }))
  await sender.post('/app/form_views/update_form_view', {
    data: { entity_key: made.pack, form_view: [{ uuid: newId(), type: 'h1', label: 'About you', data: null }, ...entries] },
  })
  const { link } = await sentForSignature(sender, made)
  ;(await signerOf(url, link, made.pack, made.signatory)).close()
  return `${url}${new URL(link).pathname}`
}

async function change(browser: Browser, link: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.addInitScript(offerAfterPaint)
    await page.goto(link)
    const toForm = page.getByRole('button', { name: 'Form', exact: true })
    await toForm.waitFor()
    await page.locator('[data-page="0"] canvas').waitFor()
    await slowDown(page, SLOW_PHONE)
    return await toForm.evaluate(untilPainted, { shown: '[data-form-field] input', longest: LONGEST_MS })
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function untilPainted(button: Element, { shown, longest }: { shown: string; longest: number }): Promise<number> {
  const { afterPaint } = globalThis as unknown as Painting
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no form was painted within ${longest} ms`)), longest)
    const begun = performance.now()
    const look = () => {
      if (!document.querySelector(shown)) return
      watch.disconnect()
      afterPaint(() => {
        clearTimeout(late)
        resolve(performance.now() - begun)
      })
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true })
    ;(button as HTMLElement).click()
  })
}
