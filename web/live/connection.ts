import type { z } from 'zod'
import { refusal } from '#contract/envelope'
import { LIVE, packEvents, packFresh, packProgress, packStale, presence, refusedLive } from '#contract/live'
import { LINK_PROBLEMS } from '#contract/signing'
import { HttpRefused, isFromProxy, isGone } from '../http/index.ts'
import { LOGGED_OUT, refusalIn } from './answers.ts'
import type { SessionCalls } from './calls.ts'
import { POLL } from './limits.ts'
import { listen } from './listen.ts'
import type { Ended } from './saver.ts'
import { pollRetry } from './schedule.ts'
import { liveSocket } from './socket.ts'

export type ConnectionState = 'live' | 'polling' | 'offline'
export type Presence = z.infer<typeof presence>['people']
/** A person's place in a pack, as shown to others. */
export type Whereabouts = Pick<Presence[number], 'page' | 'selection' | 'typing'>
export type Progress = z.infer<typeof packProgress>

export interface ConnectionPorts {
  readonly pack: string
  readonly sessionToken: string | null
  readonly calls: SessionCalls
  readonly signing: boolean
  revision(): number
  converting(): boolean
  events(message: z.infer<typeof packEvents>): void
  fresh(message: Pick<z.infer<typeof packFresh>, 'revision' | 'view' | 'view_digest'>): void
  state(state: ConnectionState): void
  present(people: Presence): void
  progress(progress: Progress): void
  ended(ended: Ended): void
}

/** Refusals after which asking again is of no use: only a new login, or a new link, would help. */
const ENDS = new Set([...LOGGED_OUT, 'not-a-member', 'not-found', 'document-gone', ...LINK_PROBLEMS])

/** Well within the time after which the server forgets who says nothing. */
export const SIGN_OF_LIFE_MS = 3_000

/** How many connections show a pack here: one screen may take it over from another before that one has gone. */
const shown = new Map<string, number>()

/** Keeps a pack up to date: by pushes where the socket is connected, else by the specification's polls. */
export function openConnection(ports: ConnectionPorts) {
  const { socket, release } = liveSocket(ports.sessionToken)
  const name = `${ports.sessionToken ?? ''} ${ports.pack}`
  shown.set(name, (shown.get(name) ?? 0) + 1)
  let state: ConnectionState | null = null
  let closed = false
  let seen = ''
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let over = false
  let refusals = 0
  let watchAgain: ReturnType<typeof setTimeout> | undefined
  let where: Whereabouts = { page: null, selection: [], typing: null }

  function set(next: ConnectionState) {
    if (state === next) return
    state = next
    ports.state(next)
    sayHere()
  }

  /** Called once: a call that comes too late, or twice, finds it closed already. */
  function end({ code, message }: Ended) {
    if (closed || over) return
    over = true
    ports.ended({ code, message })
  }

  async function watch() {
    try {
      const answer: unknown = await socket
        .timeout(10_000)
        .emitWithAck('watch_pack', { document_key: ports.pack, revision: ports.revision() })
      if (closed) return
      const refused = refusal.safeParse(answer)
      set(refused.success ? 'polling' : 'live')
      if (!refused.success) refusals = 0
      else if (ENDS.has(refused.data.code)) end(refused.data)
      else watchSoon()
    } catch {
      if (closed) return
      set('polling')
      watchSoon()
    }
  }

  /** A server that has just started may not answer everybody: the polls carry on, and it is asked again. */
  function watchSoon() {
    refusals += 1
    clearTimeout(watchAgain)
    watchAgain = setTimeout(
      () => {
        if (socket.connected && !over) void watch()
      },
      pollRetry(refusals, POLL.changes, Math.random()),
    )
  }

  async function refetch() {
    try {
      const answer = await ports.calls.view(ports.pack)
      if (closed) return
      ports.fresh({ revision: answer.revision, view: answer.view, view_digest: answer.view_digest })
      if (state === 'offline') set(socket.connected ? 'live' : 'polling')
    } catch (thrown) {
      failed(thrown)
    }
  }

  /** One at a time: what is too large to be pushed is not fetched twice at once. */
  let fetching: Promise<void> | null = null
  let fetchAgain = false
  async function refetchSoon(): Promise<void> {
    fetchAgain = true
    fetching ??= (async () => {
      while (fetchAgain && !closed) {
        fetchAgain = false
        await refetch()
      }
    })().finally(() => {
      fetching = null
    })
    return fetching
  }

  /** A server that says no is there; it may say so for good. */
  function failed(thrown: unknown) {
    if (closed) return
    if (!(thrown instanceof HttpRefused) || isFromProxy(thrown)) {
      if (state !== 'live') set('offline')
      return
    }
    if (state === 'offline') set('polling')
    if (ENDS.has(thrown.code) || isGone(thrown)) end(thrown)
  }

  /** Asks every so often whether anything changed, as long as nothing is pushed. */
  function poll(every: () => number, ask: () => Promise<string>) {
    let last: string | null = null
    let failures = 0
    const again = () => {
      const timer = setTimeout(
        async () => {
          timers.delete(timer)
          if (state !== 'live') {
            try {
              const now = await ask()
              failures = 0
              if (state === 'offline') set('polling')
              if (last !== now) await refetch()
              last = now
            } catch (thrown) {
              failures += 1
              failed(thrown)
            }
          }
          if (!closed && !over) again()
        },
        failures === 0 ? every() : pollRetry(failures, every(), Math.random()),
      )
      timers.add(timer)
    }
    again()
  }

  const mine =
    <S extends z.ZodType<{ document_key: string }>>(schema: S, take: (message: z.output<S>) => void) =>
    (raw: unknown) => {
      const message = schema.safeParse(raw)
      if (message.success && message.data.document_key === ports.pack) take(message.data)
    }
  const listeners = {
    connect: () => void watch(),
    disconnect: () => set(navigator.onLine ? 'polling' : 'offline'),
    connect_error: (error: unknown) => {
      set(navigator.onLine ? 'polling' : 'offline')
      const said = refusalIn(error)
      if (said && ENDS.has(said.code)) end(said)
    },
    [LIVE.refused]: (raw: unknown) => {
      const said = refusedLive.safeParse(raw)
      if (!said.success) return
      const { document_key, account_key, code, message } = said.data
      // Of this document, or of all that this login may see.
      if (document_key === ports.pack || (document_key === null && account_key === null)) end({ code, message })
    },
    [LIVE.packEvents]: mine(packEvents, ports.events),
    [LIVE.packFresh]: mine(packFresh, ports.fresh),
    [LIVE.packStale]: mine(packStale, ({ revision }) => {
      if (revision > ports.revision()) void refetchSoon()
    }),
    [LIVE.packProgress]: mine(packProgress, ports.progress),
    [LIVE.presence]: mine(presence, (message) => {
      // Who is here comes again with every page somebody turns: only what differs is passed on.
      const people = JSON.stringify(message.people)
      if (people !== seen) ports.present(message.people)
      seen = people
    }),
  }
  const deafen = listen(socket, listeners)
  if (socket.connected) void watch()
  poll(
    () => POLL.changes,
    () => ports.calls.changes(ports.pack),
  )
  poll(
    () => (ports.converting() ? POLL.converting : ports.signing ? POLL.documentWhileSigning : POLL.document),
    () => ports.calls.documentUpdates(ports.pack, ports.converting()),
  )

  // A silent connection counts as left.
  function sayHere() {
    if (state === 'live' && socket.connected) socket.emit(LIVE.here, { document_key: ports.pack, ...where })
  }
  const signOfLife = setInterval(sayHere, SIGN_OF_LIFE_MS)

  return {
    /** Events are missing: asks for all since the last known revision. */
    catchUp: () => (socket.connected ? watch() : refetch()),
    refetch,
    here(next: Partial<Whereabouts>) {
      where = { ...where, ...next }
      sayHere()
    },
    close() {
      if (closed) return
      closed = true
      clearInterval(signOfLife)
      clearTimeout(watchAgain)
      for (const timer of timers) clearTimeout(timer)
      deafen()
      const others = (shown.get(name) ?? 1) - 1
      if (others > 0) shown.set(name, others)
      else {
        shown.delete(name)
        if (socket.connected) socket.emit('unwatch_pack', { document_key: ports.pack })
      }
      release()
    },
  }
}
export type Connection = ReturnType<typeof openConnection>
