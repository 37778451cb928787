import type { Server } from 'socket.io'

/** What the processes that serve one installation tell each other. Never personal data: it passes through the database. */
export interface OtherProcesses {
  tell(name: string, ...what: readonly unknown[]): void
  hear(name: string, listener: (...what: never[]) => void): void
  /** For what only one process can know: to everybody in a room, wherever they are connected. */
  everywhere(room: string, name: string, message: unknown): void
}

/**
 * Through Socket.IO's adapter. Events of packs do not come this way: each process follows the log itself, so that they
 * arrive in the order of their revisions whichever process appended them.
 */
export function otherProcesses(io: Server): OtherProcesses {
  const { adapter } = io.of('/')
  const unlessAlone = (there: () => void, alone: () => void = () => undefined) =>
    void adapter.serverCount().then((count) => (count > 1 ? there() : alone()))
  return {
    tell: (name, ...what) => unlessAlone(() => void io.serverSideEmit(name, ...what)),
    hear: (name, listener) => void io.on(name, listener as never),
    everywhere: (room, name, message) =>
      unlessAlone(
        () => void io.to(room).emit(name, message),
        () => void io.local.to(room).emit(name, message),
      ),
  }
}
