import type { Server } from 'socket.io'

/** What the processes that serve one installation tell each other. Never personal data: it passes through the database. */
export interface OtherProcesses {
  tell(name: string, ...what: readonly unknown[]): void
  hear(name: string, listener: (...what: never[]) => void): void
}

/**
 * Through Socket.IO's adapter. Events of packs do not come this way: each process follows the log itself, so that they
 * arrive in the order of their revisions whichever process appended them.
 */
export function otherProcesses(io: Server): OtherProcesses {
  const { adapter } = io.of('/')
  return {
    tell: (name, ...what) => void adapter.serverCount().then((count) => count > 1 && io.serverSideEmit(name, ...what)),
    hear: (name, listener) => void io.on(name, listener as never),
  }
}
