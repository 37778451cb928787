import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Finding } from './finding.ts'

export interface WaitingRoom {
  /** Answers from now on, wherever nobody else does. */
  open(): void
  /** Gives the ports to those who serve. */
  close(): Promise<void>
}

/** What whoever asks is told while the program still starts: what it waits for. */
export function waitingRoom(
  ports: readonly { readonly host: string; readonly port: number }[],
  findings: () => readonly Finding[],
): WaitingRoom {
  let servers: readonly Server[] = []
  function serve({ host, port }: { host: string; port: number }): Server {
    const server = createServer((request, response) => {
      const dependencies = findings()
      const words = dependencies.map(({ name, words }) => `${name}: ${words}`).join('; ')
      const message = `Paraph is starting${words && `. ${words}`}.`
      const starting = { name: 'start', ok: false, words: 'Paraph is starting' }
      const body = request.url === '/health' ? { success: false, dependencies: [starting, ...dependencies] } : { success: false, message }
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', connection: 'close' }).end(JSON.stringify(body))
    })
    // Another program on the port is told of when it is wanted for good.
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
