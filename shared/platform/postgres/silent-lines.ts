import type { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Timers } from '#platform/ports'
import { numberOf } from './direct.ts'

/** So often is looked for questions that have had no answer since the look before. */
const LOOK_MS = 4_000
/**
 * No answer will come: at two looks in succession the server did not work at the question, or at four nobody could ask it.
 * It may only be slow to let anybody in.
 */
const LOST = { idle: 2, away: 1, enough: 4 }

interface Line {
  /** A question waits for its answer. */
  open: boolean
  /** How many there have been. */
  answers: number
  /** As at the last look, if a question was open then, and how far it seemed lost. */
  seen: { readonly answers: number; readonly lost: number } | null
  lent: boolean
}

/** What pg has and its types don't tell of. */
type Driven = pg.PoolClient & { readonly connection: EventEmitter }

/**
 * Gives up connections that were cut silently: by a firewall that forgot them, or with a machine that is gone. The
 * connection itself reports nothing for a quarter of an hour, so the server is asked on another one. However long it
 * works on a query, it is waited for.
 */
export function watchLines(pool: pg.Pool, url: string, timers: Timers, lookMs = LOOK_MS): void {
  const lines = new Map<pg.PoolClient, Line>()
  let armed = false
  let cancel: (() => void) | null = null

  const watched = (client: pg.PoolClient): Line => {
    const known = lines.get(client)
    if (known) return known
    const line: Line = { open: false, answers: 0, seen: null, lent: false }
    lines.set(client, line)
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    client.query = ((...asked: unknown[]) => {
      line.open = true
      arm()
      return query(...asked)
    }) as typeof client.query
    ;(client as Driven).connection.on('readyForQuery', () => {
      line.answers += 1
    })
    client.on('drain', () => {
      line.open = false
    })
    client.on('end', () => forget(client))
    return line
  }
  pool.on('acquire', (client) => {
    watched(client).lent = true
  })
  pool.on('release', (_error, client) => {
    const line = lines.get(client)
    if (line) line.lent = false
  })

  /** Looks for as long as there are questions. */
  function arm(): void {
    if (armed) return
    armed = true
    cancel = timers.after(lookMs, () => {
      cancel = null
      void look().finally(() => {
        armed = false
        if ([...lines.values()].some(({ open }) => open)) arm()
      })
    })
  }
  function forget(client: pg.PoolClient): void {
    lines.delete(client)
    if (lines.size > 0 || !cancel) return
    cancel()
    cancel = null
    armed = false
  }

  async function look(): Promise<void> {
    const waiting = [...lines].filter(([, line]) => {
      const waited = line.open && line.answers === line.seen?.answers
      line.seen = line.open ? { answers: line.answers, lost: waited ? line.seen!.lost : 0 } : null
      return waited
    })
    if (waiting.length === 0) return
    const working = await workingAt(url, lookMs).catch((error: unknown) => {
      // An answer all the same: it lets nobody in just now.
      if (error instanceof pg.DatabaseError) return null
      return 'away' as const
    })
    if (working === null) return
    for (const [client, line] of waiting) {
      // Answered meanwhile.
      if (!line.open || line.answers !== line.seen?.answers) continue
      const lost = working === 'away' ? line.seen.lost + LOST.away : working.has(numberOf(client)) ? 0 : line.seen.lost + LOST.idle
      line.seen = { ...line.seen, lost }
      if (lost >= LOST.enough) giveUp(client)
    }
  }
  function giveUp(client: pg.PoolClient): void {
    // With a query running this cuts the connection at once, and its caller gets an error.
    void client.end()
    forget(client)
    // What cut one has most likely cut all: who waits in the pool would be found out only by the next to use it.
    for (const [other, { lent }] of lines) if (!lent) other.emit('error', new Error('Connection terminated with another one'))
  }
}

/** The backends of this user that have something to do, from any program. */
async function workingAt(url: string, withinMs: number): Promise<ReadonlySet<number | null>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE usename = current_user AND state NOT LIKE 'idle%'",
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    void client.end().catch(() => undefined)
  }
}
