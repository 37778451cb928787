import type pg from 'pg'
import { endFrozen } from '#platform/ownership'
import type { Timers } from '#platform/ports'

// Advisory locks of projections form a class of their own.
const LOCK_CLASS = 7_303
const LOCK = { bits: `(${LOCK_CLASS}::bigint << 32) | (hashtext($1)::bigint & 4294967295)`, twoParts: true }
/** An owner says so often that it lives; one that stands still is no longer the owner after some seconds. */
const BEAT_MS = 1_000
/** A line that is silent for so long is given up. Longer than others wait: a busy machine is not a broken line. */
const ANSWER_MS = 15_000

export interface Ownership {
  /** Resolves when the connection that holds the lock is gone: somebody else may own it from now on. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/**
 * Becomes the one owner of a name, or null where somebody else is. With `timers` it stays so only while this process is seen to live, and
 * one that is not is put out; without, for as long as its connection holds.
 */
export async function own(pool: pg.Pool, name: string, timers: Timers | null = null): Promise<Ownership | null> {
  const client = await pool.connect()
  const lost = Promise.withResolvers<void>()
  const lose = () => lost.resolve()
  client.on('error', lose)
  client.on('end', lose)
  let cancel = () => {}
  let over = false
  const letGo = (broken: boolean) => {
    if (over) return
    over = true
    cancel()
    client.off('error', lose)
    client.off('end', lose)
    client.release(broken)
  }
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS mine', [LOCK_CLASS, name])
    if (!rows[0]?.mine) {
      if (timers) await endFrozen(client, LOCK, name)
      letGo(false)
      return null
    }
  } catch (error) {
    letGo(true)
    throw error
  }
  function beat(by: Timers): void {
    cancel = by.after(BEAT_MS, () => {
      cancel = by.after(ANSWER_MS, lose)
      client.query('SELECT 1').then(() => {
        cancel()
        if (!over) beat(by)
      }, lose)
    })
  }
  if (timers) beat(timers)
  // Ended rather than returned: a lock belongs to its connection, and the next user would hold it without knowing.
  return { lost: lost.promise, release: async () => letGo(true) }
}
