import { proxy, ref } from 'valtio/vanilla'
import type { PackCommand, PackRefusalCode, PackState, Who } from '#domain/pack'
import { newKey } from '../http/index.ts'
import { httpCalls, type SessionCalls } from './calls.ts'
import { type Confirmed, foldEvents } from './confirmed.ts'
import { type Connection, type ConnectionState, openConnection, type Presence, type Progress } from './connection.ts'
import { createHistory, type History } from './history.ts'
import { apply, type ModelContext, type PackRefused } from './model.ts'
import { browserOutbox, type Outbox } from './outbox.ts'
import type { Pace } from './pending.ts'
import { recordOfDocument, recordOfField, recordOfSignatory } from './records.ts'
import { createSaver, type Loss, NotSaved, type SavedState } from './saver.ts'

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
  /** For tests. */
  readonly calls?: SessionCalls
  readonly outbox?: Outbox
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

  const saver = createSaver({
    pack: documentKey,
    newKey,
    bodyOf: (kind, changes) => {
      if (kind === 'document') return recordOfDocument(view, changes)
      if (kind === 'signatory') return recordOfSignatory(view, changes)
      const byField = new Map<string, (typeof changes)[number][]>()
      for (const change of changes) byField.set(change.target.key, [...(byField.get(change.target.key) ?? []), change])
      return [...byField.values()].map((ofOne) => recordOfField(view, ofOne))
    },
    send: (call) => calls.save(documentKey, call),
    changed: () => {
      keep()
      rebase()
    },
    saved: (state) => {
      store.saved = state
    },
    lost: (loss) => options.onLost?.(loss),
    log: (words) => console.warn(words),
  })

  function keep() {
    outbox.keep(saver.pending.filter(({ acknowledged }) => acknowledged === null).map(({ command }) => command))
  }

  /** What is pending is decided again on what is confirmed: a repeated command decides nothing, so none counts twice. */
  function rebase() {
    saver.settle(confirmed.revision)
    const refused = new Map<number, PackRefused>()
    const next = saver.pending.reduce((state, { id, command, at, sent, acknowledged }) => {
      const after = apply(state, command, at, confirmed.revision, context)
      if (!('refused' in after)) return after
      // The server has it or is deciding: its word counts.
      if (!sent && acknowledged === null) refused.set(id, after)
      return state
    }, confirmed.view)
    if (refused.size > 0) {
      const kinds = new Map(saver.pending.map(({ id, target }) => [id, target]))
      saver.drop(new Set(refused.keys()))
      for (const [id, { refused: code, at }] of refused) {
        const target = kinds.get(id)!
        options.onLost?.({ code, message: null, at: at ?? [target.key], kind: target.kind })
      }
      return
    }
    show(next)
    for (const arrival of arrivals) arrival()
  }

  function confirm(next: Confirmed) {
    if (closed || next === confirmed) return
    confirmed = next
    store.revision = next.revision
    store.viewDigest = next.viewDigest
    rebase()
  }

  function act(command: PackCommand, pace: Pace): PackRefused | null {
    const after = apply(view, command, Date.now(), confirmed.revision, context)
    if ('refused' in after) return after
    if (after === view) return null
    // Shown before it is queued: what is due at once is sent at once, and the record is read from the view.
    show(after)
    saver.add(command, pace)
    keep()
    return null
  }

  let refusals: PackRefused[] = []
  const history = createHistory(
    () => view,
    (command) => {
      const refused = act(command, 'settled')
      if (refused) refusals.push(refused)
      return refused === null
    },
    options.undoDepth,
    () => {
      store.canUndo = history.canUndo
      store.canRedo = history.canRedo
    },
  )

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
      if (state === 'live') saver.wake()
    },
    present: (people) => {
      store.people = people
    },
    progress: (progress) => {
      store.progress = { ...store.progress, [progress.child_key]: progress }
    },
  })

  void outbox.load().then((commands) => {
    if (closed) return
    for (const command of commands) act(command, 'settled')
    keep()
  })

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

export type { Loss, PackRefusalCode }
export { NotSaved }
