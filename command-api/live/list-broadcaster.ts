import { LIVE } from '#contract/live'
import type { Timers } from '#platform/ports'
import type { Queries } from '#projections'

interface Emitter {
  emit(name: string, message: unknown): unknown
}

export interface ListBroadcasterOptions {
  readonly queries: Pick<Queries, 'onRows' | 'rowsOf'>
  readonly timers: Timers
  watched(): boolean
  to(workspace: string): Emitter
}
export interface ListBroadcaster {
  /** These packs changed: where no rows follow by themselves, another process keeps them, and they are read soon. */
  expect(packs: Iterable<string>): void
  /** A pack was deleted for good: its row is gone, or will be in a moment. */
  deleted(workspace: string, pack: string): void
  /** A pack was moved out of this workspace. A row read before may still be on its way there: it is removed again with the next. */
  left(workspace: string, pack: string): void
  stop(): void
}

/** By then the process that keeps the rows has written them, undisturbed. */
const ELSEWHERE_MS = 250
/** Of so many deleted or moved packs it is remembered whose they were. */
const MOST_GONE = 10_000

/** Sends changed rows of the list to the watchers of their workspace. While rows are read, further changes are gathered. */
export function listBroadcaster({ queries, timers, watched, to }: ListBroadcasterOptions): ListBroadcaster {
  let waiting = new Set<string>()
  let reading = false
  let stopped = false
  const expected = new Set<string>()
  let cancelExpected: (() => void) | null = null
  /** Read a moment ago: the log agrees with these rows. */
  const recent = new Set<string>()
  // Of a row that is gone nothing else tells whose it was.
  const workspaceOf = new Map<string, string>()
  /** The workspaces that moved packs belonged to. */
  const formerOf = new Map<string, ReadonlySet<string>>()

  async function read(): Promise<void> {
    reading = true
    while (waiting.size > 0) {
      const packs = [...waiting]
      waiting = new Set()
      const rows = await queries.rowsOf(packs).catch(() => null)
      if (rows === null) {
        again(packs)
        continue
      }
      const byWorkspace = new Map<string, { documents: unknown[]; removed: string[] }>()
      const news = (workspace: string) => {
        const found = byWorkspace.get(workspace) ?? { documents: [], removed: [] }
        byWorkspace.set(workspace, found)
        return found
      }
      for (const row of rows) {
        news(row.account_key).documents.push(row)
        const formers: ReadonlySet<string> = formerOf.get(row.key) ?? new Set()
        for (const former of formers) if (former !== row.account_key) news(former).removed.push(row.key)
        // No older row follows this one: what happens from here on is none of theirs.
        if (formers.has(row.account_key)) formerOf.set(row.key, new Set([row.account_key]))
        else formerOf.delete(row.key)
      }
      const there = new Set(rows.map(({ key }) => key))
      for (const pack of packs) {
        const workspace = workspaceOf.get(pack)
        if (there.has(pack) || workspace === undefined) continue
        news(workspace).removed.push(pack)
      }
      for (const [account_key, { documents, removed }] of byWorkspace) {
        to(account_key).emit(LIVE.listChanged, { account_key, documents, removed })
      }
    }
    reading = false
  }

  function news(packs: Iterable<string>): void {
    for (const pack of packs) {
      waiting.add(pack)
      expected.delete(pack)
    }
    if (!watched()) waiting.clear()
    else if (!reading && waiting.size > 0) void read()
  }
  function atLast(): void {
    cancelExpected = null
    recent.clear()
    news([...expected])
  }
  const soon = () => {
    if (!stopped) cancelExpected ??= timers.after(ELSEWHERE_MS, atLast)
  }
  /** They could not be read: nothing else would tell of them again. */
  function again(packs: readonly string[]): void {
    for (const pack of packs) expected.add(pack)
    soon()
  }
  const unhear = queries.onRows((packs) => {
    for (const pack of packs) recent.add(pack)
    soon()
    news(packs)
  })
  return {
    expect(packs) {
      if (!watched()) return
      for (const pack of packs) if (!recent.has(pack)) expected.add(pack)
      soon()
    },
    deleted(workspace, pack) {
      if (workspaceOf.size >= MOST_GONE) workspaceOf.clear()
      workspaceOf.set(pack, workspace)
      to(workspace).emit(LIVE.listChanged, { account_key: workspace, documents: [], removed: [pack] })
    },
    left(workspace, pack) {
      if (formerOf.size >= MOST_GONE) formerOf.clear()
      formerOf.set(pack, new Set([...(formerOf.get(pack) ?? []), workspace]))
      to(workspace).emit(LIVE.listChanged, { account_key: workspace, documents: [], removed: [pack] })
    },
    stop() {
      stopped = true
      cancelExpected?.()
      unhear()
    },
  }
}
