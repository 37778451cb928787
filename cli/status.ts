import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import type { EventLog } from '#platform/event-log'
import type { Metrics } from '#platform/metrics'
import type { Finding } from './health.ts'

export interface StatusParts {
  readonly at: { readonly host: string; readonly port: number }
  readonly metrics: Metrics
  health(): Promise<readonly Finding[]>
}

/** What machines ask of a process in any role: is it well, how does it fare. On a port of its own, which the world does not reach. */
export async function openStatus({ at, metrics, health }: StatusParts): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/metrics') {
        const { type, body } = await metrics.text()
        return response.writeHead(200, { 'content-type': type }).end(body)
      }
      if (request.url !== '/health') return response.writeHead(404).end()
      const dependencies = await health()
      const success = dependencies.every(({ ok }) => ok)
      return response.writeHead(success ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ success, dependencies }))
    }
    answer().catch(() => response.writeHead(500).end())
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface LookedInto {
  readonly pool: pg.Pool
  readonly log: Pick<EventLog, 'head' | 'compare'>
  /** Null where this process serves nobody. */
  readonly http: Server | null
}

/** Connections are this process's own. What stands in the database is the same whichever process is asked: whoever gathers it takes one of them. */
export function lookInto(metrics: Metrics, { pool, log, http }: LookedInto): void {
  if (http) {
    metrics.looked({
      name: 'paraph_connections',
      help: 'Connections from browsers and programs, live ones included',
      labels: [],
      look: async () => [{ labels: [], value: await new Promise<number>((told) => http.getConnections((_, count) => told(count ?? 0))) }],
    })
  }
  metrics.looked({
    name: 'paraph_jobs',
    help: 'Jobs that are not done, by queue and state',
    labels: ['queue', 'state'],
    async look() {
      const { rows } = await pool.query<{ queue: string; state: string; count: number }>(
        "SELECT queue, state, count(*)::int AS count FROM effect WHERE state <> 'done' GROUP BY 1, 2",
      )
      return rows.map(({ queue, state, count }) => ({ labels: [queue, state], value: count }))
    },
  })
  metrics.looked({
    name: 'paraph_behind',
    help: '1 for a read model or process whose stored place is not the end of the log; for a moment that is as it should be',
    labels: ['kind', 'name'],
    async look() {
      const head = await log.head()
      const { rows } = await pool.query<{ kind: string; name: string; position: string }>(
        "SELECT 'projection' AS kind, name, position FROM projection UNION ALL SELECT 'process', name, position FROM process",
      )
      return rows.map(({ kind, name, position }) => ({ labels: [kind, name], value: log.compare(position, head) < 0 ? 1 : 0 }))
    },
  })
}
