import type pg from 'pg'
import type { World } from '#platform/ports'
import { ANSWER_MS, BEAT_MS, type Queries } from '#platform/postgres'
import { isHeld, lockOfName, NAMES_CLASS } from './locks.ts'
import type { Owners, Ownership } from './port.ts'
import { NAME_LOCK, SILENT_MS, terminateStaleHolder } from './terminate-stale-holder.ts'

/** How often is looked whether a name is free; the same question says to all others that this process is alive. */
const LOOK_MS = BEAT_MS

interface Waiting {
  readonly got: (ownership: Ownership | null) => void
}

export interface OwnersDeps {
  readonly pool: pg.Pool
  readonly world: Pick<World, 'timers' | 'log'>
  /** After which an owner counts as standing still. */
  readonly silentMs?: number
}

/** All names of a process hang on one connection: PostgreSQL gives them up with it, and it tells us when it is gone. */
export function postgresOwners({ pool, world, silentMs = SILENT_MS }: OwnersDeps): Owners {
  const waiting = new Map<string, Waiting>()
  const held = new Map<string, () => void>()
  let session: { readonly client: pg.PoolClient; lose(): void } | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let cancel: (() => void) | null = null
  let closed = false

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  async function connect() {
    const client = await pool.connect()
    const opened = {
      client,
      lose() {
        if (session !== opened) return
        session = null
        client.off('error', opened.lose)
        client.off('end', opened.lose)
        // Ended, not returned: the next user would hold the locks without knowing.
        client.release(true)
        for (const lost of held.values()) lost()
        held.clear()
      },
    }
    client.on('error', opened.lose)
    client.on('end', opened.lose)
    session = opened
    return opened
  }

  async function look(): Promise<void> {
    if (closed || (waiting.size === 0 && held.size === 0)) return
    const { client, lose } = session ?? (await connect())
    try {
      await answered(ask(client))
    } catch (error) {
      lose()
      throw error
    }
  }
  /** Also asked when there is nothing to wait for: it says that we live. */
  async function ask(client: pg.PoolClient): Promise<void> {
    const { rows } = await client.query<{ name: string; mine: boolean }>(
      'SELECT name, pg_try_advisory_lock($1, hashtext(name)) AS mine FROM unnest($2::text[]) AS name',
      [NAMES_CLASS, [...waiting.keys()]],
    )
    for (const { name, mine } of rows) {
      if (!mine) await terminateStaleHolder(client, NAME_LOCK, name, silentMs)
      else if (waiting.has(name)) take(name)
      else await unlock(client, name)
    }
  }
  function take(name: string): void {
    const lost = Promise.withResolvers<void>()
    held.set(name, lost.resolve)
    const { got } = waiting.get(name)!
    waiting.delete(name)
    got({ lost: lost.promise, release: () => release(name, lost.resolve) })
  }
  const unlock = (client: pg.PoolClient, name: string) => client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [NAMES_CLASS, name])
  const release = (name: string, lost: () => void): Promise<void> =>
    inTurn(async () => {
      if (held.get(name) !== lost || session === null) return
      held.delete(name)
      const { client, lose } = session
      await answered(unlock(client, name)).catch(lose)
    })

  async function answered<T>(question: Promise<T>): Promise<T> {
    question.catch(() => undefined)
    const late = Promise.withResolvers<never>()
    const stop = world.timers.after(ANSWER_MS, () => late.reject(new Error('the database did not answer in time')))
    return Promise.race([question, late.promise]).finally(stop)
  }

  function lookSoon(): void {
    cancel?.()
    cancel = null
    inTurn(look)
      .catch((error: unknown) => {
        if (!closed) world.log.warn({ part: 'ownership', error }, 'who does what cannot be settled now and is asked again')
      })
      .finally(lookLater)
  }
  function lookLater(): void {
    if (closed || cancel || (waiting.size === 0 && held.size === 0)) return
    cancel = world.timers.after(LOOK_MS, lookSoon)
  }

  return {
    acquireLeadership(name, stopping) {
      if (waiting.has(name) || held.has(name)) throw new RangeError(`${name} is waited for, or owned, here already`)
      const { promise, resolve } = Promise.withResolvers<Ownership | null>()
      if (closed) resolve(null)
      else {
        waiting.set(name, { got: resolve })
        void stopping.then(() => {
          if (waiting.get(name)?.got === resolve) waiting.delete(name)
          resolve(null)
        })
        lookSoon()
      }
      return promise
    },
    tryLeadership(name) {
      return inTurn(async () => {
        if (closed || waiting.has(name) || held.has(name)) return null
        const { promise, resolve } = Promise.withResolvers<Ownership | null>()
        waiting.set(name, { got: resolve })
        try {
          await look()
        } finally {
          waiting.delete(name)
          resolve(null)
          lookLater()
        }
        return promise
      })
    },
    async close() {
      closed = true
      cancel?.()
      for (const { got } of waiting.values()) got(null)
      waiting.clear()
      await turn
      session?.lose()
    },
  }
}

/** Which of these names some process owns now. One that stands still counts until another has put it out. */
export async function heldAmong(queries: Queries, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await queries.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE EXISTS (SELECT FROM pg_locks WHERE ${isHeld(lockOfName('name'))})`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}
