import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The same database by way of here. */
  readonly url: string
  /** From now on nothing passes on the lines that are there, and nobody is told. New ones work, unless `all` is gone. */
  cut(all?: boolean): void
  /** New lines work again. */
  mend(): void
  close(): Promise<void>
}

/** A line to a database that can be cut as a firewall does that forgot it, or a machine that lost its power: without a word. */
export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let silent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((inner) => {
    keep(inner)
    if (silent) return
    const outer = connect(Number(target.port), target.hostname)
    keep(outer)
    inner.pipe(outer)
    outer.pipe(inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    cut(all = false) {
      silent = all
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      silent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
