import type pg from 'pg'
import type { Json } from '#domain/kernel'
import type { Migration, Queries } from '#platform/postgres'
import type { Effect, EffectState } from './port.ts'

/** The truth about every job; the queue behind it only says when to look. */
export const jobMigrations: readonly Migration[] = [
  {
    name: 'jobs/001-effect',
    sql: `
      CREATE TABLE effect (
        key text PRIMARY KEY,
        queue text NOT NULL,
        data jsonb,
        state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
        attempts int NOT NULL DEFAULT 0,
        interruptions int NOT NULL DEFAULT 0,
        worker text,
        error text,
        changed timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX effect_open ON effect (queue, state) WHERE state <> 'done';`,
  },
]

interface OpenJobs {
  readonly queue: string
  /** `planned`: put off to a later moment, by whoever asked for it or because it failed. */
  readonly state: Exclude<EffectState, 'done'> | 'planned'
  readonly count: number
}

/** How many jobs of each queue are not done, and how they stand: where none waits that is said too, so that it can be told from not knowing. */
export async function openJobs(queries: Queries): Promise<readonly OpenJobs[]> {
  const { rows } = await queries.query<OpenJobs>(
    `WITH open AS (SELECT queue, state, count(*) AS count FROM effect WHERE state <> 'done' GROUP BY 1, 2),
          later AS (SELECT name AS queue, count(*) AS count FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after > now() GROUP BY 1)
     SELECT queue, state, (open.count - CASE state WHEN 'waiting' THEN least(open.count, coalesce(later.count, 0)) ELSE 0 END)::int AS count
     FROM open LEFT JOIN later USING (queue)
     UNION ALL
     SELECT queue, 'planned', least(open.count, later.count)::int FROM open JOIN later USING (queue) WHERE state = 'waiting'
     UNION ALL
     SELECT name, 'waiting', 0 FROM pgboss.queue WHERE NOT EXISTS (SELECT FROM open WHERE queue = name AND state = 'waiting')
     ORDER BY 1, 2`,
  )
  return rows
}

export interface Claim {
  readonly key: string
  readonly data: Json
  readonly attempt: number
  /** Failures count against the retries, crashes do not. */
  readonly failures: number
}

export async function add(queries: Queries, queue: string, key: string, data: Json): Promise<boolean> {
  const { rowCount } = await queries.query(
    "INSERT INTO effect (key, queue, data, state) VALUES ($1, $2, $3, 'waiting') ON CONFLICT DO NOTHING",
    [key, queue, JSON.stringify(data)],
  )
  return rowCount === 1
}

/** Null where it is done, failed for good, or running elsewhere. */
export async function claim(queries: Queries, key: string, worker: string): Promise<Claim | null> {
  const { rows } = await queries.query(
    `UPDATE effect SET state = 'running', worker = $2, attempts = attempts + 1, changed = now()
     WHERE key = $1 AND state = 'waiting' RETURNING data, attempts, interruptions`,
    [key, worker],
  )
  const row = rows[0]
  return row ? { key, data: row.data, attempt: row.attempts, failures: row.attempts - 1 - row.interruptions } : null
}

/** The attempt guards against a run that was given up long ago and comes to its end after all. */
export async function settle(
  queries: Queries,
  claimed: Claim,
  state: 'done' | 'waiting' | 'failed',
  error: string | null,
): Promise<boolean> {
  const { rowCount } = await queries.query(
    `UPDATE effect SET state = $3, worker = NULL, error = $4, changed = now(), data = CASE WHEN $3 = 'done' THEN NULL ELSE data END
     WHERE key = $1 AND attempts = $2 AND state = 'running'`,
    [claimed.key, claimed.attempt, state, error],
  )
  return rowCount === 1
}

// A job that kills its process every time must not do so for ever, unless its queue gives nothing up.
const MOST_INTERRUPTIONS = 25

export interface Interrupted {
  readonly key: string
  readonly queue: string
  readonly interruptions: number
}

/** Takes back what a dead worker was running, but what was interrupted too often, in these queues only: how patient others are is not known here. */
export async function takeBack(queries: Queries, worker: string, impatient: readonly string[]): Promise<Interrupted[]> {
  const { rows } = await queries.query<Interrupted>(
    `UPDATE effect SET worker = NULL, interruptions = interruptions + 1, changed = now(), error = 'interrupted', state = 'waiting'
     WHERE worker = $1 AND state = 'running' AND NOT (interruptions >= $2 AND queue = ANY ($3)) RETURNING key, queue, interruptions`,
    [worker, MOST_INTERRUPTIONS, impatient],
  )
  return rows
}

/** What nobody is to run any more. */
export interface Spent {
  readonly key: string
  readonly queue: string
  readonly data: Json
  readonly worker: string
}

/** What of a dead worker's was not taken back. */
export async function leftOf(queries: Queries, worker: string): Promise<Spent[]> {
  const { rows } = await queries.query<Spent>("SELECT key, queue, data, worker FROM effect WHERE worker = $1 AND state = 'running'", [
    worker,
  ])
  return rows
}

export async function giveUpOn(queries: Queries, { key, worker }: Spent): Promise<void> {
  await queries.query(
    `UPDATE effect SET state = 'failed', worker = NULL, interruptions = interruptions + 1, error = 'interrupted', changed = now()
     WHERE key = $1 AND worker = $2 AND state = 'running'`,
    [key, worker],
  )
}

/** What was given up before its queue gave nothing up. */
export async function takeUpAgain(queries: Queries, queues: readonly string[]): Promise<void> {
  const again = "UPDATE effect SET state = 'waiting', attempts = 0, interruptions = 0 WHERE state = 'failed' AND queue = ANY ($1)"
  await queries.query(again, [queues])
}

/**
 * What waits although nobody will look: the queue handed its dispatch to a worker that died before it could begin.
 * Those that changed within the last second may just be on their way to a living one.
 */
export async function forgotten(queries: Queries): Promise<readonly { readonly key: string; readonly queue: string }[]> {
  const { rows } = await queries.query<{ key: string; queue: string }>(
    `SELECT key, queue FROM effect WHERE state = 'waiting' AND changed < now() - interval '1 second' AND NOT EXISTS (
       SELECT FROM pgboss.job WHERE job.name = effect.queue AND job.state IN ('created', 'retry') AND job.data ->> 'key' = effect.key
     ) FOR UPDATE OF effect SKIP LOCKED`,
  )
  return rows
}

export async function revive(queries: Queries, key: string, data?: Json): Promise<string | null> {
  const { rows } = await queries.query<{ queue: string }>(
    `UPDATE effect SET state = 'waiting', attempts = 0, interruptions = 0, error = NULL, changed = now(), data = COALESCE($2::jsonb, data)
     WHERE key = $1 AND (state = 'failed' OR (state = 'done' AND $2::jsonb IS NOT NULL)) RETURNING queue`,
    [key, data === undefined ? null : JSON.stringify(data)],
  )
  return rows[0]?.queue ?? null
}

/** A run of one of these that is under way finds nothing to settle. */
export async function removeOf(queries: Queries, pack: string, but: string): Promise<void> {
  await queries.query(
    `UPDATE effect SET state = 'done', data = NULL, error = NULL, worker = NULL, changed = now()
     WHERE state <> 'done' AND data ->> 'pack' = $1 AND key <> $2`,
    [pack, but],
  )
}

export async function find(pool: pg.Pool, key: string): Promise<Effect | null> {
  const { rows } = await pool.query<Effect>('SELECT key, queue, state, attempts, error FROM effect WHERE key = $1', [key])
  return rows[0] ?? null
}
