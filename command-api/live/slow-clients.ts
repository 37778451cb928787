import type { Server } from 'socket.io'

const MOST_PACKETS = 2_000
const MOST_BUFFERED = 4 * 1024 * 1024

/**
 * Drops those who take in less than is pushed to them, before what waits for them fills the memory. They come back
 * with the revision they have, and are told what they lack.
 */
export function dropSlowClients(io: Server): void {
  for (const socket of io.sockets.sockets.values()) {
    const { conn } = socket
    // Not in the library's types: the web socket below the transport, where it is one.
    const { socket: wire } = conn.transport as unknown as { socket?: { bufferedAmount?: number } }
    const waiting = (conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length
    if (waiting > MOST_PACKETS || (wire?.bufferedAmount ?? 0) > MOST_BUFFERED) socket.disconnect(true)
  }
}
