import type { LiveSocket } from './live-socket.ts'

/** What may wait for one client. A whole view of the largest pack fits in several times. */
const MOST = { packets: 2_000, bytes: 4 * 1024 * 1024 }

// Not in the library's types: what waits before the transport, and the web socket below it, where it is one.
interface Wire {
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number; terminate?(): void } }
}

/**
 * Drops clients that take in less than is pushed to them, before the backlog fills the memory. They come back
 * with the revision they have, and receive the rest.
 */
export function dropSlow(sockets: readonly LiveSocket[]): void {
  for (const socket of sockets) if (isSlow(socket.conn as unknown as Wire)) drop(socket)
}

/** At once: an orderly end would wait until the client has taken in what it does not take in. */
export function drop(socket: Pick<LiveSocket, 'conn' | 'disconnect'>): void {
  const { transport } = socket.conn as unknown as Wire
  socket.disconnect(true)
  transport.socket?.terminate?.()
}

export function isSlow({ writeBuffer, transport }: Wire): boolean {
  if (writeBuffer.length > MOST.packets) return true
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  return waiting + (transport.socket?.bufferedAmount ?? 0) > MOST.bytes
}
