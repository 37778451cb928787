import type { Browser } from 'playwright'
import { openBrowser, PHONE, SLOW_PHONE, slowDown } from './browser.ts'
import { atMost, type Figure, figure, median } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount, signerOf } from './person.ts'
import { newId, sentDocument } from './prepare.ts'
import { startServer } from './server.ts'

const TIMES = 5
const LONGEST_MS = 30_000
/** A signer's first page: the question for consent; for one who comes back, the page itself. */
const SCREENS = {
  consent: 'input[type=checkbox]',
  page: '[data-page="0"] img, [data-page="0"] canvas, img[data-first-page]',
  fields: '[data-page="0"] button',
} as const
/** When a signer could begin; only this page has a time limit. */
const GOALS: Readonly<Record<keyof typeof SCREENS, { readonly bytes: number; readonly ms: number } | null>> = {
  consent: { bytes: 400_000, ms: 1_000 },
  page: { bytes: 400_000, ms: 1_000 },
  fields: null,
}

/** A signing link opened on a phone that has never been there: how much is transferred until it shows something, and how long that takes. */
export async function firstPage(): Promise<readonly Figure[]> {
  const browser = await openBrowser()
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const pdf = await paper(3)
    const open = async (screen: keyof typeof SCREENS) => {
      const field = { uuid: newId(), type: 'text', page: 0, x: 60, y: 60, width: 200, height: 20 }
      const made = await sentDocument(sender, 'first page', pdf, [field])
      if (screen !== 'consent') (await signerOf(server.url, made.link, made.pack, made.signatory)).close()
      return visit(browser, `${server.url}${new URL(made.link).pathname}`, SCREENS[screen])
    }
    const bare = async () => (await visit(browser, `${server.url}/favicon.svg`, 'svg')).ms
    const figures: Figure[] = []
    for (const screen of ['consent', 'page', 'fields'] as const) {
      await open(screen)
      const visits: Awaited<ReturnType<typeof visit>>[] = []
      const bares: number[] = []
      for (let at = 0; at < TIMES; at++) {
        visits.push(await open(screen))
        bares.push(await bare())
      }
      const yardstick = { what: 'an icon opened the same way', value: median(bares), unit: 'ms' as const }
      const goal = GOALS[screen]
      const bytes = median(visits.map((each) => each.bytes))
      const ms = median(visits.map((each) => each.ms))
      figures.push(
        figure({
          name: `first-page.${screen}.bytes`,
          value: bytes,
          unit: 'bytes',
          ...(goal ? { goal: atMost(goal.bytes) } : {}),
          samples: TIMES,
        }),
        figure({
          name: `first-page.${screen}`,
          value: ms,
          unit: 'ms',
          ...(goal ? { goal: atMost(goal.ms) } : {}),
          yardstick,
          samples: TIMES,
        }),
      )
    }
    sender.close()
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** In a context of its own: nothing is in its cache. */
async function visit(browser: Browser, url: string, shown: string): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const traffic = await slowDown(page, SLOW_PHONE)
    await page.addInitScript(markWhenShown, shown)
    const begun = Date.now()
    await page.goto(url, { waitUntil: 'commit' })
    const handle = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt, undefined, {
      timeout: LONGEST_MS,
      polling: 50,
    })
    const bytes = traffic.bytes()
    return { ms: ((await handle.jsonValue()) as number) - begun, bytes }
  } finally {
    await context.close()
  }
}

/** Runs in the page: notes when the screen has been painted with what is waited for. */
function markWhenShown(shown: string): void {
  const look = () => {
    const found = document.querySelector(shown)
    const there = found && (!(found instanceof HTMLImageElement) || (found.complete && found.naturalWidth > 0))
    if (!there) return void requestAnimationFrame(look)
    // In the next frame this one has been painted.
    requestAnimationFrame(() => Object.assign(globalThis, { shownAt: Date.now() }))
  }
  requestAnimationFrame(look)
}
