import type { Json } from '#domain/kernel'
import { isHeld, lockOfName, NAME_LOCK, terminateStaleHolder } from '#platform/ownership'
import type { Migration, Queries } from '#platform/postgres'
import type { Effect, EffectState } from './port.ts'

/** Workers' names begin so. Those of versions before 002 do not, and hold a lock of another kind. */
export const WORKER_PREFIX = 'jobs '
/** On this channel: in how many milliseconds a job of a queue is due, and the queue. */
export const DUE_CHANNEL = 'jobs_due'

/** The one truth about every job: the work, when it is due, when it was done. */
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
  {
    // Until here pg-boss knew when a job is due. Processes of a version before may run on until each is replaced. Through the view they
    // hand jobs in and settle what they run, but find nothing to begin; the trigger takes over when their jobs are due.
    name: 'jobs/002-due',
    sql: `
      ALTER TABLE effect RENAME TO job;
      ALTER TABLE job ADD COLUMN due timestamptz NOT NULL DEFAULT now();
      DROP INDEX effect_open;
      CREATE INDEX job_due ON job (queue, due) WHERE state = 'waiting';
      CREATE INDEX job_open ON job (state, queue) WHERE state IN ('running', 'failed');
      CREATE TABLE job_queue (name text PRIMARY KEY);
      DO $$
      BEGIN
        IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
        UPDATE job SET due = known.due FROM (
          SELECT data ->> 'key' AS key, min(start_after) AS due FROM pgboss.job WHERE state IN ('created', 'retry') GROUP BY 1
        ) AS known WHERE job.key = known.key AND job.state = 'waiting';
        CREATE VIEW effect AS SELECT key, queue, data, state, attempts, interruptions, worker, error, changed
          FROM job WHERE state = 'running' AND worker NOT LIKE 'jobs %';
        CREATE FUNCTION job_due_of_version_before() RETURNS trigger LANGUAGE plpgsql AS $f$
          BEGIN
            UPDATE public.job SET due = NEW.start_after WHERE key = NEW.data ->> 'key' AND state = 'waiting';
            RETURN NULL;
          END $f$;
        CREATE TRIGGER job_due AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION job_due_of_version_before();
      END $$;`,
  },
]

interface OpenJobs {
  readonly queue: string
  /** `planned`: for a later moment, because the sender asked for that or because it failed. */
  readonly state: Exclude<EffectState, 'done'> | 'planned'
  readonly count: number
}

/** How many jobs of each queue are not done, by state. A queue in which none waits is listed too: that differs from not knowing. */
export async function openJobs(queries: Queries): Promise<readonly OpenJobs[]> {
  const { rows } = await queries.query<OpenJobs>(
    `WITH open AS (
       SELECT queue, CASE WHEN due > now() THEN 'planned' ELSE 'waiting' END AS state, count(*)::int AS count
       FROM job WHERE state = 'waiting' GROUP BY 1, 2
       UNION ALL
       SELECT queue, state, count(*)::int FROM job WHERE state IN ('running', 'failed') GROUP BY 1, 2
     )
     SELECT queue, state, count FROM open
     UNION ALL
     SELECT name, 'waiting', 0 FROM job_queue WHERE NOT EXISTS (SELECT FROM open WHERE queue = name AND state = 'waiting')
     ORDER BY 1, 2`,
  )
  return rows
}

export async function nameQueues(queries: Queries, queues: readonly string[]): Promise<void> {
  await queries.query('INSERT INTO job_queue SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [queues])
}

const NOTICE = `pg_notify('${DUE_CHANNEL}', greatest(0, ceil(extract(epoch FROM due - now()) * 1000)) || ' ' || queue)`

export async function add(queries: Queries, queue: string, key: string, data: Json, notBefore?: number): Promise<boolean> {
  const { rowCount } = await queries.query(
    `WITH added AS (
       INSERT INTO job (key, queue, data, state, due) VALUES ($1, $2, $3, 'waiting', coalesce(to_timestamp($4::float8 / 1000), now()))
       ON CONFLICT DO NOTHING RETURNING queue, due
     ) SELECT ${NOTICE} FROM added`,
    [key, queue, JSON.stringify(data), notBefore ?? null],
  )
  return rowCount === 1
}

export interface Claim {
  readonly key: string
  readonly data: Json
  readonly attempt: number
  /** Failures count against the retries, crashes do not. */
  readonly failures: number
}

/** Takes the jobs of a queue that have been due for longest. */
export async function claim(queries: Queries, queue: string, worker: string, most: number): Promise<readonly Claim[]> {
  const { rows } = await queries.query<{ key: string; data: Json; attempts: number; interruptions: number }>(
    `WITH due AS MATERIALIZED (
       SELECT key FROM job WHERE queue = $1 AND state = 'waiting' AND due <= now() ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
     ) UPDATE job SET state = 'running', worker = $2, attempts = attempts + 1, changed = now()
     WHERE key = ANY (ARRAY (SELECT key FROM due)) RETURNING key, data, attempts, interruptions`,
    [queue, worker, most],
  )
  return rows.map(({ key, data, attempts, interruptions }) => ({ key, data, attempt: attempts, failures: attempts - 1 - interruptions }))
}

/** In which of these queues a job is due within so many milliseconds, and in how many the first one is. */
export async function dueSoon(
  queries: Queries,
  queues: readonly string[],
  withinMs: number,
): Promise<readonly { readonly queue: string; readonly ms: number }[]> {
  const { rows } = await queries.query<{ queue: string; ms: number }>(
    `SELECT name AS queue, greatest(0, extract(epoch FROM first - now()) * 1000)::float8 AS ms FROM unnest($1::text[]) AS name,
       LATERAL (SELECT due AS first FROM job WHERE queue = name AND state = 'waiting' ORDER BY due LIMIT 1) AS next
     WHERE first < now() + make_interval(secs => $2::float8 / 1000)`,
    [queues, withinMs],
  )
  return rows
}

export type Outcome =
  | { readonly state: 'done' }
  | { readonly state: 'waiting' | 'failed'; readonly error: string; readonly delayMs: number }

/** The attempt guards against a run that was given up long ago and comes to its end after all. */
export async function settle(queries: Queries, { key, attempt }: Pick<Claim, 'key' | 'attempt'>, outcome: Outcome): Promise<boolean> {
  const { error, delayMs } = outcome.state === 'done' ? { error: null, delayMs: 0 } : outcome
  const { rowCount } = await queries.query(
    `UPDATE job SET state = $3, worker = NULL, error = $4, changed = now(), due = now() + make_interval(secs => $5::float8 / 1000),
       data = CASE WHEN $3 = 'done' THEN NULL ELSE data END
     WHERE key = $1 AND attempts = $2 AND state = 'running'`,
    [key, attempt, outcome.state, error, delayMs],
  )
  return rowCount === 1
}

/** A job that its worker will not finish. */
export interface Abandoned {
  readonly key: string
  readonly queue: string
  readonly data: Json
  readonly attempts: number
  readonly interruptions: number
}

const LOCK_OF_VERSION_BEFORE = { bits: 'hashtextextended(worker, 21)', twoParts: false }

/** What other workers were running that are dead: their locks are free, or their connections have been silent for long. */
export async function abandonedByOthers(queries: Queries, worker: string): Promise<readonly Abandoned[]> {
  const { rows: others } = await queries.query<{ worker: string }>(
    "SELECT DISTINCT worker FROM job WHERE state = 'running' AND worker <> $1",
    [worker],
  )
  for (const other of others) await terminateStaleHolder(queries, NAME_LOCK, other.worker)
  const { rows } = await queries.query<Abandoned>(
    `SELECT key, queue, data, attempts, interruptions FROM job WHERE state = 'running' AND worker = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_locks WHERE ${isHeld(lockOfName('worker'))})
       AND NOT EXISTS (SELECT FROM pg_locks WHERE ${isHeld(LOCK_OF_VERSION_BEFORE)})`,
    [others.map((other) => other.worker)],
  )
  return rows
}

/** What this worker was given without knowing: the answer to its claim was lost. */
export async function releaseUnknown(queries: Queries, worker: string, known: readonly string[]): Promise<void> {
  await queries.query(
    `UPDATE job SET state = 'waiting', worker = NULL, interruptions = interruptions + 1, error = 'interrupted', changed = now()
     WHERE state = 'running' AND worker = $1 AND key <> ALL ($2)`,
    [worker, known],
  )
}

/** Ends an abandoned run: the job waits again, or is given up. */
export async function interrupt(
  queries: Queries,
  { key, attempts }: Abandoned,
  state: 'waiting' | 'failed',
  delayMs: number,
): Promise<void> {
  await queries.query(
    `UPDATE job SET state = $3, worker = NULL, interruptions = interruptions + 1, error = 'interrupted', changed = now(),
       due = now() + make_interval(secs => $4::float8 / 1000)
     WHERE key = $1 AND attempts = $2 AND state = 'running'`,
    [key, attempts, state, delayMs],
  )
}

/** Jobs given up before their queue gave nothing up. */
export async function takeUpAgain(queries: Queries, queues: readonly string[]): Promise<void> {
  const again = "UPDATE job SET state = 'waiting', attempts = 0, interruptions = 0, due = now() WHERE state = 'failed' AND queue = ANY ($1)"
  await queries.query(again, [queues])
}

export async function revive(queries: Queries, key: string, data?: Json): Promise<boolean> {
  const { rowCount } = await queries.query(
    `WITH revived AS (
       UPDATE job SET state = 'waiting', attempts = 0, interruptions = 0, error = NULL, changed = now(), due = now(),
         data = COALESCE($2::jsonb, data)
       WHERE key = $1 AND (state = 'failed' OR (state = 'done' AND $2::jsonb IS NOT NULL)) RETURNING queue, due
     ) SELECT ${NOTICE} FROM revived`,
    [key, data === undefined ? null : JSON.stringify(data)],
  )
  return rowCount === 1
}

/** A run of one of these that is under way finds nothing to settle. */
export async function removeOf(queries: Queries, pack: string, but: string): Promise<void> {
  await queries.query(
    `UPDATE job SET state = 'done', data = NULL, error = NULL, worker = NULL, changed = now()
     WHERE (state = 'waiting' OR state IN ('running', 'failed')) AND data ->> 'pack' = $1 AND key <> $2`,
    [pack, but],
  )
}

export async function find(queries: Queries, key: string): Promise<Effect | null> {
  const { rows } = await queries.query<Effect>('SELECT key, queue, state, attempts, error FROM job WHERE key = $1', [key])
  return rows[0] ?? null
}
