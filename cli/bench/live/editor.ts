import type { Browser, Page } from 'playwright'
import { openBrowser, pageOf } from '../browser.ts'
import { atMost, type Figure, figure, median, ratioAtLeast } from '../figures.ts'
import { framesWhile } from '../frames.ts'
import { paper } from '../paper.ts'
import { firstAccount, type Sender } from '../person.ts'
import { type NewField, newId, preparedDocument } from '../prepare.ts'
import { startServer } from '../server.ts'

const PAGES = 10
const ON_A_PAGE = 50
const PLACES = 40
const WARM = 8
const MOVES = 240
/** On a crowded machine there are fewer moves, not a longer bench. */
const MOVING_MS = 8_000

/** The editor in Chromium with 500 fields and with one: placing one more, and dragging 50 of them together. */
export async function editor500(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(PAGES)
    const few = await opened(browser, server.url, sender, pdf, fieldsOf(1, 1))
    const alone = await placings(few)
    await few.context().close()
    const many = await opened(browser, server.url, sender, pdf, fieldsOf(PAGES, ON_A_PAGE))
    const among = await placings(many)
    const trips = await many.evaluate(tripsOf, PLACES)
    const idle = await framesWhile(many, () => moves(many))
    const dragged = await dragFrames(many)
    sender.close()
    const milliseconds = { unit: 'ms' as const, samples: among.times.length }
    return [
      figure({
        name: 'editor-500.place',
        value: median(among.times),
        goal: atMost(50),
        yardstick: { what: 'bare HTTP round trip of that page (p50)', value: median(trips), unit: 'ms' },
        ...milliseconds,
      }),
      figure({
        name: 'editor-500.place-to-1',
        value: median(among.times),
        yardstick: { what: 'the same with 1 field there (p50)', value: median(alone.times), unit: 'ms' },
        ...milliseconds,
      }),
      figure({
        name: 'editor-500.place-bytes',
        value: median(among.bytes),
        unit: 'bytes',
        yardstick: { what: 'the same with 1 field there', value: median(alone.bytes), unit: 'bytes' },
        samples: among.bytes.length,
      }),
      figure({
        name: 'editor-500.drag-50',
        value: dragged,
        unit: '/s',
        goal: ratioAtLeast(0.95),
        yardstick: { what: 'frames while the pointer moves and nothing is held', value: idle, unit: '/s' },
        samples: MOVES,
      }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** In the upper part of each page; below them is room for one more. */
const fieldsOf = (pages: number, onEach: number): readonly NewField[] =>
  Array.from({ length: pages * onEach }, (_, at) => {
    const place = at % onEach
    return {
      ...{ uuid: newId(), type: 'text', page: Math.floor(at / onEach), width: 80, height: 20 },
      ...{ x: 40 + (place % 5) * 100, y: 60 + Math.floor(place / 5) * 50 },
    }
  })

async function opened(browser: Browser, url: string, sender: Sender, pdf: Uint8Array, fields: readonly NewField[]): Promise<Page> {
  const { pack } = await preparedDocument(sender, `editor ${fields.length}`, pdf, fields)
  const page = await pageOf(browser, url, sender, { width: 1440, height: 1300 })
  await page.addInitScript(markSaves)
  await page.goto(`${url}/#documents/${pack}`)
  await page.locator('[data-page="0"] canvas').first().waitFor()
  await page.locator('[data-field]').first().waitFor()
  return page
}

async function placings(page: Page): Promise<{ times: readonly number[]; bytes: readonly number[] }> {
  for (let at = 0; at < PLACES + WARM; at++) {
    const point = await onPage(page, 300, 700)
    await page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name: 'Text', exact: true }).click()
    await page.mouse.click(point.x, point.y)
    await page.waitForFunction((count) => (globalThis as unknown as Marked).marks.length >= count, 2 * at + 1)
    await page.keyboard.press('Delete')
    await page.waitForFunction((count) => (globalThis as unknown as Marked).marks.length >= count, 2 * at + 2)
    // The tool is laid down, so that taking it up is the same each time.
    await page.keyboard.press('Escape')
  }
  const marks = await page.evaluate(() => (globalThis as unknown as Marked).marks)
  const placed = marks.filter((_, at) => at % 2 === 0).slice(WARM)
  return { times: placed.map(({ took }) => took), bytes: placed.map(({ bytes }) => bytes) }
}

/** Where a point of the first page, in points, is on the screen. */
async function onPage(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator('[data-page="0"]').first().boundingBox())!
  const scale = box.width / 595
  return { x: box.x + x * scale, y: box.y + y * scale }
}

async function dragFrames(page: Page): Promise<number> {
  const [from, to] = [await onPage(page, 20, 40), await onPage(page, 575, 560)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  const selected = await page.locator('[data-field][data-selected]').count()
  if (selected !== ON_A_PAGE) throw new Error(`${selected} fields were selected for the drag`)
  const hold = await onPage(page, 80, 70)
  await page.mouse.move(hold.x, hold.y)
  await page.mouse.down()
  const frames = await framesWhile(page, () => moves(page, hold))
  await page.mouse.up()
  return frames
}

async function moves(page: Page, from = { x: 300, y: 300 }): Promise<void> {
  const until = performance.now() + MOVING_MS
  for (let at = 0; at < MOVES && performance.now() < until; at++) await page.mouse.move(from.x + (at % 60), from.y + (at % 60))
}

interface Marked {
  marks: { readonly took: number; readonly bytes: number }[]
}

// What follows runs in the page.
function markSaves(): void {
  const marks: Marked['marks'] = []
  let input = 0
  const noted = () => {
    input = performance.now()
  }
  for (const kind of ['pointerup', 'keydown']) addEventListener(kind, noted, true)
  const asked = globalThis.fetch
  globalThis.fetch = async (address, init) => {
    const begun = input
    const answer = await asked(address, init)
    if (String(address).includes('add_update_data_field')) marks.push({ took: performance.now() - begun, bytes: String(init?.body).length })
    return answer
  }
  Object.assign(globalThis, { marks })
}

async function tripsOf(count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begun = performance.now()
    await (await fetch('/app/session')).arrayBuffer()
    times.push(performance.now() - begun)
  }
  return times
}
