import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import type { EventLog } from '#platform/event-log'
import { openJobs } from '#platform/jobs'
import type { Looked, Metrics } from '#platform/metrics'
import type { World } from '#platform/ports'
import { nextTableOf } from '#projections/runner'
import type { Finding } from './health.ts'

export interface StatusParts {
  readonly at: { readonly host: string; readonly port: number }
  readonly metrics: Metrics
  health(): Promise<readonly Finding[]>
}

/**
 * What machines ask of a process in any role: does it serve, are its dependencies well, how does it fare. On a port of its own, which the
 * world does not reach. `/ready` is for programs that start processes and send calls to them: an unreachable mail server, or an alarm of the
 * guard, must take none of them out of service.
 */
export async function openStatus({ at, metrics, health }: StatusParts): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/metrics') {
        const { type, body } = await metrics.text()
        return response.writeHead(200, { 'content-type': type }).end(body)
      }
      const json = { 'content-type': 'application/json' }
      if (request.url === '/ready') return response.writeHead(200, json).end(JSON.stringify({ success: true }))
      if (request.url !== '/health') return response.writeHead(404).end()
      const dependencies = await health()
      const success = dependencies.every(({ ok }) => ok)
      return response.writeHead(success ? 200 : 503, json).end(JSON.stringify({ success, dependencies }))
    }
    answer().catch(() => response.writeHead(500).end())
  })
  server.listen(at.port, at.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw Object.assign(error as Error, { settings: 'PARAPH_STATUS' })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface StatusMetricsParts {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly log: Pick<EventLog, 'head' | 'compare' | 'readAll'>
  readonly world: Pick<World, 'clock' | 'timers'>
  health(): Promise<readonly Finding[]>
  /** Null where this process serves nobody. */
  readonly serves: { readonly http: Pick<Server, 'getConnections'>; readonly live: { connections(): number } } | null
}

/** Who gathers numbers waits about ten seconds for all of them: one that takes longer is missing, and the others are there. */
const LATE_MS = 5_000

/** Connections are this process's own. Figures of the database are the same in every process: a collector takes one of them. */
export function registerStatusMetrics(metrics: Metrics, { pool, log, world, health, serves }: StatusMetricsParts): void {
  const looked = (gauge: Looked) => metrics.looked({ ...gauge, look: () => inTime(gauge.look) })
  function inTime<T>(look: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const cancel = world.timers.after(LATE_MS, () => late.reject(new Error('not known in time')))
    return Promise.race([look(), late.promise]).finally(cancel)
  }

  if (serves) {
    const { http, live } = serves
    looked({
      name: 'paraph_connections',
      help: 'Connections from browsers and programs, live ones included',
      labels: [],
      look: async () => [
        { labels: [], value: await new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count ?? 0))) },
      ],
    })
    looked({
      name: 'paraph_live_connections',
      help: 'Live connections: one for each page that is open',
      labels: [],
      look: async () => [{ labels: [], value: live.connections() }],
    })
  }
  looked({
    name: 'paraph_well',
    help: 'What /health says of each part: 1 where it is well, 0 where it is not',
    labels: ['part'],
    look: async () => (await health()).map(({ name, ok }) => ({ labels: [name], value: ok ? 1 : 0 })),
  })
  looked({
    name: 'paraph_jobs',
    help: 'Jobs that are not done, by queue and state; planned ones are for a later moment, as reminders are, and what failed and is tried again',
    labels: ['queue', 'state'],
    look: async () => (await openJobs(pool)).map(({ queue, state, count }) => ({ labels: [queue, state], value: count })),
  })
  looked({
    name: 'paraph_lag_seconds',
    help: 'Since when the oldest event waits that a read model or process has not taken in yet; a process stores its place every ten seconds where nothing is to be done',
    labels: ['kind', 'name'],
    async look() {
      const head = await log.head()
      const { rows: all } = await pool.query<{ kind: string; name: string; position: string }>(
        "SELECT 'projection' AS kind, name, position FROM projection UNION ALL SELECT 'process', name, position FROM process",
      )
      // Nobody reads the tables of a rebuild yet.
      const rebuilding = new Set(all.map(({ name }) => nextTableOf(name)))
      const rows = all.filter(({ name }) => !rebuilding.has(name))
      const behind = new Set(rows.flatMap(({ position }) => (log.compare(position, head) < 0 ? [position] : [])))
      const since = new Map(await Promise.all([...behind].map(async (position) => [position, await waitingSince(log, position)] as const)))
      const now = world.clock.now()
      // The writer of the event may have a clock that is ahead.
      return rows.map(({ kind, name, position }) => ({
        labels: [kind, name],
        value: Math.max(0, now - (since.get(position) ?? now)) / 1_000,
      }))
    },
  })
}

/** When the event after a position was written, in milliseconds since 1970; null where only such were there as are gone. */
async function waitingSince(log: StatusMetricsParts['log'], position: string): Promise<number | null> {
  for (let after = position; ; ) {
    const { events, position: reached, atEnd } = await log.readAll(after, 1)
    const time = events[0]?.event.meta.time
    if (typeof time === 'string') return Date.parse(time)
    if (atEnd) return null
    after = reached
  }
}
