import type pg from 'pg'

// Advisory locks of projections form a class of their own.
const LOCK_CLASS = 7_303

export interface Ownership {
  /** Resolves when the connection that holds the lock is gone: somebody else may own it from now on. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/** Becomes the one owner of a name, or null where somebody else is. */
export async function own(pool: pg.Pool, name: string): Promise<Ownership | null> {
  const client = await pool.connect()
  const lost = Promise.withResolvers<void>()
  const lose = () => lost.resolve()
  client.on('error', lose)
  client.on('end', lose)
  const letGo = (broken: boolean) => {
    client.off('error', lose)
    client.off('end', lose)
    client.release(broken)
  }
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS mine', [LOCK_CLASS, name])
    if (!rows[0]?.mine) {
      letGo(false)
      return null
    }
  } catch (error) {
    letGo(true)
    throw error
  }
  // Ended rather than returned: a lock belongs to its connection, and the next user would hold it without knowing.
  return { lost: lost.promise, release: async () => letGo(true) }
}
