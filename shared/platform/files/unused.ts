import type pg from 'pg'
import { inTransaction } from '#platform/postgres'
import { assignWorkspace } from './quotas.ts'

/** Why an upload is refused that nothing came to use. */
export const EXPIRED_WORDS = 'This upload was not used within a day. Please upload the file again.'

/** An upload that nobody is known to use yet. */
export interface UnattachedUpload {
  readonly key: string
  readonly pack: string
  /** It is refused already; its bytes go once anything using it at that moment must be through. */
  readonly expired: boolean
}

/**
 * Uploads that nothing came to use. Two looks take one away: the first refuses it, so that nothing can begin to use it; the second, once
 * what had begun before must have ended, removes it or finds it in use. Each step may be done again, and by several at once.
 */
export interface UnusedUploads {
  /** Of one pack at a time, those that are due for a look; null: there are none. `after` is the pack before. */
  next(after: string, due: { readonly unusedMs: number; readonly expiredMs: number }): Promise<readonly UnattachedUpload[] | null>
  /** Something uses it: it is no longer looked at. */
  attach(keys: readonly string[]): Promise<void>
  expire(keys: readonly string[]): Promise<void>
  /** Removes one that has expired, and that nothing came to use since. */
  remove(key: string): Promise<void>
  /** Gives back the room of uploads that broke off with the process that received them. Answers how many. */
  releaseRoom(claimedMs: number): Promise<number>
  /** Packs that count in no workspace yet, in the order of their keys. */
  withoutWorkspace(after: string, limit: number): Promise<readonly string[]>
  assign(pack: string, workspace: string): Promise<void>
}

export function unusedUploads(pool: pg.Pool, remove: UnusedUploads['remove']): UnusedUploads {
  return {
    async next(after, { unusedMs, expiredMs }) {
      const { rows } = await pool.query<{ key: string; pack: string; expired: boolean }>(
        `SELECT key, pack, expired IS NOT NULL AS expired FROM file
         WHERE uploaded_by IS NOT NULL AND NOT attached AND pack = (
           SELECT min(pack) FROM file WHERE pack > $1 AND uploaded_by IS NOT NULL AND NOT attached
             AND CASE WHEN expired IS NULL THEN reserved <= now() - $2 * interval '1 ms' ELSE expired <= now() - $3 * interval '1 ms' END
         ) AND CASE WHEN expired IS NULL THEN reserved <= now() - $2 * interval '1 ms' ELSE expired <= now() - $3 * interval '1 ms' END
         ORDER BY key`,
        [after, unusedMs, expiredMs],
      )
      return rows.length === 0 ? null : rows
    },
    async attach(keys) {
      await pool.query('UPDATE file SET attached = true, expired = NULL WHERE key = ANY($1)', [keys])
    },
    async expire(keys) {
      await pool.query('UPDATE file SET expired = now() WHERE key = ANY($1) AND expired IS NULL AND NOT attached', [keys])
    },
    remove,
    async releaseRoom(claimedMs) {
      const { rows } = await pool.query<{ key: string }>(
        "SELECT key FROM file WHERE claim IS NOT NULL AND claimed <= now() - $1 * interval '1 ms'",
        [claimedMs],
      )
      for (const { key } of rows) {
        await inTransaction(pool, async (connection) => {
          const released = await connection.query(
            `UPDATE file SET claim = NULL, claimed = NULL
             WHERE key = $1 AND digest IS NULL AND claim IS NOT NULL AND claimed <= now() - $2 * interval '1 ms'`,
            [key, claimedMs],
          )
          if (released.rowCount === 1) await connection.query('SELECT file_count($1, 0)', [key])
        })
      }
      return rows.length
    },
    async withoutWorkspace(after, limit) {
      const { rows } = await pool.query<{ pack: string }>(
        "SELECT pack FROM storage WHERE workspace IS NULL AND pack > $1 AND pack ~ '^[0-9a-f-]{36}$' ORDER BY pack LIMIT $2",
        [after, limit],
      )
      return rows.map(({ pack }) => pack)
    },
    assign: (pack, workspace) => inTransaction(pool, (connection) => assignWorkspace(connection, pack, workspace)),
  }
}
