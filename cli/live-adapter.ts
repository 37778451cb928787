import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import type { World } from '#platform/ports'
import { beat, openPool, watchLines } from '#platform/postgres'

/**
 * By this the live connections of several processes hear of each other: who is here, who was logged out. What is said
 * is small and soon old, so nothing waits for a disk, and nothing is kept in a table.
 */
export function liveAdapter(databaseUrl: string, { log, timers }: Pick<World, 'log' | 'timers'>) {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  url.searchParams.set('application_name', 'paraph-live')
  // One connection listens, one speaks.
  const pool = openPool(url.toString(), { max: 2, log })
  watchLines(pool, url.toString(), timers)
  const connections = new Map<pg.PoolClient, { stopBeating?(): void }>()
  pool.on('connect', (connection) => connections.set(connection, {}))
  pool.on('remove', (connection) => {
    connections.get(connection)?.stopBeating?.()
    connections.delete(connection)
  })
  // The adapter takes another connection where the one it listens on is lost, and never gives that one back.
  async function connect() {
    const connection = await pool.connect()
    connections.set(connection, { stopBeating: beat(connection, timers, () => void connection.end()) })
    connection.once('end', () => connection.release(true))
    return connection
  }
  const query: pg.Pool['query'] = pool.query.bind(pool)
  let closed = false
  const adapter = createAdapter({ connect, query } as pg.Pool, {
    channelPrefix: 'paraph-live',
    heartbeatInterval: 2_000,
    heartbeatTimeout: 7_000,
    // Only for messages that do not fit into a notification, of which there are none.
    cleanupInterval: 2_147_483_647,
    // It says goodbye while it closes, and may not get that out any more: the others notice.
    errorHandler: (error) => closed || log.warn({ error }, 'another process could not be told of live connections'),
  })
  return {
    adapter,
    async close() {
      closed = true
      // The adapter gives its connection back when the server closes: where there never was one, nobody does.
      void pool.end()
      await Promise.allSettled([...connections.keys()].map((connection) => (connection as pg.PoolClient & { end(): Promise<void> }).end()))
    },
  }
}
