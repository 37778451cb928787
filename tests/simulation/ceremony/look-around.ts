import type { PackState } from '#domain/pack'
import type { Network } from '../client.ts'
import type { Random } from '../random.ts'
import type { Tab } from '../tab.ts'

/** How often somebody puts the page aside for a while. */
const PUTS_ASIDE = 0.3

/** A signer turns the pages, and does something else now and then. */
export async function lookAround({ eyes }: Tab, { documents }: PackState, chance: Random, { sleep }: Network): Promise<void> {
  if (!eyes) return
  for (const { key, pages } of documents) {
    for (const [page] of pages.entries()) if (chance.happens(0.8)) eyes.page(key, page)
  }
  if (!chance.happens(PUTS_ASIDE)) return
  const aside = chance.of('puts it aside')
  // Some only look at something else for a moment, again and again: that is reported together.
  for (let times = aside.below(4); times >= 0; times--) {
    eyes.away(true)
    await sleep(aside.below(aside.happens(0.5) ? 60_000 : 3_000))
    eyes.away(false)
    await sleep(aside.below(1_000))
  }
}
