import { proxy, ref } from 'valtio/vanilla'
import type { PackCommand, PackState, Who } from '#domain/pack'
import { newKey } from '../http/index.ts'
import { browserOutbox } from './browser-outbox.ts'
import { httpCalls, type SessionCalls } from './calls.ts'
import { type Confirmed, foldEvents } from './confirmed.ts'
import { type Connection, type ConnectionState, type Ended, openConnection, type Presence, type Progress } from './connection.ts'
import { createHistory, type History } from './history.ts'
import { type HistoryMemory, tabHistory } from './kept-history.ts'
import { apply, type ModelContext, type PackRefused } from './model.ts'
import type { Kept, Outbox } from './outbox.ts'
import { type Pace, targetOf } from './pending.ts'
import { bodyOf } from './records.ts'
import { replay } from './replay.ts'
import { createSaver, type Loss } from './saver.ts'
import type { SavedState } from './waiting.ts'

export interface PackSessionOptions {
  readonly documentKey: string
  readonly view: PackState
  readonly revision: number
  readonly viewDigest: string | null
  readonly audience: 'team' | { readonly signatory: string }
  /** `user:<key>` or `signatory:<uuid>`. */
  readonly principal: string
  readonly sessionToken?: string
  /** For asking the policy before showing a change; without it only the server does. */
  readonly who?: Who
  readonly defaultCountry?: string
  readonly undoDepth?: number
  /** A change was shown and then refused by the server or by what others did meanwhile; it is rolled back. */
  readonly onLost?: (loss: Loss) => void
  /** Undoing left something as it is, because somebody else has changed it since. */
  readonly onKept?: () => void
  /** The server serves this session no longer: the link was voided, the membership or the login ended. */
  readonly onEnded?: (ended: Ended) => void
  /** For tests. */
  readonly calls?: SessionCalls
  readonly outbox?: Outbox
  readonly memory?: HistoryMemory
  readonly connect?: typeof openConnection
}

export interface PackStore {
  /** Confirmed and pending. One immutable value: compare its parts by identity. */
  view: PackState
  /** Of the confirmed state. */
  revision: number
  viewDigest: string | null
  connection: ConnectionState
  saved: SavedState
  /** What waits is kept in the browser too, so that a closed tab does not lose it. */
  guarded: boolean
  people: Presence
  /** Conversion and sealing of each child, while they run. */
  progress: Record<string, Progress>
  canUndo: boolean
  canRedo: boolean
}

export interface PackSession {
  readonly documentKey: string
  /** Of mobile numbers without a country code. */
  readonly defaultCountry: string
  readonly store: PackStore
  /** The view as it is now, for code outside components. */
  view(): PackState
  /** What the server has told: the events up to a revision, and nothing else. */
  confirmed(): Confirmed
  /** Tells of every change of the view, at once. */
  subscribe(listener: () => void): () => void
  /** Shows a change at once and saves it by itself. null: done, or nothing to do. */
  do(command: PackCommand, pace?: Pace): PackRefused | null
  /** Several as one step that can be undone; answers with what was refused, the others are done. */
  step(commands: readonly PackCommand[]): readonly PackRefused[]
  readonly history: Pick<History, 'undo' | 'redo' | 'clear'>
  /** Saves everything now; afterwards nothing is pending. Rejects with NotSaved. */
  flush(): Promise<void>
  /** Asks for the whole view again. */
  refetch(): Promise<void>
  /** Tells the others which page is looked at. */
  here(page: number | null): void
  close(): void
}

export function createPackSession(options: PackSessionOptions): PackSession {
  const { documentKey, principal } = options
  const context: ModelContext = { principal, defaultCountry: options.defaultCountry ?? 'ZA', who: options.who ?? null }
  const calls = options.calls ?? httpCalls
  const outbox = options.outbox ?? browserOutbox(documentKey, principal, newKey())
  const listeners = new Set<() => void>()
  let confirmed: Confirmed = { view: options.view, revision: options.revision, viewDigest: options.viewDigest }
  let view = options.view
  let connection: Connection | null = null
  let closed = false
  const arrivals = new Set<() => void>()

  const store = proxy<PackStore>({
    view: ref(view),
    revision: confirmed.revision,
    viewDigest: confirmed.viewDigest,
    connection: 'polling',
    saved: { state: 'saved', waiting: 0 },
    guarded: true,
    people: [],
    progress: {},
    canUndo: false,
    canRedo: false,
  })

  function show(next: PackState) {
    if (next === view) return
    view = next
    store.view = ref(next)
    for (const listener of listeners) listener()
  }

  let saving: SavedState = store.saved
  function tellSaved() {
    // Whoever waits for another page's call has not tried by itself; the polls know that there is no line.
    const offline = saving.waiting > 0 && store.connection === 'offline'
    store.saved = offline ? { ...saving, state: 'offline' } : saving
  }

  async function keep() {
    store.guarded = await outbox.keep(saver.kept)
  }

  /** What was just told to be lost: that what rested on it is gone too is no more news. */
  const blamed = new Set<string>()
  const saver = createSaver({
    pack: documentKey,
    newKey,
    keep,
    inTurn: (task) => outbox.inTurn(task),
    bodyOf(kind, changes) {
      // As the last of them left it: what was changed afterwards goes out by itself.
      const last = saver.pending.findLastIndex((each) => changes.includes(each))
      const { view: then } = replay(confirmed.view, saver.pending.slice(0, last + 1), confirmed.revision, context)
      return bodyOf(then, kind, changes)
    },
    send: (call) => calls.save(documentKey, call),
    changed() {
      void keep()
      rebase()
      blamed.clear()
    },
    saved(state) {
      saving = state
      tellSaved()
    },
    lost(loss) {
      for (const command of loss.commands) blamed.add(targetOf(command, documentKey)?.key ?? '')
      options.onLost?.(loss)
    },
    log: (words) => console.warn(words),
  })

  function rebase() {
    saver.settle(confirmed.revision)
    const { view: next, refused } = replay(confirmed.view, saver.pending, confirmed.revision, context)
    if (refused.size > 0) return giveUp(refused)
    show(next)
    for (const arrival of arrivals) arrival()
  }

  function giveUp(refused: ReadonlyMap<number, PackRefused>) {
    const news = saver.pending.filter(({ id, target }) => refused.has(id) && !blamed.has(target.key))
    saver.drop(new Set(refused.keys()))
    for (const { id, target, command } of news) {
      const { refused: code, at } = refused.get(id)!
      options.onLost?.({ code, message: null, at: at ?? [target.key], kind: target.kind, commands: [command] })
    }
  }

  function confirm(next: Confirmed) {
    if (closed || next === confirmed) return
    confirmed = next
    store.revision = next.revision
    store.viewDigest = next.viewDigest
    rebase()
  }

  function act(command: PackCommand, pace: Pace): PackRefused | null {
    const before = view
    const after = apply(before, command, Date.now(), confirmed.revision, context)
    if ('refused' in after) return after
    if (after === before) return null
    // Shown before it is queued: what is due at once is sent at once, and the record is read from the view.
    show(after)
    history.moved(before, after)
    saver.add(command, pace)
    void keep()
    return null
  }

  let refusals: PackRefused[] = []
  const history = createHistory({
    pack: documentKey,
    view: () => view,
    perform(command) {
      const refused = act(command, 'settled')
      if (refused) refusals.push(refused)
      return refused === null
    },
    ...(options.undoDepth === undefined ? {} : { depth: options.undoDepth }),
    changed: tellHistory,
    kept: () => options.onKept?.(),
    memory: options.memory ?? tabHistory(documentKey, principal),
  })
  function tellHistory() {
    store.canUndo = history.canUndo
    store.canRedo = history.canRedo
  }
  tellHistory()

  connection = (options.connect ?? openConnection)({
    pack: documentKey,
    sessionToken: options.sessionToken ?? null,
    calls,
    signing: options.audience !== 'team',
    revision: () => confirmed.revision,
    converting: () => confirmed.view.documents.some(({ conversion: { state } }) => state === 'waiting' || state === 'converting'),
    events: (message) => {
      const next = foldEvents(confirmed, message)
      if (next === 'gap') void connection?.catchUp()
      else confirm(next)
    },
    fresh: (message) => {
      if (message.revision < confirmed.revision) return
      confirm({ view: message.view as PackState, revision: message.revision, viewDigest: message.view_digest })
    },
    state: (state) => {
      store.connection = state
      tellSaved()
      if (state === 'live') saver.wake()
    },
    present: (people) => {
      store.people = people
    },
    progress: (progress) => {
      store.progress = { ...store.progress, [progress.child_key]: progress }
    },
    ended: (ended) => options.onEnded?.(ended),
  })

  /** What is there already needs no saving; what may have been sent goes out again in any case. */
  function inherit({ changes, calls: left }: Kept) {
    if (closed) return
    const sent = new Set(left.flatMap(({ of }) => of))
    let state = view
    const useful = changes.map(({ command, at }, index) => {
      const after = apply(state, command, at, confirmed.revision, context)
      if ('refused' in after) return true
      const changed = after !== state
      state = after
      return changed || sent.has(index)
    })
    const place = useful.map((is, at) => (is ? useful.slice(0, at).filter(Boolean).length : -1))
    saver.adopt({
      changes: changes.filter((_, at) => useful[at]),
      calls: left.map((call) => ({ ...call, of: call.of.flatMap((at) => (useful[at] ? [place[at]!] : [])) })),
    })
    void keep()
    rebase()
  }
  void outbox.inherit(inherit)

  const warn = (event: BeforeUnloadEvent) => {
    if (store.saved.waiting > 0) event.preventDefault()
  }
  const online = () => saver.wake()
  globalThis.addEventListener?.('beforeunload', warn)
  globalThis.addEventListener?.('online', online)

  /** Until the confirmed state has reached what was acknowledged: pushed, or fetched where nothing comes. */
  async function arrived(): Promise<void> {
    if (saver.pending.length === 0) return
    const patience = store.connection === 'live' ? 2_000 : 0
    const fetched = setTimeout(() => void connection?.refetch(), patience)
    await new Promise<void>((resolve) => {
      const look = () => {
        if (saver.pending.length > 0 && !closed) return
        arrivals.delete(look)
        resolve()
      }
      arrivals.add(look)
      look()
    })
    clearTimeout(fetched)
  }

  return {
    documentKey,
    defaultCountry: context.defaultCountry,
    store,
    view: () => view,
    confirmed: () => confirmed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    do: (command, pace = 'settled') => act(command, pace),
    step: (commands) => {
      refusals = []
      history.step(commands)
      return refusals
    },
    history,
    async flush() {
      await saver.force()
      await arrived()
    },
    refetch: async () => {
      await connection?.refetch()
    },
    here: (page) => connection?.here(page),
    close() {
      closed = true
      saver.close()
      outbox.close()
      connection?.close()
      for (const arrival of arrivals) arrival()
      globalThis.removeEventListener?.('beforeunload', warn)
      globalThis.removeEventListener?.('online', online)
    },
  }
}
