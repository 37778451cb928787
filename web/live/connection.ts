import type { z } from 'zod'
import { LIVE, packEvents, packFresh, packProgress, presence } from '#contract/live'
import type { SessionCalls } from './calls.ts'
import { POLL } from './limits.ts'
import { liveSocket } from './socket.ts'

export type ConnectionState = 'live' | 'polling' | 'offline'
export type Presence = z.infer<typeof presence>['people']
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
}

/** Keeps a pack up to date: by pushes where the socket is connected, else by the specification's polls. */
export function openConnection(ports: ConnectionPorts) {
  const { socket, release } = liveSocket(ports.sessionToken)
  let state: ConnectionState | null = null
  let closed = false
  let seen = ''
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function set(next: ConnectionState) {
    if (state === next) return
    state = next
    ports.state(next)
  }

  async function watch() {
    try {
      const answer: unknown = await socket
        .timeout(10_000)
        .emitWithAck('watch_pack', { document_key: ports.pack, revision: ports.revision() })
      const joined = typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true
      set(joined ? 'live' : 'polling')
    } catch {
      set('polling')
    }
  }

  async function refetch() {
    try {
      const answer = await ports.calls.view(ports.pack)
      if (closed) return
      ports.fresh({ revision: answer.revision, view: answer.view, view_digest: answer.view_digest })
      if (state === 'offline') set(socket.connected ? 'live' : 'polling')
    } catch {
      if (!closed && state !== 'live') set('offline')
    }
  }

  /** Asks every so often whether anything changed, as long as nothing is pushed. */
  function poll(every: () => number, ask: () => Promise<string>) {
    let last: string | null = null
    const again = () => {
      const timer = setTimeout(async () => {
        timers.delete(timer)
        if (state !== 'live') {
          try {
            const now = await ask()
            if (state === 'offline') set('polling')
            if (last !== now) await refetch()
            last = now
          } catch {
            set('offline')
          }
        }
        if (!closed) again()
      }, every())
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
    connect_error: () => set(navigator.onLine ? 'polling' : 'offline'),
    [LIVE.packEvents]: mine(packEvents, ports.events),
    [LIVE.packFresh]: mine(packFresh, ports.fresh),
    [LIVE.packProgress]: mine(packProgress, ports.progress),
    [LIVE.presence]: mine(presence, (message) => {
      // Who is here comes again with every page somebody turns: only what differs is passed on.
      const people = JSON.stringify(message.people)
      if (people !== seen) ports.present(message.people)
      seen = people
    }),
  }
  for (const [name, listener] of Object.entries(listeners)) socket.on(name, listener)
  if (socket.connected) void watch()
  poll(
    () => POLL.changes,
    () => ports.calls.changes(ports.pack),
  )
  poll(
    () => (ports.converting() ? POLL.converting : ports.signing ? POLL.documentWhileSigning : POLL.document),
    () => ports.calls.documentUpdates(ports.pack, ports.converting()),
  )

  return {
    /** Events are missing: asks for all since the last known revision. */
    catchUp: () => (socket.connected ? watch() : refetch()),
    refetch,
    here(page: number | null) {
      if (socket.connected) socket.emit(LIVE.here, { document_key: ports.pack, page })
    },
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners)) socket.off(name, listener)
      if (socket.connected) socket.emit('unwatch_pack', { document_key: ports.pack })
      release()
    },
  }
}
export type Connection = ReturnType<typeof openConnection>
