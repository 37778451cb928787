import pg from 'pg'
import type { Log, Timers } from '#platform/ports'
import { watchLines } from './silent-lines.ts'

/** What a query needs: a pool, or the one connection of a running transaction. */
export type Queries = Pick<pg.PoolClient, 'query'>

// The server ends idle connections when it shuts down (57P01 to 57P03) or drops them with the network.
// pg reports that as an 'error' event, and an 'error' event that nobody hears ends the whole process.
const SHUTTING_DOWN = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'])

const UNREACHABLE = /^(08...|57P0[1-5]|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/
/** What the client itself says of a line that broke under a question, which has no code. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|timeout e|Client was closed|Query read timeout)/

/** The server, or the line to it, is not there now: the same later may well succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? UNREACHABLE.test(code) : BROKEN.test(error.message)
}

/** A connection that is not there by then, or that nobody gave back: an error that can be acted on, and held ones are released. */
const CONNECT_MS = 30_000

export interface PoolOptions {
  readonly max?: number
  readonly log?: Log
  /** Where given, lines that are cut without a word are given up. */
  readonly timers?: Timers
}

/** Opens a pool of connections that survives the server's going away; queries fail, the process does not. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: CONNECT_MS,
    allowExitOnIdle: true,
    keepAlive: true,
  })
  const hear = (error: Error & { code?: string }) => {
    if (pool.ending || (error.code !== undefined && SHUTTING_DOWN.has(error.code))) return
    options.log?.warn({ code: error.code ?? error.name }, 'a database connection was lost')
  }
  pool.on('error', hear)
  // A connection that is checked out reports to its own listeners only.
  pool.on('connect', (client) => client.on('error', hear))
  if (options.timers) watchLines(pool, url, options.timers)
  return pool
}

/**
 * Opens a transaction that holds what others wait for and is never idle for long by itself: a process that is paused in the middle of
 * it would hold them up for ever, so the server ends it instead.
 */
export const PROMPTLY = "SET LOCAL idle_in_transaction_session_timeout TO '5s';"

/**
 * Runs `work` in one transaction: all of it is kept, or none.
 * @param opening statements without parameters that go with its beginning, in the same round trip; their results are given to `work`
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient, opened: readonly pg.QueryResult[]) => Promise<T>,
  opening = '',
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    // Several statements in one text have a result each, which the types don't know.
    const opened = (await connection.query(`BEGIN;${opening}`)) as pg.QueryResult | readonly pg.QueryResult[]
    const result = await work(connection, Array.isArray(opened) ? opened.slice(1) : [])
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    // A connection that could not even roll back must not go back into the pool with its transaction open.
    connection.release(broken)
  }
}
