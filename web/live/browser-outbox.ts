import { deleteEntries, type Entries, entries, entryName, entryNames, partsOf, sharedName } from './database.ts'
import { currentCommand } from './former-commands.ts'
import { forgetDrafts } from './kept-draft.ts'
import { forgetHistory } from './kept-history.ts'
import { bounded, type Earlier, type Kept, NOTHING_EARLIER, NOTHING_KEPT, type Outbox } from './outbox.ts'
import { browserPages, type Pages } from './pages.ts'

/** Messages between pages: one was opened; one was there before it; a person's changes are to be forgotten everywhere. */
type Word = { readonly born: string } | { readonly here: string } | { readonly wiped: string }
const CHANNEL = 'paraph-outbox'
const lockOf = (entry: string) => `outbox ${entry}`

/** What a browser lends to its pages. */
export interface Browser {
  readonly entries: Entries
  readonly pages: Pages
  /** null: pages can't speak with each other here. */
  channel(): Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | null
}

let pagesOfAll: Pages | undefined
const pagesHere = () => {
  pagesOfAll ??= browserPages()
  return pagesOfAll
}
const channelHere = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL))
const here = (): Browser => ({ entries, pages: pagesHere(), channel: channelHere })

/** Names of entries: of other pages that this one has not taken over; and whether it is noted what went out. */
interface Found {
  readonly others: readonly string[]
  readonly sent: boolean
}
const NOTHING_FOUND: Found = { others: [], sent: false }

/** Each page has an entry of its own; a lock of that name tells the others that the page lives. */
export function browserOutbox(pack: string, principal: string, page: string, { entries, pages, ...browser } = here()): Outbox {
  const mine = entryName(pack, principal, page)
  const shared = sharedName(mine)
  const living = pages.hold(lockOf(mine))
  const channel = browser.channel()
  const watched = new Map<string, () => void>()
  const taken = new Set<string>()
  let take: ((kept: Kept) => void) | null = null
  let tellGone = () => {}
  let latest = NOTHING_KEPT
  let inherited: readonly string[] = []
  let writing: Promise<boolean> | null = null
  let written: Promise<unknown> = Promise.resolve()
  let looking: Promise<Found> = Promise.resolve(NOTHING_FOUND)
  let wiped = false
  let closed = false

  /** One write holds all the changes made in the same moment, and begins in it: the page may be closed in the next. */
  function write(): Promise<boolean> {
    if (closed) return Promise.resolve(false)
    writing ??= Promise.resolve().then(async () => {
      writing = null
      const instead = inherited
      inherited = []
      const all = latest
      const kept = bounded(all)
      try {
        await entries.write(mine, wiped ? NOTHING_KEPT : kept, instead)
        return !wiped && kept === all
      } catch {
        inherited = [...instead, ...inherited]
        return false
      }
    })
    written = writing.then(forgetSent).catch(() => undefined)
    return writing
  }

  async function look(): Promise<Found> {
    if (closed || wiped || !take) return NOTHING_FOUND
    const found = await names()
    for (const name of found.others) {
      if (taken.has(name)) continue
      await pages.ifGone(lockOf(name), async () => {
        const kept = await entries.read(name)
        if (closed || taken.has(name)) return
        taken.add(name)
        inherited = [...inherited, name]
        if (kept) take?.({ ...kept, changes: kept.changes.map((change) => ({ ...change, command: currentCommand(change.command) })) })
        await write()
      })
      if (!taken.has(name)) watch(name)
    }
    return { ...found, others: found.others.filter((name) => !taken.has(name)) }
  }
  async function names(): Promise<Found> {
    const all = (await entries.names()).filter((name) => sharedName(name) === shared)
    return { others: all.filter((name) => name !== mine && name !== shared), sent: all.includes(shared) }
  }
  // A browser without storage still saves; only the safety net is missing. One look at a time: none is still about to hand
  // something over when a turn begins.
  function quietly(): Promise<Found> {
    looking = looking.then(look).catch(() => NOTHING_FOUND)
    return looking
  }

  async function earlier({ others, sent }: Found): Promise<Earlier> {
    const kept = await Promise.all(others.map((name) => entries.read(name)))
    const calls = kept.flatMap((one) => one?.calls ?? []).map(({ of: _, ...call }) => call)
    return { sent: sent ? await entries.sent(shared) : {}, calls }
  }

  /** What went out tells nothing any more where nothing waits: all that comes now is newer. */
  async function forgetSent(): Promise<void> {
    if (closed || latest.changes.length > 0) return
    const { others, sent } = await names()
    if (sent && others.length === 0 && latest.changes.length === 0) await entries.write(mine, NOTHING_KEPT, [shared])
  }

  function watch(name: string): void {
    if (closed || watched.has(name)) return
    const stop = pages.whenGone(lockOf(name), () => {
      watched.delete(name)
      tellGone()
    })
    watched.set(name, stop)
  }

  /** Another page of this person's with this pack. */
  function isSiblingPage(name: string): boolean {
    const of = partsOf(name)
    return name !== mine && of.pack === pack && of.principal === principal
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('wiped' in data && data.wiped === principal) {
      wiped = true
      forgetHere(principal)
    }
    if ('born' in data && isSiblingPage(data.born)) {
      watch(data.born)
      // One that has nothing to keep yet is found nowhere else.
      channel.postMessage({ here: mine } satisfies Word)
    }
    if ('here' in data && isSiblingPage(data.here)) watch(data.here)
  })
  channel?.postMessage({ born: mine } satisfies Word)

  return {
    inherit(taker, gone) {
      take = taker
      tellGone = gone
      return quietly().then(() => undefined)
    },
    keep(kept) {
      latest = kept
      return write()
    },
    inTurn: (task) =>
      pages.inTurn(`sending ${pack} ${principal}`, async () => {
        await task(await earlier(await quietly()).catch(() => NOTHING_EARLIER))
        // The next owner reads the present entries: not a call that was answered.
        await written
      }),
    close() {
      closed = true
      // Not before the last entry is written: an heir reads it as soon as the name is free.
      void (writing ?? Promise.resolve()).then(() => {
        living.over()
        channel?.close()
      })
      for (const stop of watched.values()) stop()
    },
  }
}

/** Forgets all that a person's pages keep here: they signed out, have finished, or may not come back. */
export async function wipeOutbox(principal: string): Promise<void> {
  const channel = channelHere()
  channel?.postMessage({ wiped: principal } satisfies Word)
  channel?.close()
  forgetHere(principal)
  try {
    await deleteEntries((await entryNames()).filter((name) => partsOf(name).principal === principal))
  } catch {
    // No storage: nothing was kept.
  }
}

/** Of what a person's tab keeps for itself. */
function forgetHere(principal: string): void {
  forgetHistory(principal)
  forgetDrafts(principal)
}

/** Forgets what other account holders left in this browser. Signers' changes are their links' matter; what they had begun to type in this very tab is not. */
export async function keepOnlyFor(principal: string): Promise<void> {
  forgetDrafts()
  try {
    const others = new Set((await entryNames()).map((name) => partsOf(name).principal))
    for (const other of others) if (other.startsWith('user:') && other !== principal) await wipeOutbox(other)
  } catch {
    // As above.
  }
}

/** Forgets what waits for a pack that is no more. */
export async function wipePack(pack: string, principal: string): Promise<void> {
  const of = (await entryNames()).filter((name) => partsOf(name).pack === pack && partsOf(name).principal === principal)
  await deleteEntries(of)
}

/** Packs for which a page that is gone has left something of this person's. */
export async function packsLeftBehind(principal: string): Promise<readonly string[]> {
  const pages = pagesHere()
  const left = new Set<string>()
  try {
    for (const name of await entryNames()) {
      const of = partsOf(name)
      if (of.principal === principal && of.page !== null) await pages.ifGone(lockOf(name), async () => void left.add(of.pack))
    }
  } catch {
    // As above.
  }
  return [...left]
}
