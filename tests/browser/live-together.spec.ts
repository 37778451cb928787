import type { BrowserContext, Page } from 'playwright/test'
import type { PackState } from '#domain/pack'
import { type PreparedField, prepared, viewOf } from '../support/prepared.ts'
import { badLine, dice, kills, type Line, oneOf, seeds } from './support/bad-line.ts'
import { becomes } from './support/desk.ts'
import { keptIn } from './support/kept.ts'
import { expect, test } from './support/server.ts'

const EDITS = 4
const ROUNDS = seeds(1, 8, EDITS)
const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const fields = (page: Page) => page.locator('[data-field]')
const saved = (page: Page) => expect(page.locator('header').getByText('Saved', { exact: true })).toBeVisible({ timeout: 45_000 })

interface Box {
  readonly x: number
  readonly y: number
}
/** What stands on a screen, in points: the document's name, and each field's place. */
async function screenOf(page: Page): Promise<{ name: string; boxes: Record<string, Box> }> {
  const name = await page.getByRole('textbox', { name: 'Document name' }).first().inputValue()
  const boxes = await page.evaluate(() => {
    const scale = document.querySelector<HTMLElement>('[data-page="0"]')!.offsetWidth / 595.276
    const all = [...document.querySelectorAll<HTMLElement>('[data-field]')]
    return Object.fromEntries(
      all.map(({ dataset, style }) => [
        dataset.field!,
        { x: Math.round(Number.parseFloat(style.left) / scale), y: Math.round(Number.parseFloat(style.top) / scale) },
      ]),
    )
  })
  return { name, boxes }
}
function logOf(view: PackState): { name: string; boxes: Record<string, Box> } {
  const live = Object.values(view.fields).filter(({ removed }) => !removed)
  const boxes = Object.fromEntries(live.map(({ key, x, y }) => [key, { x: Math.round(x / 1000), y: Math.round(y / 1000) }]))
  return { name: String(view.name), boxes }
}
const near = (a: Record<string, Box>, b: Record<string, Box>) =>
  Object.keys(a).sort().join() === Object.keys(b).sort().join() &&
  Object.entries(a).every(([key, { x, y }]) => Math.abs(x - b[key]!.x) <= 1 && Math.abs(y - b[key]!.y) <= 1)

async function open(context: BrowserContext, url: string, pack: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/#documents/${pack}`)
  await expect(page.locator('[data-page="0"] canvas').first()).toBeVisible()
  return page
}

async function edits(page: Page, chance: () => number, label: string): Promise<void> {
  const what = chance()
  const count = await fields(page).count()
  if (what < 0.2) {
    await page.getByRole('textbox', { name: 'Document name' }).first().fill(`Lease ${label}`)
    await page.keyboard.press('Enter')
  } else if (what < 0.45 || count === 0) {
    const { x, y, width } = (await page.locator('[data-page="0"]').first().boundingBox())!
    await page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name: 'Text', exact: true }).click()
    await page.mouse.click(x + (0.2 + chance() * 0.6) * width, y + (0.3 + chance() * 0.5) * width)
    await page.keyboard.press('Escape')
  } else if (what < 0.8) {
    const one = fields(page).nth(Math.floor(chance() * count))
    // Somebody else may delete it under the hand: then there is nothing to move.
    await one.focus({ timeout: 2_000 }).catch(() => undefined)
    await page.keyboard.press(oneOf(chance, ['Shift+ArrowDown', 'Shift+ArrowRight', 'ArrowLeft', 'Delete']))
  } else await page.keyboard.press(oneOf(chance, ['Control+z', 'Control+z', 'Control+Shift+z']))
}

test(`two people and three tabs of one of them make ${ROUNDS.length * EDITS} rounds of edits over a bad line: all screens end as the log does`, {
  tag: '@long',
}, async ({ browser, server, account }) => {
  test.setTimeout(90_000 + ROUNDS.length * 30_000)
  const { pack } = await prepared(account, 'Edited on five desks', ['Anna Okafor'], [SIGNATURE])
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
  const contexts = [await browser.newContext(options), await browser.newContext(options)]
  for (const context of contexts) await becomes(context, server.url, account)
  const lines = [await badLine(contexts[0]!), await badLine(contexts[1]!)]
  const seats = [0, 0, 0, 1]
  const pages: Page[] = []
  for (const seat of seats) pages.push(await open(contexts[seat]!, server.url, pack))

  for (const round of ROUNDS) {
    const chance = dice(round)
    for (let edit = 0; edit < EDITS; edit++) {
      for (const line of lines) line.becomes(oneOf<Line>(chance, ['fine', 'fine', 'cut', 'answer lost', 'answer late']))
      const at = Math.floor(chance() * pages.length)
      await edits(pages[at]!, chance, `${round}-${edit}`)
      if (chance() < 0.15) {
        await kills(pages[at]!)
        pages[at] = await open(contexts[seats[at]!]!, server.url, pack)
      }
    }
    for (const line of lines) line.becomes('fine')
    for (const page of pages) await saved(page)
    await expect(async () => {
      const log = logOf((await viewOf(account, pack)).view)
      for (const page of pages) {
        const screen = await screenOf(page)
        expect(screen.name, `round ${round}`).toBe(log.name)
        expect(near(screen.boxes, log.boxes), `round ${round}: ${JSON.stringify([screen.boxes, log.boxes])}`).toBe(true)
      }
    }).toPass({ timeout: 45_000 })
  }
  for (const context of contexts) await context.close()
})

test('unsaved changes of a closed page are saved by the list on another tab', { tag: '@firefox' }, async ({ browser, server, account }) => {
  const { pack } = await prepared(account, 'Left by a closed page', ['Anna Okafor'], [SIGNATURE])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await becomes(context, server.url, account)
  const line = await badLine(context)
  const editor = await open(context, server.url, pack)
  line.becomes('cut')
  await editor.getByRole('textbox', { name: 'Document name' }).first().fill('Renamed without a line')
  await editor.keyboard.press('Enter')
  await expect(editor.getByText(/Offline: 1 change waits/)).toBeVisible()
  // What waits to be stored holds up what is shown of a chosen field for a moment only.
  await fields(editor).first().click()
  await expect(editor.getByRole('tabpanel').getByLabel('Custom ID')).toBeVisible()
  await kills(editor)
  line.becomes('fine')
  // What stands between says that there is nothing: that is not the server's word, and typed text stays.
  const view = `**/app/documents/${pack}/view**`
  await context.route(view, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not Found</h1>' }))
  const list = await context.newPage()
  const answered = list.waitForResponse(view)
  await list.goto(`${server.url}/#documents`)
  await (await answered).finished()
  await expect(list.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  expect(await keptIn(list)).toContain('Renamed without a line')
  await context.unroute(view)
  await list.evaluate(() => void dispatchEvent(new Event('online')))
  await expect.poll(async () => (await viewOf(account, pack)).view.name, { timeout: 30_000 }).toBe('Renamed without a line')
  await expect(list.getByText('Renamed without a line')).toBeVisible()
  await context.close()
})
