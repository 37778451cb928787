import type { Server } from 'socket.io'
import { type LiveSocket, packRoom, type WatchedAccess } from './live-socket.ts'

export interface Seat {
  readonly socket: LiveSocket
  readonly key: string
  readonly spot: WatchedAccess
}

/** The connections of this process, by room. Those of other processes are theirs to serve: each follows the log itself. */
export interface Sockets {
  all(): readonly LiveSocket[]
  inRoom(room: string): readonly LiveSocket[]
  anyIn(room: string): boolean
  /** Who watches a pack here, and by which key. */
  seatsIn(pack: string): readonly Seat[]
}

export const seatsAmong = (listening: readonly LiveSocket[], pack: string): readonly Seat[] =>
  listening.flatMap((socket) => [...socket.data.watching].flatMap(([key, spot]) => (spot.pack === pack ? [{ socket, key, spot }] : [])))

export function socketsOf(io: Server): Sockets {
  const { adapter } = io.of('/')
  const inRoom = (room: string) =>
    [...(adapter.rooms.get(room) ?? [])].flatMap((id) => {
      const socket = io.sockets.sockets.get(id) as unknown as LiveSocket | undefined
      return socket ? [socket] : []
    })
  return {
    all: () => [...io.sockets.sockets.values()] as unknown as LiveSocket[],
    inRoom,
    anyIn: (room) => adapter.rooms.has(room),
    seatsIn: (pack) => seatsAmong(inRoom(packRoom(pack)), pack),
  }
}
