import type { Account } from '../../../command-api/edge/caller.ts'
import { storage } from '../browser.ts'
import { clientOf, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import { openTab, type Tab } from '../tab.ts'

interface Work {
  readonly pack: string
  readonly who: Account
  /** Drawn from for all that they do. */
  readonly chance: Random
  readonly times: number
  /** At most, in milliseconds, between one thing and the next. */
  readonly pause: number
  /** How often a page crashes after something was done there. */
  readonly crashes: number
  /** What they do on a page, each time that it is called; `left` counts down. */
  begin(page: Tab): (left: number) => void
  /** On the last page, before it closes or is left. */
  end(page: Tab): Promise<void>
}

/** Values that only the page's user changes. */
interface Own {
  shot(): string
  /** It became something else by itself. */
  say(was: string, is: string): void
}

/** Until it says that all is saved: nobody does anything there any more, and so it shows nothing else meanwhile, however shortly. */
export async function savedAsShown(page: Tab, { shot, say }: Own): Promise<boolean> {
  const shown = shot()
  const stop = page.onShown(() => void (shot() === shown || say(shown, shot())))
  const saved = await page.saved()
  stop()
  return saved
}

/** Once it says that all is saved it is closed, or stands open as long as the browser does. */
export async function putDown(page: Tab, chance: Random, stays: number, own: Own | null = null): Promise<void> {
  await (own ? savedAsShown(page, own) : page.saved())
  if (chance.happens(stays)) page.leave()
  else page.close()
}

/** Somebody works on a page of their own, and where it crashes on the next, from which what that one left goes out. */
export async function workOnPages({ pack, who, chance, times, pause, crashes, begin, end }: Work, network: Network): Promise<void> {
  const browser = storage(chance.of('browser'))
  for (let left = times, crashed = true; crashed; ) {
    const now = await clientOf(network, () => who).look(pack)
    if (!now.ok) return
    const page = await openTab(network, browser, { caller: who, seen: now.seen })
    const act = begin(page)
    crashed = false
    for (; left > 0 && !crashed; left--) {
      act(left)
      await network.sleep(chance.below(pause))
      crashed = chance.happens(crashes)
    }
    if (crashed) page.crash()
    else await end(page)
  }
}
