import { proxy, ref } from 'valtio/vanilla'
import type { PackCommand, PackState } from '#domain/pack'
import { LOGGED_OUT } from './answers.ts'
import { createArrivals } from './arrivals.ts'
import { type Confirmed, foldEvents } from './confirmed.ts'
import type { Connection } from './connection.ts'
import { createHistory } from './history.ts'
import { apply, type ModelContext, type PackRefused } from './model.ts'
import { withoutWhatIsThere } from './orphaned-outbox.ts'
import type { Kept } from './outbox.ts'
import { type Pace, targetOf } from './pending.ts'
import { bodyOf } from './records.ts'
import { holds, replay } from './replay.ts'
import { createSaver, type Ended } from './saver.ts'
import type { PackSession, PackSessionOptions, PackStore, SessionPorts } from './session.ts'
import type { SavedState } from './waiting.ts'

/** Longer than a push takes; then the saved change is fetched. */
const PATIENCE_MS = 2_000

/** A session on the ports of a page, a test or a simulation. */
export function sessionOn(ports: SessionPorts, options: PackSessionOptions): PackSession {
  const { documentKey, principal } = options
  const { calls, outbox, time, newKey, memory, connect } = ports
  const context: ModelContext = { principal, defaultCountry: options.defaultCountry ?? 'ZA', who: options.who ?? null }
  const listeners = new Set<() => void>()
  let confirmed: Confirmed = { view: options.view, revision: options.revision, viewDigest: options.viewDigest }
  let view = options.view
  let connection: Connection | null = null
  let closed = false
  const arrivals = createArrivals()

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
    // A page that waits for another page's call has not tried on its own; the polls know that there is no connection.
    const offline = saving.waiting > 0 && store.connection === 'offline'
    store.saved = offline ? { ...saving, state: 'offline' } : saving
  }

  let over = false
  function end(ended: Ended) {
    if (over || closed) return
    over = true
    // Here no answer to anything will come any more: the turn, and what waits, are for pages that are still served.
    if (!LOGGED_OUT.has(ended.code)) {
      saver.close()
      outbox.close()
    }
    options.onEnded?.(ended)
  }

  async function keep() {
    store.guarded = await outbox.keep(saver.kept)
  }

  /** Changes just reported as lost: the loss of dependent ones is no more news. */
  const blamed = new Set<string>()
  const saver = createSaver({
    pack: documentKey,
    time,
    newKey,
    keep,
    inTurn: (task) => outbox.inTurn(task),
    bodyOf(kind, changes) {
      // As the last of them left it: later changes go out on their own.
      const last = saver.pending.findLastIndex(({ id }) => changes.some((change) => change.id === id))
      const { view: then } = replay(confirmed.view, saver.pending.slice(0, last + 1), confirmed.revision, context)
      return bodyOf(then, kind, changes)
    },
    async send(call) {
      const answer = await calls.save(documentKey, call)
      if (answer.answer === 'failed' && answer.ended) end(answer.ended)
      return answer
    },
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
    log: ports.warn,
  })

  /** Changes on their way that the confirmed state holds already. */
  let held: ReadonlySet<number> = new Set()
  function rebase() {
    saver.settle(confirmed.revision)
    const awaited = saver.pending.filter(({ id, sent }) => !sent || !held.has(id))
    const { view: next, refused } = replay(confirmed.view, awaited, confirmed.revision, context)
    if (refused.size > 0) return giveUp(refused)
    show(next)
    arrivals.look()
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
    const onTheirWay = saver.pending.filter(({ sent }) => sent)
    const isHeld = onTheirWay.every(({ id }) => held.has(id)) || holds(next, confirmed, saver.pending, documentKey, context)
    held = new Set(isHeld ? onTheirWay.map(({ id }) => id) : [])
    confirmed = next
    store.revision = next.revision
    store.viewDigest = next.viewDigest
    rebase()
  }

  function act(command: PackCommand, pace: Pace): PackRefused | null {
    const before = view
    const applied = apply(before, command, time.now(), confirmed.revision, context)
    if ('refused' in applied) return applied
    const { view: after, took } = applied
    if (after === before) return null
    // Shown before it is queued: what is due at once is sent at once, and the record is read from the view.
    show(after)
    history.moved(before, after)
    saver.add(command, pace, took)
    void keep()
    return null
  }

  const history = createHistory({
    pack: documentKey,
    view: () => view,
    perform: (command) => act(command, 'settled'),
    ...(options.undoDepth === undefined ? {} : { depth: options.undoDepth }),
    changed: tellHistory,
    kept: () => options.onKept?.(),
    memory,
  })
  function tellHistory() {
    store.canUndo = history.canUndo
    store.canRedo = history.canRedo
  }
  tellHistory()

  connection = connect({
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
    ended: end,
  })

  function inherit(kept: Kept) {
    if (closed) return
    saver.adopt(withoutWhatIsThere(kept, view, (state, { command, at }) => apply(state, command, at, confirmed.revision, context)))
    void keep()
    rebase()
  }
  const inherited = outbox.inherit(inherit, () => saver.takeTurn())

  const warn = (event: BeforeUnloadEvent) => {
    if (store.saved.waiting > 0) event.preventDefault()
  }
  const online = () => saver.wake()
  globalThis.addEventListener?.('beforeunload', warn)
  globalThis.addEventListener?.('online', online)

  /** Until the confirmed state has reached the acknowledged changes: pushed, or fetched where nothing comes. */
  async function arrived(): Promise<void> {
    const patience = store.connection === 'live' ? PATIENCE_MS : 0
    const stop = time.after(patience, () => void connection?.refetch())
    await arrivals.until(() => saver.pending.length === 0 || closed)
    stop()
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
    step: history.step,
    history,
    inherited,
    async flush() {
      await saver.force()
      await arrived()
    },
    refetch: async () => {
      await connection?.refetch()
    },
    here: (where) => connection?.here(where),
    close() {
      closed = true
      saver.close()
      outbox.close()
      connection?.close()
      arrivals.look()
      globalThis.removeEventListener?.('beforeunload', warn)
      globalThis.removeEventListener?.('online', online)
    },
  }
}
