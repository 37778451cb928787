import type pg from 'pg'
import { NAME_LOCK, NAMES_CLASS, type Ownership, terminateStaleHolder } from '#platform/ownership'
import type { Timers } from '#platform/ports'
import { beat } from '#platform/postgres'

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
  let stopBeating = () => {}
  let over = false
  const letGo = (broken: boolean) => {
    if (over) return
    over = true
    stopBeating()
    client.off('error', lose)
    client.off('end', lose)
    client.release(broken)
  }
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS mine', [NAMES_CLASS, name])
    if (!rows[0]?.mine) {
      if (timers) await terminateStaleHolder(client, NAME_LOCK, name)
      letGo(false)
      return null
    }
  } catch (error) {
    letGo(true)
    throw error
  }
  if (timers) stopBeating = beat(() => client.query('SELECT 1'), timers, lose)
  return {
    lost: lost.promise,
    async release() {
      // A process that asks at once finds it free. One that is followed by looking every second lets go by its end alone: its connection may be silent.
      if (!timers) await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [NAMES_CLASS, name]).catch(() => undefined)
      // Ended rather than returned: a lock belongs to its connection, and the next user would hold it without knowing.
      letGo(true)
    },
  }
}
