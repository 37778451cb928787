import type { BrowserContext, Page, Route } from 'playwright/test'
import { HEADERS } from '#contract/envelope'

export type Line = 'fine' | 'cut' | 'answer lost' | 'answer late'

/** The line between a browser and the server, for saves: they go nowhere, or arrive and nobody hears of it, or late. */
export async function badLine(context: BrowserContext): Promise<{ becomes(line: Line): void }> {
  let line: Line = 'fine'
  await context.route(/\/app\/documents\/[^/]+\/(add_update_data_field|update_document|update_signatory_details)/, async (route) => {
    const now = line
    try {
      if (now === 'fine') return await route.continue()
      if (now === 'cut') return await route.abort('connectionfailed')
      const response = await route.fetch()
      if (now === 'answer late') return await route.fulfill({ response })
      await route.abort('connectionreset')
    } catch {
      // The page was closed meanwhile: the server has it, or not, and nobody knows.
    }
  })
  return {
    becomes(next) {
      line = next
    },
  }
}

async function loses(route: Route): Promise<void> {
  try {
    await route.fetch()
    await route.abort('connectionreset')
  } catch {
    // The page was closed meanwhile: the server has it, or not, and nobody knows.
  }
}

/** The server does what it is asked for first, and the page never hears of it. Returns how often that was. */
export async function losesAnswer(page: Page, path: string, method = 'POST'): Promise<() => number> {
  let lost = 0
  await page.route(`**${path}`, async (route) => {
    if (lost > 0 || route.request().method() !== method) return route.fallback()
    lost++
    await loses(route)
  })
  return () => lost
}

/** The first answer to everything that changes something is lost; sent again under its key it arrives. Returns how many were lost. */
export async function losesFirstAnswers(context: BrowserContext): Promise<() => number> {
  const asked = new Set<string>()
  await context.route('**/app/**', async (route) => {
    const { [HEADERS.idempotencyKey]: key } = route.request().headers()
    // Bytes that are put somewhere are looked at before it is said that they are there.
    if (!key || asked.has(key) || route.request().method() === 'PUT') return route.fallback()
    asked.add(key)
    await loses(route)
  })
  return () => asked.size
}

/**
 * The seeds to play: some in the short lane, more in the long one. `LIVE_ROUNDS=200` plays so many rounds; one seed
 * may stand for several; `LIVE_FIRST=137` begins with that one.
 */
export function seeds(short: number, long: number, each = 1): readonly number[] {
  const { LIVE_ROUNDS, LIVE_FIRST, LONG_TESTS } = process.env
  const count = LIVE_ROUNDS ? Math.ceil(Number(LIVE_ROUNDS) / each) : LONG_TESTS ? long : short
  return Array.from({ length: count }, (_, at) => Number(LIVE_FIRST ?? 1) + at)
}

/** The same numbers for the same seed, each between 0 and 1. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const oneOf = <T>(throwDice: () => number, all: readonly T[]): T => all[Math.floor(throwDice() * all.length)]!

/** Closes a page as when its process dies: it is not asked. */
export const kills = (page: Page) => page.close({ runBeforeUnload: false })
