import { proxy, ref } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { session } from '../auth/index.ts'
import { FIRST_PAGE, fetchPage, type Page } from './calls.ts'
import { noteCounts } from './counts.ts'
import { type Filter, rangeOf, receive } from './membership.ts'
import { documents } from './messages.ts'
import { LARGEST_PAGE, PAGE_SIZE } from './timings.ts'

export interface ListState {
  filter: Filter
  phase: 'loading' | 'ready' | 'failed'
  /** Why the last time of asking failed: while it is ready, what is shown may be out of date. */
  problem: string | null
  /** One immutable value; a row that did not change is the very same object. */
  rows: readonly ListRow[]
  /** Where the page that came last began; null for the first. */
  cursor: string | null
  /** Where the next one begins; null where there is none. */
  nextCursor: string | null
  /** How many rows a search has been given so far: its next page begins there. */
  searchOffset: number
  fetchingMore: boolean
  counts: Readonly<Record<string, number>> | null
  selected: ReadonlySet<string>
  live: boolean
}

/** A list of the workspace under a filter: the documents, or the trash. */
export function createList(initial: Filter) {
  const state = proxy<ListState>({
    filter: initial,
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
  let asked = 0
  let abort = new AbortController()
  /** What was pushed while a page is on its way: the page may be older than that. */
  let meanwhile: { readonly rows: readonly ListRow[]; readonly removed: readonly string[] }[] | null = null
  let anchor: string | null = null
  const actions = new Set<() => void>()
  const me = () => session.user?.key ?? ''
  const select = (keys: Iterable<string>) => {
    state.selected = ref(new Set(keys))
  }
  const setRows = (rows: readonly ListRow[]) => {
    if (rows === state.rows) return
    state.rows = ref(rows as ListRow[])
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

  async function ask(quietly: boolean): Promise<void> {
    const mine = ++asked
    abort.abort()
    abort = new AbortController()
    meanwhile = []
    const keeps = state.phase === 'ready'
    try {
      const wanted = keeps ? Math.min(LARGEST_PAGE, Math.max(PAGE_SIZE, state.rows.length)) : PAGE_SIZE
      const page = await fetchPage(state.filter, FIRST_PAGE, wanted, abort.signal, quietly)
      if (mine !== asked) return
      setRows(meanwhile.reduce((rows, push) => receive(rows, push.rows, push.removed, state.filter, me()), page.rows))
      turned(null, page)
      state.searchOffset = page.rows.length
      state.phase = 'ready'
      state.problem = null
      if (page.counts) takeCounts(page.counts)
    } catch (thrown) {
      if (mine !== asked) return
      if (!keeps) state.phase = 'failed'
      state.problem = messageOf(thrown, wordsOf(documents)('load_failed'))
    } finally {
      if (mine === asked) meanwhile = null
    }
  }

  function turned(from: string | null, { cursor }: Page): void {
    state.cursor = from
    state.nextCursor = cursor
  }

  function takeCounts(counts: Readonly<Record<string, number>>): void {
    state.counts = counts
    if (!state.filter.trash && !state.filter.search) noteCounts(state.filter.type, counts)
  }

  /** Adds the next page. Where it cannot be had that is said, with the way to ask again. */
  async function more(limit = PAGE_SIZE): Promise<boolean> {
    if (state.nextCursor === null || state.fetchingMore || state.phase !== 'ready') return false
    const mine = asked
    state.fetchingMore = true
    try {
      const from = state.nextCursor
      const page = await fetchPage(state.filter, { cursor: from, offset: state.searchOffset }, limit, abort.signal)
      if (mine !== asked) return false
      const there = new Set(state.rows.map(({ key }) => key))
      setRows([...state.rows, ...page.rows.filter(({ key }) => !there.has(key))])
      turned(from, page)
      state.searchOffset += page.rows.length
      return true
    } catch (thrown) {
      // Asked for from the start meanwhile: nobody waits for this page.
      if (mine === asked) {
        const action = { label: wordsOf('ui')('retry'), run: () => void more(limit) }
        say.danger(messageOf(thrown, wordsOf(documents)('more_failed')), undefined, { id: 'more', action, here: true })
      }
      return false
    } finally {
      state.fetchingMore = false
    }
  }

  return {
    state,
    load,
    /** Somebody asks for it once more: what is shown stays until the answer is there. */
    again: () => (state.phase === 'ready' ? ask(false) : load()),
    more,
    takeCounts,
    show(filter: Partial<Filter>): void {
      state.filter = { ...state.filter, ...filter }
      select([])
      void load()
    },
    changed(rows: readonly ListRow[], removed: readonly string[]): void {
      meanwhile?.push({ rows, removed })
      if (state.phase === 'ready') setRows(receive(state.rows, rows, removed, state.filter, me()))
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
    /** Takes rows out at once; what the server says comes later. */
    drop(keys: readonly string[]): void {
      if (keys.length === 0) return
      const gone = new Set(keys)
      setRows(state.rows.filter(({ key }) => !gone.has(key)))
    },
  }
}

export type List = ReturnType<typeof createList>
export const documentList = createList({ type: 'document', status: 'all', search: '', trash: false })
