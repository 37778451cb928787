import type { Queries } from '#platform/postgres'

/** A connection that holds a lock speaks every second. One that was silent for so long belongs to a process that stands still. */
export const SILENT_MS = 5_000

/** Locks on names form a class of their own; one of them as `endFrozen` looks for it. */
export const NAMES_CLASS = 7_303
export const NAME_LOCK = { bits: `(${NAMES_CLASS}::bigint << 32) | (hashtext($1)::bigint & 4294967295)`, twoParts: true }

/**
 * Ends the connections that hold this advisory lock and have been silent, and with them the lock. PostgreSQL itself remembers when a
 * connection last spoke; by itself it would keep the lock of a process that was paused, or lost its line, for hours.
 * @param lock the SQL of the lock's 64 bits, over `$1`; two-part locks are their parts side by side
 */
export async function endFrozen(
  queries: Queries,
  lock: { readonly bits: string; readonly twoParts: boolean },
  of: string,
  silentMs = SILENT_MS,
): Promise<void> {
  await queries.query(
    `SELECT pg_terminate_backend(pid, 500) FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = ${lock.twoParts ? 2 : 1}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32) | objid::bigint = ${lock.bits}
       AND state_change < clock_timestamp() - make_interval(secs => $2)`,
    [of, silentMs / 1000],
  )
}
