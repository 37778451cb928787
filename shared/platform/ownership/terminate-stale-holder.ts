import type { Queries } from '#platform/postgres'
import { isHeld, type Lock, lockOfName } from './locks.ts'

/** A connection that holds a lock speaks every second. One that was silent for so long belongs to a process that stands still. */
export const SILENT_MS = 5_000

/** The lock on a name, as `terminateStaleHolder` looks for it. */
export const NAME_LOCK = lockOfName('$1')

/**
 * Ends the connections that hold this advisory lock and have been silent, and with them the lock. PostgreSQL itself remembers when a
 * connection last spoke; by itself it would keep the lock of a process that was paused, or lost its line, for hours.
 * @param lock over `$1`, which is `of`
 */
export async function terminateStaleHolder(queries: Queries, lock: Lock, of: string, silentMs = SILENT_MS): Promise<void> {
  await queries.query(
    `SELECT pg_terminate_backend(pid, 500) FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE ${isHeld(lock)} AND state_change < clock_timestamp() - make_interval(secs => $2)`,
    [of, silentMs / 1000],
  )
}
