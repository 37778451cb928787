import type { Page } from 'playwright'
import { openBrowser } from './browser.ts'
import { atMost, type Figure, figure, median, percentile } from './figures.ts'
import { framesOf, offerAfterPaint, type Painting } from './frames.ts'
import { paper } from './paper.ts'
import { firstAccount, signerOf } from './person.ts'
import { newId, sentDocument } from './prepare.ts'
import { startServer } from './server.ts'

const TICKS = 120
const WARM = 20

/** A signer with two screens ticks a box on one: from its input event until the other screen has painted the tick. */
export async function painted(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const field = { uuid: newId(), type: 'check', page: 0, x: 60, y: 60, width: 20, height: 20 }
    const made = await sentDocument(sender, 'painted', await paper(1), [field])
    ;(await signerOf(server.url, made.link, made.pack, made.signatory)).close()
    sender.close()
    const open = async () => {
      // A context each, as on two machines: no cache, storage or process state is shared.
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage()
      await page.addInitScript(offerAfterPaint)
      await page.goto(`${server.url}${new URL(made.link).pathname}`)
      await page.locator(BOX).waitFor()
      return page
    }
    const [near, far] = [await open(), await open()]
    await near.evaluate(markInputs)
    await far.evaluate(markPaints, PAINT)
    const frames = await far.evaluate(framesOf, TICKS)
    for (let at = 1; at <= TICKS + WARM; at++) {
      await near.evaluate((box) => document.querySelector<HTMLInputElement>(box)?.click(), BOX)
      await far.evaluate((count) => (globalThis as unknown as Marked).painted(count), at)
    }
    const [inputs, paints] = [await marksOf(near), await marksOf(far)]
    const times = inputs.map((input, at) => paints[at]! - input).slice(WARM)
    const yardstick = { what: 'one frame of that screen (p50)', value: median(frames), unit: 'ms' as const }
    const common = { unit: 'ms' as const, yardstick, samples: times.length }
    return [
      figure({ name: 'painted.p50', value: median(times), goal: atMost(25), ...common }),
      figure({ name: 'painted.p99', value: percentile(times, 0.99), goal: atMost(100), ...common }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const BOX = 'form input[type=checkbox]'
const PAINT = '[data-page="0"] svg[preserveAspectRatio="none"]'

interface Marked {
  marks: number[]
  /** Waits without looking at each frame: a screen that rests draws none. */
  painted(count: number): Promise<void>
}
const marksOf = (page: Page) => page.evaluate(() => (globalThis as unknown as Marked).marks)

// What follows runs in the pages. Their clocks are one: the wall clock, with fractions of a millisecond.
function markInputs(): void {
  const marks: number[] = []
  Object.assign(globalThis, { marks })
  document.addEventListener('input', () => marks.push(performance.timeOrigin + performance.now()), true)
}

function markPaints(paint: string): void {
  const { afterPaint } = globalThis as unknown as Painting
  const marks: number[] = []
  let tell = () => {}
  const painted = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no tick was painted within ten seconds')), 10_000)
      tell = () => {
        if (marks.length < count) return
        clearTimeout(late)
        resolve()
      }
      tell()
    })
  Object.assign(globalThis, { marks, painted })
  const ticked = () => (document.querySelector(paint)?.childElementCount ?? 0) > 0
  let was = ticked()
  new MutationObserver(() => {
    if (ticked() === was) return
    was = !was
    afterPaint(() => {
      marks.push(performance.timeOrigin + performance.now())
      tell()
    })
  }).observe(document.body, { subtree: true, childList: true })
}
