import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Finding } from './finding.ts'

export interface WaitingRoom {
  /** Answers from now on, wherever nobody else does. */
  open(): void
  /** Gives the ports to those who serve. */
  close(): Promise<void>
}

export interface Port {
  readonly host: string
  readonly port: number
  /** Operators alone reach it: it names the awaited dependency. */
  readonly inside: boolean
}

/** Answers while the program still starts. */
export function waitingRoom(ports: readonly Port[], findings: () => readonly Finding[]): WaitingRoom {
  let servers: readonly Server[] = []
  function serve({ host, port, inside }: Port): Server {
    const server = createServer((_request, response) => {
      const starting = { name: 'start', ok: false, words: 'Paraph is starting' }
      const message = 'Paraph is starting. Please try again in a moment.'
      const body = { success: false, status: 'not ok', message, ...(inside ? { dependencies: [starting, ...findings()] } : {}) }
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', connection: 'close' }).end(JSON.stringify(body))
    })
    // Another program on the port is reported when the port is needed for good.
    server.on('error', () => undefined)
    return server.listen(port, host)
  }
  return {
    open() {
      if (servers.length === 0) servers = ports.map(serve)
    },
    async close() {
      const open = servers.filter(({ listening }) => listening)
      servers = []
      for (const server of open) {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }
    },
  }
}
