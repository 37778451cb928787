import type { Socket } from 'socket.io-client'

/** Hears all of these on a connection. Returns the way out. */
export function listen(socket: Pick<Socket, 'on' | 'off'>, listeners: Readonly<Record<string, Parameters<Socket['on']>[1]>>): () => void {
  for (const [name, listener] of Object.entries(listeners)) socket.on(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) socket.off(name, listener)
  }
}
