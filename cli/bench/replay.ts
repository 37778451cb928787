import type { Browser, Page } from 'playwright'
import { initial, type PackState, type ReplayStep, replayed } from '#domain/pack'
import { createFilm } from '../../web/features/replay/film.ts'
import { openBrowser, pageOf } from './browser.ts'
import { atMost, type Figure, figure, median, ratioAtLeast } from './figures.ts'
import { framesWhile } from './frames.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender } from './person.ts'
import { type NewField, newId, preparedDocument, viewOf } from './prepare.ts'
import { startServer } from './server.ts'

const FIELDS = 50
const EVENTS = 10_000
const PAGES = 4
const JUMPS = 400
const MOVES = 240
/** On a crowded machine there are fewer moves, not a longer bench. */
const MOVING_MS = 8_000
/** A frame at 60 a second has 16.7 ms; what is painted needs the rest. */
const FOLD_MS = 4

/** A history of 10,000 events: its timeline dragged in Chromium, and any of its moments folded. */
export async function replay(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pack = await longHistory(sender)
    const steps = await stepsOf(sender, pack)
    const page = await opened(browser, server.url, sender, pack, steps.length)
    const idle = await framesWhile(page, () => moves(page, { x: 300, y: 300 }, 60))
    const scrubbed = await scrubFrames(page)
    sender.close()
    const { jump, plain } = folds(steps)
    return [
      figure({
        name: 'replay.scrub',
        value: scrubbed,
        unit: '/s',
        goal: ratioAtLeast(0.95),
        yardstick: { what: 'frames while the pointer moves over the same page and nothing is held', value: idle, unit: '/s' },
        samples: MOVES,
      }),
      figure({
        name: 'replay.fold',
        value: jump,
        unit: 'ms',
        goal: atMost(FOLD_MS),
        yardstick: { what: 'the same moment folded from the first event', value: plain, unit: 'ms' },
        samples: JUMPS,
      }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Fields moved again and again, as the editor saves them; then sent, since only then is there a past to look at. */
async function longHistory(sender: Sender): Promise<string> {
  const fields = Array.from({ length: FIELDS }, (_, at): NewField => {
    const place = { page: at % PAGES, x: 40, y: 40 + Math.floor(at / PAGES) * 50 }
    return { uuid: newId(), type: 'text', width: 80, height: 20, ...place }
  })
  const { pack } = await preparedDocument(sender, 'replay', await paper(PAGES), fields)
  const save = (data: object) => sender.post<{ refused: readonly unknown[] }>(`/app/documents/${pack}/add_update_data_field`, { data })
  for (let at = 1; ; at++) {
    await save(fields.map(({ uuid, page, x, y }) => ({ uuid, page, x: x + (at % 300), y })))
    const { revision } = await viewOf(sender, pack)
    if (revision < EVENTS) continue
    await sender.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
      data: { status: 'awaiting_signatures', revision },
    })
    return pack
  }
}

async function stepsOf(sender: Sender, pack: string): Promise<readonly ReplayStep[]> {
  const steps: ReplayStep[] = []
  for (let from: number | null = 0; from !== null; ) {
    const answer: { steps: readonly ReplayStep[]; next: number | null } = await sender.get(`/app/replay/${pack}/steps?from=${from}`)
    steps.push(...answer.steps)
    from = answer.next
  }
  return steps
}

async function opened(browser: Browser, url: string, sender: Sender, pack: string, events: number): Promise<Page> {
  const page = await pageOf(browser, url, sender, { width: 1440, height: 900 })
  await page.goto(`${url}/#replay/${pack}?at=${events - 1}`)
  await page.locator('[data-page="0"] canvas').first().waitFor()
  return page
}

/** From one end of the timeline to the other and back, by its thumb. */
async function scrubFrames(page: Page): Promise<number> {
  const box = (await page.getByRole('slider', { name: 'Timeline' }).boundingBox())!
  const [middle, right] = [box.y + box.height / 2, box.x + box.width - 2]
  await page.mouse.move(right, middle)
  await page.mouse.down()
  const frames = await framesWhile(page, () => moves(page, { x: box.x + 2, y: middle }, box.width - 4))
  const at = await page.getByRole('slider', { name: 'Timeline' }).inputValue()
  await page.mouse.up()
  if (at === String(EVENTS)) throw new Error('the timeline was not dragged')
  return frames
}

async function moves(page: Page, from: { readonly x: number; readonly y: number }, width: number): Promise<void> {
  const until = performance.now() + MOVING_MS
  for (let at = 0; at < MOVES && performance.now() < until; at++) await page.mouse.move(from.x + ((at * 7) % width), from.y)
}

function folds(steps: readonly ReplayStep[]): { readonly jump: number; readonly plain: number } {
  const film = createFilm()
  film.add(steps)
  film.at(steps.length - 1)
  const jumps: number[] = []
  const plains: number[] = []
  for (let each = 0; each < JUMPS; each++) {
    // Far from where it stood before, so that every jump begins at a checkpoint.
    const to = (each * 3_571) % steps.length
    const begun = performance.now()
    film.at(to)
    jumps.push(performance.now() - begun)
    if (each % 20 > 0) continue
    const again = performance.now()
    let view: PackState = initial
    for (let at = 0; at <= to; at++) view = replayed(view, steps[at]!)
    plains.push(performance.now() - again)
  }
  return { jump: median(jumps), plain: median(plains) }
}
