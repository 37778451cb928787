import type pg from 'pg'
import type { Files } from '#platform/files'
import type { Clock, Log, Timers } from '#platform/ports'
import type { Migration } from '#platform/postgres'

/** A file that somebody asked for. Of its content and name nothing stands here. */
export interface AskedFor {
  readonly key: string
  readonly pack: string
  /** Only the user who asked may take it. */
  readonly user: string
  readonly type: string
}

/** Files for a while: any process makes one, serves it and removes it once its time is over. */
export interface TempDownloadStore {
  /** Remembers it, and forgets what this user asked for long ago or too often. */
  announce(asked: AskedFor): Promise<void>
  /** The bytes of one that was announced. */
  keep(asked: AskedFor, bytes: Uint8Array): Promise<void>
  drop(key: string): Promise<void>
  /** Null where it was never asked for, could not be made, or its time is over. */
  find(key: string): Promise<(AskedFor & { readonly made: boolean }) | null>
  /** Takes away all whose time is over; says how many. */
  sweep(): Promise<number>
  /** Nothing is taken away by itself from now on; what is left, the next start finds. */
  stop(): void
}

export const tempDownloadMigrations: readonly Migration[] = [
  {
    name: 'temp-downloads/001-asked-for',
    sql: `
      CREATE TABLE temp_download (
        key text PRIMARY KEY,
        pack text NOT NULL,
        asked_by text NOT NULL,
        type text NOT NULL,
        until timestamptz NOT NULL
      );
      CREATE INDEX temp_download_of_user ON temp_download (asked_by, until);`,
  },
]

const KEPT_MS = 15 * 60_000
/** One user's limit: asking in a loop does not fill the disk. */
const MOST = 10

export function postgresTempDownloads(parts: {
  readonly pool: pg.Pool
  readonly files: Files
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}): TempDownloadStore {
  const { pool, files, clock, timers, log } = parts
  let cancel: (() => void) | null = null
  let stopped = false
  function sweepLater(): void {
    if (stopped) return
    cancel ??= timers.after(KEPT_MS, () => {
      cancel = null
      void sweepWhileThereAreAny()
    })
  }
  async function sweepWhileThereAreAny(): Promise<void> {
    try {
      await sweep()
      const { rowCount } = await pool.query('SELECT FROM temp_download LIMIT 1')
      if (rowCount === 0) return
    } catch (error) {
      if (!stopped) log.warn({ error }, 'temporary downloads could not be taken away')
    }
    sweepLater()
  }

  /** The bytes first: a row without bytes is found again by the next sweep, bytes without a row never. */
  async function dropAll(found: readonly { key: string }[]): Promise<number> {
    for (const { key } of found) {
      await files.remove(key)
      await pool.query('DELETE FROM temp_download WHERE key = $1', [key])
    }
    return found.length
  }
  async function sweep(): Promise<number> {
    const { rows } = await pool.query<{ key: string }>('SELECT key FROM temp_download WHERE until <= $1', [new Date(clock.now())])
    return dropAll(rows)
  }

  return {
    async announce({ key, pack, user, type }) {
      await sweep()
      const { rows } = await pool.query<{ key: string }>(
        'SELECT key FROM temp_download WHERE asked_by = $1 ORDER BY until DESC, key DESC OFFSET $2',
        [user, MOST - 1],
      )
      await dropAll(rows)
      const until = new Date(clock.now() + KEPT_MS)
      await pool.query('INSERT INTO temp_download VALUES ($1, $2, $3, $4, $5)', [key, pack, user, type, until])
    },
    async keep({ key, pack }, bytes) {
      await files.reserve({ key, pack, mediaType: 'application/pdf' })
      await files.store(key, oneChunk(bytes))
      const { rowCount } = await pool.query('SELECT FROM temp_download WHERE key = $1', [key])
      // Dropped while it was made: nobody would ever take the bytes away.
      if (rowCount === 0) return files.remove(key)
      sweepLater()
    },
    drop: async (key) => void (await dropAll([{ key }])),
    async find(key) {
      const { rows } = await pool.query('SELECT pack, asked_by, type FROM temp_download WHERE key = $1 AND until > $2', [
        key,
        new Date(clock.now()),
      ])
      const row = rows[0]
      if (!row) return null
      const file = await files.find(key)
      return { key, pack: row.pack, user: row.asked_by, type: row.type, made: file !== null && file.digest !== null }
    },
    sweep,
    stop() {
      stopped = true
      cancel?.()
    },
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Part of a deletion: downloads made of a pack hold its values. */
export async function dropDownloadsOf(pool: Pick<pg.Pool, 'query'>, files: Pick<Files, 'remove'>, pack: string): Promise<void> {
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM temp_download WHERE pack = $1', [pack])
  for (const { key } of rows) {
    await files.remove(key)
    await pool.query('DELETE FROM temp_download WHERE key = $1', [key])
  }
}
