import { EventEmitter } from 'node:events'
import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import type { World } from '#platform/ports'
import { beat, openPool } from '#platform/postgres'

/**
 * By this the live connections of several processes hear of each other: who is here, who was logged out. What is said
 * is small and soon old, so nothing waits for a disk, and nothing is kept in a table.
 */
export function liveAdapter(databaseUrl: string, { log, timers }: Pick<World, 'log' | 'timers'>) {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  url.searchParams.set('application_name', 'paraph-live')
  // One connection listens, one speaks.
  const pool = openPool(url.toString(), { max: 2, log, timers })
  const connections = new Set<pg.PoolClient>()
  pool.on('connect', (connection) => connections.add(connection))
  pool.on('remove', (connection) => connections.delete(connection))
  let leave = () => {}
  /**
   * A connection to listen on. The adapter never gives back one that it lost, and takes two others for one that it lost while it began
   * to listen: there it would hear all twice, and have none left to speak on. So the one before is taken from it.
   */
  async function connect() {
    const connection = await pool.connect()
    const stopBeating = beat(
      () => connection.query('SELECT 1'),
      timers,
      () => void connection.end(),
    )
    let given = false
    const giveBack = () => {
      if (given) return
      given = true
      stopBeating()
      connection.release(true)
    }
    const line = Object.assign(new EventEmitter(), { query: connection.query.bind(connection), release: giveBack })
    connection.on('notification', (message) => line.emit('notification', message))
    connection.once('end', () => {
      giveBack()
      line.emit('end')
    })
    leave()
    leave = () => {
      line.removeAllListeners()
      giveBack()
    }
    return line
  }
  const query: pg.Pool['query'] = pool.query.bind(pool)
  let closed = false
  const adapter = createAdapter({ connect, query } as unknown as pg.Pool, {
    channelPrefix: 'paraph-live',
    heartbeatInterval: 2_000,
    heartbeatTimeout: 7_000,
    // Only for messages that do not fit into a notification; there are none.
    cleanupInterval: 2_147_483_647,
    // It says goodbye while it closes, and may not get that out any more: the others notice.
    errorHandler: (error) => closed || log.warn({ error }, 'another process could not be notified of live connections'),
  })
  return {
    adapter,
    async close() {
      closed = true
      // The adapter gives its connection back when the server closes: where there never was one, nobody does.
      void pool.end()
      await Promise.allSettled([...connections].map((connection) => (connection as pg.PoolClient & { end(): Promise<void> }).end()))
    },
  }
}
