import type { Caller } from '../../command-api/edge/caller.ts'
import { type LiveSocket, packRoom, type WatchedAccess } from '../../command-api/live/live-socket.ts'
import { type Sockets, seatsAmong } from '../../command-api/live/sockets.ts'

/** A client that connects, and its recorder: of its messages, and of being cut off. */
interface Visitor {
  readonly token: string
  readonly caller: Exclude<Caller, { as: 'nobody' }>
  hear(name: string, message: unknown): void
  cutOff?(): void
}

/** The connections of one process as its rooms know them, with no wire below. */
export function liveSockets(): { readonly sockets: Sockets; connect(visitor: Visitor): LiveSocket } {
  const all = new Set<LiveSocket>()
  const rooms = new Map<string, Set<LiveSocket>>()
  const leave = (socket: LiveSocket, room: string) => {
    const there = rooms.get(room)
    if (there?.delete(socket) && there.size === 0) rooms.delete(room)
  }
  const inRoom = (room: string) => [...(rooms.get(room) ?? [])]
  return {
    sockets: {
      all: () => [...all],
      inRoom,
      anyIn: (room) => rooms.has(room),
      seatsIn: (pack) => seatsAmong(inRoom(packRoom(pack)), pack),
    },
    connect({ token, caller, hear, cutOff }) {
      const own = {
        connected: true,
        data: { token, caller, watching: new Map<string, WatchedAccess>(), entering: new Set<{ key: string }>() },
        conn: { writeBuffer: [], transport: {} },
        emit: (name: string, message: unknown) => own.connected && hear(name, message),
        nsp: { local: { to: (room: string) => ({ emit: (name: string, message: unknown) => tell(room, name, message) }) } },
        get rooms() {
          return new Set([...rooms].flatMap(([room, there]) => (there.has(socket) ? [room] : [])))
        },
        join(names: string | readonly string[]) {
          for (const room of [names].flat()) rooms.set(room, (rooms.get(room) ?? new Set()).add(socket))
        },
        leave: (room: string) => leave(socket, room),
        disconnect() {
          if (!own.connected) return
          own.connected = false
          for (const room of rooms.keys()) leave(socket, room)
          all.delete(socket)
          cutOff?.()
        },
      }
      const socket = own as unknown as LiveSocket
      const tell = (room: string, name: string, message: unknown) => inRoom(room).forEach((one) => void one.emit(name, message))
      all.add(socket)
      return socket
    },
  }
}
