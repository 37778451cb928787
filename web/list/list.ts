import { proxy, ref } from 'valtio'
import { messageOf } from '../http/index.ts'
import { wordsOf } from '../messages/index.ts'
import { say } from '../ui/index.ts'
import { type Keyed, rangeOf } from './rows.ts'
import { LARGEST_PAGE, PAGE_SIZE } from './timings.ts'

export type Counts = Readonly<Record<string, number>>

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins; null where there is none. */
  readonly cursor: string | null
  /** How many there are of each kind, where the server counts. */
  readonly counts?: Counts | null
}

/** Where a page begins: by a cursor, or by how many rows came before. */
export interface From {
  readonly cursor: string | null
  readonly offset: number
}
export const FIRST_PAGE: From = { cursor: null, offset: 0 }

export interface Ask {
  readonly limit: number
  readonly signal?: AbortSignal
  /** Nobody waits for it. */
  readonly quiet?: boolean
}

export interface Push<Row> {
  changed(rows: readonly Row[], removed: readonly string[]): void
  connected(live: boolean): void
}

/** Everything about a list: how it is fetched, and where its changes come from. */
export interface Source<Row extends Keyed, Filter> {
  /** To begin with. */
  readonly filter: Filter
  fetch(filter: Filter, from: From, ask: Ask): Promise<Page<Row>>
  /** Pushes of one workspace, where there are any. Returns the way out. */
  watch?(account: string, push: Push<Row>): () => void
  /** The rows after a push: `receive` of `rows.ts` with what belongs under this filter. */
  receive(rows: readonly Row[], changed: readonly Row[], removed: readonly string[], filter: Filter): readonly Row[]
  /** How often all of it is fetched while nothing is pushed; every 60 s where left out. */
  readonly refreshMs?: number
  /** While nothing is pushed: which of these rows are gone, and whether any other changed. */
  update?(rows: readonly Row[], filter: Filter): Promise<{ readonly gone: readonly string[]; readonly stale: boolean }>
  /** Counts again after a burst of pushes; null where another filter is shown by then. */
  count?(shown: () => Filter): Promise<Counts | null>
  counted?(filter: Filter, counts: Counts): void
  /** What is said where it cannot be had and the server does not say why. */
  failed?(filter: Filter): string
}

export interface ListState<Row, Filter> {
  filter: Filter
  /** The filter that the rows in view were found by: behind `filter` only while an answer is awaited. */
  shown: Filter
  phase: 'loading' | 'ready' | 'failed'
  /** Why the last request failed: while it is ready, what is shown may be out of date. */
  problem: string | null
  /** One immutable value; a row that did not change is the very same object. */
  rows: readonly Row[]
  /** Where the page that came last began; null for the first. */
  cursor: string | null
  /** Where the next one begins; null where there is none. */
  nextCursor: string | null
  /** How many rows the server has sent so far: the next page of a search begins there. */
  searchOffset: number
  fetchingMore: boolean
  counts: Counts | null
  selected: ReadonlySet<string>
  live: boolean
}

/** Rows under a filter, page by page, kept up to date, some of them selected. */
export function createList<Row extends Keyed, Filter extends object>(source: Source<Row, Filter>) {
  const nothing = (): ListState<Row, Filter> => ({
    filter: source.filter,
    shown: source.filter,
    phase: 'loading',
    problem: null,
    rows: ref([]),
    cursor: null,
    nextCursor: null,
    searchOffset: 0,
    fetchingMore: false,
    counts: null,
    selected: ref(new Set<string>()),
    live: false,
  })
  const state = proxy(nothing())
  let asked = 0
  let abort = new AbortController()
  /** Rows pushed while a page is on its way: the page may be older than they are. */
  let meanwhile: { readonly rows: readonly Row[]; readonly removed: readonly string[] }[] | null = null
  let anchor: string | null = null
  const actions = new Set<() => void>()
  const select = (keys: Iterable<string>) => {
    state.selected = ref(new Set(keys))
  }
  const setRows = (rows: readonly Row[]) => {
    if (rows === state.rows) return
    state.rows = ref(rows as Row[])
    const there = new Set(rows.map(({ key }) => key))
    if ([...state.selected].some((key) => !there.has(key))) select([...state.selected].filter((key) => there.has(key)))
  }

  /** Loads from the start. `quietly`: nobody waits for it, and what is shown stays until the answer is there. */
  async function load(quietly = false): Promise<void> {
    if (!quietly) {
      state.phase = 'loading'
      state.problem = null
      setRows([])
    }
    await ask(quietly)
  }

  async function ask(quiet: boolean): Promise<void> {
    const mine = ++asked
    const { filter } = state
    abort.abort()
    abort = new AbortController()
    meanwhile = []
    const keeps = state.phase === 'ready' && state.shown === filter
    try {
      const limit = keeps ? Math.min(LARGEST_PAGE, Math.max(PAGE_SIZE, state.rows.length)) : PAGE_SIZE
      const page = await source.fetch(filter, FIRST_PAGE, { limit, signal: abort.signal, quiet })
      if (mine !== asked) return
      setRows(meanwhile.reduce((rows, push) => source.receive(rows, push.rows, push.removed, filter), page.rows))
      turned(null, page)
      state.shown = filter
      state.searchOffset = page.rows.length
      state.phase = 'ready'
      state.problem = null
      if (page.counts) takeCounts(page.counts)
    } catch (thrown) {
      if (mine !== asked) return
      if (!keeps) state.phase = 'failed'
      state.problem = messageOf(thrown, source.failed?.(filter) ?? wordsOf('list')('load_failed'))
    } finally {
      if (mine === asked) meanwhile = null
    }
  }

  function turned(from: string | null, { cursor }: Page<Row>): void {
    state.cursor = from
    state.nextCursor = cursor
  }

  function takeCounts(counts: Counts): void {
    state.counts = counts
    source.counted?.(state.filter, counts)
  }

  let adding: Promise<boolean> = Promise.resolve(false)
  /** Adds the next page; the one that is on its way, where one is. Where it cannot be had that is said, with the way to ask again. */
  function more(limit = PAGE_SIZE): Promise<boolean> {
    if (!state.fetchingMore) adding = add(limit)
    return adding
  }

  async function add(limit: number): Promise<boolean> {
    if (state.nextCursor === null || state.phase !== 'ready' || state.shown !== state.filter) return false
    const mine = asked
    state.fetchingMore = true
    try {
      const from = state.nextCursor
      const page = await source.fetch(state.filter, { cursor: from, offset: state.searchOffset }, { limit, signal: abort.signal })
      if (mine !== asked) return false
      const there = new Set(state.rows.map(({ key }) => key))
      setRows([...state.rows, ...page.rows.filter(({ key }) => !there.has(key))])
      turned(from, page)
      state.searchOffset += page.rows.length
      if (page.counts) takeCounts(page.counts)
      return true
    } catch (thrown) {
      // Asked for from the start meanwhile: nobody waits for this page.
      if (mine === asked) {
        const action = { label: wordsOf('ui')('retry'), run: () => void more(limit) }
        say.danger(messageOf(thrown, source.failed?.(state.filter) ?? wordsOf('list')('more_failed')), undefined, {
          id: 'more',
          action,
          here: true,
        })
      }
      return false
    } finally {
      state.fetchingMore = false
    }
  }

  return {
    source,
    state,
    load,
    /** Somebody asks for it once more: what is shown stays until the answer is there. */
    again: () => (state.phase === 'ready' ? ask(false) : load()),
    more,
    takeCounts,
    /** Another filter. `staying`: earlier results stay in view until the answer is there. */
    show(filter: Partial<Filter>, { staying = false } = {}): void {
      state.filter = { ...state.filter, ...filter }
      select([])
      void (staying && state.phase === 'ready' ? ask(false) : load())
    },
    changed(rows: readonly Row[], removed: readonly string[]): void {
      meanwhile?.push({ rows, removed })
      if (state.phase === 'ready') setRows(source.receive(state.rows, rows, removed, state.shown))
    },
    /** Clicked: with Shift everything from the last clicked row on. */
    toggle(key: string, range: boolean): void {
      const keys = state.rows.map((row) => row.key)
      const next = new Set(state.selected)
      const on = !next.has(key)
      for (const one of range && anchor ? rangeOf(keys, anchor, key) : [key]) on ? next.add(one) : next.delete(one)
      anchor = key
      select(next)
    },
    selectShown: () => select(state.rows.map(({ key }) => key)),
    selectNone: () => select([]),
    /** Everything that matches, rows that are not loaded yet included. */
    async selectAll(): Promise<void> {
      while (state.nextCursor !== null && (await more(LARGEST_PAGE)));
      if (state.nextCursor === null) select(state.rows.map(({ key }) => key))
    },
    /** Something was done with rows here: what it brought is worth looking for soon. */
    acted(): void {
      for (const action of actions) action()
    },
    onActed(listener: () => void): () => void {
      actions.add(listener)
      return () => actions.delete(listener)
    },
    /** It is somebody else's now: nothing stays of it, and no answer that is on its way comes in. */
    forget(): void {
      asked += 1
      meanwhile = null
      abort.abort()
      Object.assign(state, nothing())
    },
    /** Takes rows out at once; what the server says comes later. */
    drop(keys: readonly string[]): void {
      if (keys.length === 0) return
      const gone = new Set(keys)
      setRows(state.rows.filter(({ key }) => !gone.has(key)))
    },
  }
}

export type ListOf<Row extends Keyed, Filter extends object> = ReturnType<typeof createList<Row, Filter>>
