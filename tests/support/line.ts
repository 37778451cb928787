import { connect, createServer, type Socket } from 'node:net'

/** A line between clients and the server, which can be cut and held up. */
export interface Line {
  readonly port: number
  /** So many connections were begun by now. */
  begun(): number
  /** Where the server listens now; null while there is none. */
  to(port: number | null): void
  cut(): void
  /** Nothing goes through any more in either direction, and nobody notices. */
  freeze(): void
  thaw(): void
  /** The same for good, of the connections that are there: neither end learns what becomes of the other. New ones work. */
  silence(): void
  close(): Promise<void>
}

export interface Breaks {
  /** Asked for each connection: in the middle of the server's answer with that number it breaks; in none where left out. */
  readonly after?: () => number
  /** Whether a connection breaks over what a client asks, before the server hears it. */
  readonly over?: (asked: Buffer) => boolean
}

export async function openLine({ after = () => Number.POSITIVE_INFINITY, over = () => false }: Breaks = {}): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const silent = new WeakSet<readonly [Socket, Socket]>()
  let target: number | null = null
  let frozen = false
  let begun = 0
  // Nothing waits to be sent with what comes after it: a line adds no time of its own.
  const server = createServer({ noDelay: true }, (near) => {
    begun++
    if (target === null) return void near.destroy()
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      if (silent.has(pair)) return
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    let answers = after()
    near.on('data', (bytes: Buffer) => (over(bytes) ? end() : void far.write(bytes)))
    far.on('data', (bytes: Buffer) => {
      if (--answers > 0) return void near.write(bytes)
      near.write(bytes.subarray(0, bytes.length / 2), end)
    })
    for (const one of pair) {
      one.on('error', end).on('close', end)
      if (frozen) one.pause()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const each = (act: (socket: Socket) => unknown) => {
    for (const pair of [...pairs]) for (const socket of pair) act(socket)
  }
  return {
    port,
    begun: () => begun,
    to: (port) => {
      target = port
    },
    cut: () => each((socket) => socket.destroy()),
    freeze() {
      frozen = true
      each((socket) => socket.pause())
    },
    thaw() {
      frozen = false
      each((socket) => socket.resume())
    },
    silence() {
      for (const pair of pairs) silent.add(pair)
      each((socket) => socket.pause())
    },
    async close() {
      each((socket) => socket.destroy())
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** A line to the server of an address, and the same address by way of it. */
export async function lineTo(address: string, breaks?: Breaks): Promise<Line & { readonly url: string }> {
  const url = new URL(address)
  const line = await openLine(breaks)
  line.to(Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  return { ...line, url: url.toString() }
}
