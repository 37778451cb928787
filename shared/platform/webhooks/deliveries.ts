import type pg from 'pg'
import type { Clock } from '#platform/ports'
import { inTransaction, type Migration, PROMPTLY } from '#platform/postgres'
import { KEPT_MS, MOST_DELAY_MS } from './schedule.ts'

export const webhookMigrations: readonly Migration[] = [
  {
    name: 'webhooks/001-deliveries',
    sql: `
      -- Applications that may have an endpoint; whether they do, and where, their workspace's stream says.
      CREATE TABLE webhook_endpoint (application uuid PRIMARY KEY, workspace uuid NOT NULL, failing_since timestamptz);
      -- How far each feed was looked through for each application.
      CREATE TABLE webhook_cursor (
        application uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
        workspace uuid NOT NULL,
        position bigint NOT NULL,
        PRIMARY KEY (application, workspace)
      );
      CREATE TABLE webhook_delivery (
        application uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
        entry uuid NOT NULL,
        workspace uuid NOT NULL,
        -- Its place in the feed; null: a test.
        position bigint,
        document uuid NOT NULL,
        type text NOT NULL,
        state text NOT NULL,
        -- Since it was last put in line.
        tries int NOT NULL DEFAULT 0,
        -- Each {at, ms, status, failed, text}, the last ones.
        attempts jsonb NOT NULL DEFAULT '[]',
        created timestamptz NOT NULL,
        PRIMARY KEY (application, entry)
      );
      CREATE INDEX webhook_delivery_waiting ON webhook_delivery (application, document, position) WHERE state = 'waiting';
      CREATE INDEX webhook_delivery_newest ON webhook_delivery (application, created DESC, entry DESC);
      CREATE INDEX webhook_delivery_by_document ON webhook_delivery (document);
      CREATE INDEX webhook_delivery_old ON webhook_delivery (created);
      -- One row for each document with deliveries that wait: they go out one after the other.
      CREATE TABLE webhook_lane (
        application uuid NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
        document uuid NOT NULL,
        waiting int NOT NULL,
        due timestamptz NOT NULL,
        PRIMARY KEY (application, document)
      );
      CREATE INDEX webhook_lane_due ON webhook_lane (application, due);`,
  },
]

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'withheld'
export interface Attempt {
  /** ISO 8601. */
  readonly at: string
  readonly ms: number
  /** null: there was no answer. */
  readonly status: number | null
  readonly failed: string | null
  /** The answer's first kilobyte; null where it was erased. */
  readonly text: string | null
  readonly retryAfter: string | null
}
export interface Waiting {
  readonly entry: string
  readonly workspace: string
  readonly position: number | null
  readonly document: string
  readonly type: string
  readonly tries: number
}
export interface DeliveryRow extends Waiting {
  readonly state: DeliveryState
  readonly attempts: readonly Attempt[]
  readonly created: string
  /** When it is tried next; null where it is over. */
  readonly due: string | null
}
export type Result = { readonly state: 'delivered' | 'failed' | 'withheld' } | { readonly state: 'waiting'; readonly due: number }

export interface Summary {
  /** Of the last 24 hours. */
  readonly delivered: number
  readonly waiting: number
  readonly retrying: number
  readonly failing: number
}

/** Of an event that did not happen. */
export const TEST_TYPE = 'webhook.test'
/** Where PostgreSQL announces to the sender that something of an application has to be sent; the payload is its key. */
export const WEBHOOK_CHANNEL = 'paraph_webhook'
/** The same to those who look at its deliveries: that they changed. */
export const DELIVERY_CHANNEL = 'paraph_delivery'
const MOST_ATTEMPTS_KEPT = 12
/** What a crash of the database takes back is put in line, or sent, again: nothing waits for the disk. */
const UNFLUSHED = 'SET LOCAL synchronous_commit TO off;'
/** The same within one statement. */
const unflushed = `unflushed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`
export type Deliveries = ReturnType<typeof postgresDeliveries>

/** What is sent to endpoints, and what became of it. */
export function postgresDeliveries({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }) {
  const time = () => new Date(clock.now())
  const notify = async (channel: string, application: string) => void (await pool.query('SELECT pg_notify($1, $2)', [channel, application]))
  const announce = (application: string) => notify(WEBHOOK_CHANNEL, application)

  return {
    announce,
    announceChange: (application: string) => notify(DELIVERY_CHANNEL, application),

    /** Before the append that makes an endpoint real: from here on its feed is looked through, from `position` on. */
    async register(application: string, workspace: string, position: number): Promise<void> {
      await pool.query('INSERT INTO webhook_endpoint (application, workspace) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        application,
        workspace,
      ])
      await pool.query('INSERT INTO webhook_cursor VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [application, workspace, position])
    },
    async registered(): Promise<readonly { readonly application: string; readonly workspace: string }[]> {
      return (await pool.query('SELECT application, workspace FROM webhook_endpoint ORDER BY application')).rows
    },
    /** The application or its endpoint is gone, and so is all that was kept of it. */
    async forget(application: string): Promise<void> {
      await pool.query('DELETE FROM webhook_endpoint WHERE application = $1', [application])
    },

    async cursor(application: string, workspace: string): Promise<number | null> {
      const { rows } = await pool.query<{ position: string }>(
        'SELECT position FROM webhook_cursor WHERE application = $1 AND workspace = $2',
        [application, workspace],
      )
      return rows[0] ? Number(rows[0].position) : null
    },
    /** Puts entries in line and moves the cursor, or neither: false where the cursor is elsewhere by now. */
    async enqueue(
      application: string,
      { workspace, from, to }: { readonly workspace: string; readonly from: number; readonly to: number },
      entries: readonly { readonly id: string; readonly position: number; readonly document: string; readonly type: string }[],
    ): Promise<boolean> {
      return inTransaction(
        pool,
        async (connection) => {
          const { rowCount } = await connection.query(
            'UPDATE webhook_cursor SET position = $4 WHERE application = $1 AND workspace = $2 AND position = $3',
            [application, workspace, from, to],
          )
          if (rowCount === 0) return false
          if (entries.length === 0) return true
          const columns = [
            entries.map(({ id }) => id),
            entries.map(({ position }) => position),
            entries.map(({ document }) => document),
            entries.map(({ type }) => type),
          ]
          // A sent delivery is sent again, under the same id. A waiting one is queued already.
          await connection.query(
            `WITH fresh AS (
               INSERT INTO webhook_delivery (application, workspace, entry, position, document, type, state, created)
               SELECT $1::uuid, $2::uuid, e.*, 'waiting', $7::timestamptz FROM unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::text[]) AS e
               ON CONFLICT (application, entry) DO UPDATE SET state = 'waiting', tries = 0 WHERE webhook_delivery.state <> 'waiting'
               RETURNING document)
             INSERT INTO webhook_lane (application, document, waiting, due)
             SELECT $1::uuid, document, count(*), $7::timestamptz FROM fresh GROUP BY document
             ON CONFLICT (application, document) DO UPDATE SET waiting = webhook_lane.waiting + EXCLUDED.waiting`,
            [application, workspace, ...columns, time()],
          )
          return true
        },
        PROMPTLY + UNFLUSHED,
      )
    },
    /** From here on everything that is subscribed is sent again. */
    async replayAfter(application: string, workspace: string, position: number): Promise<void> {
      await pool.query(
        `INSERT INTO webhook_cursor VALUES ($1, $2, $3)
         ON CONFLICT (application, workspace) DO UPDATE SET position = EXCLUDED.position`,
        [application, workspace, position],
      )
      await announce(application)
    },
    /** Once more, now: also one that waits for its time. False where there is none. */
    async retry(application: string, entry: string): Promise<boolean> {
      const { rows } = await pool.query<{ document: string }>(
        `WITH again AS (
           UPDATE webhook_delivery AS d SET state = 'waiting', tries = 0 FROM webhook_delivery AS was
           WHERE d.application = $1 AND d.entry = $2 AND was.application = d.application AND was.entry = d.entry
           RETURNING d.document, (was.state <> 'waiting')::int AS more)
         INSERT INTO webhook_lane (application, document, waiting, due) SELECT $1::uuid, document, more, $3::timestamptz FROM again
         ON CONFLICT (application, document) DO UPDATE SET waiting = webhook_lane.waiting + EXCLUDED.waiting, due = EXCLUDED.due
         RETURNING document`,
        [application, entry, time()],
      )
      if (rows.length > 0) await announce(application)
      return rows.length > 0
    },
    /** An event that did not happen, to try the endpoint with. Its lane is its own. */
    async test(application: string, workspace: string, id: string): Promise<void> {
      await pool.query(
        `WITH made AS (
           INSERT INTO webhook_delivery (application, workspace, entry, document, type, state, created)
           VALUES ($1, $2, $3::uuid, $3::uuid, '${TEST_TYPE}', 'waiting', $4) ON CONFLICT DO NOTHING RETURNING document)
         INSERT INTO webhook_lane SELECT $1::uuid, document, 1, $4::timestamptz FROM made`,
        [application, workspace, id, time()],
      )
      await announce(application)
    },

    /** Applications to whose endpoints something may be sent now. */
    async due(): Promise<readonly string[]> {
      const now = clock.now()
      const { rows } = await pool.query<{ application: string }>(
        'SELECT DISTINCT application FROM webhook_lane WHERE waiting > 0 AND (due <= $1 OR due > $2)',
        [new Date(now), new Date(now + MOST_DELAY_MS)],
      )
      return rows.map(({ application }) => application)
    },
    /** The endpoint is used again: what waits goes out now, and failures of before count no longer. */
    async resume(application: string): Promise<void> {
      await pool.query('UPDATE webhook_endpoint SET failing_since = NULL WHERE application = $1', [application])
      await pool.query('UPDATE webhook_lane SET due = $2 WHERE application = $1', [application, time()])
      await announce(application)
    },
    /** Documents with a delivery that is due, the longest due first. */
    async dueLanes(application: string, busy: readonly string[], limit: number): Promise<readonly string[]> {
      const now = clock.now()
      const { rows } = await pool.query<{ document: string }>({
        name: 'webhook-lanes-due',
        text: `SELECT document FROM webhook_lane
               WHERE application = $1 AND waiting > 0 AND (due <= $2 OR due > $3) AND document <> ALL($4::uuid[])
               ORDER BY due, document LIMIT $5`,
        values: [application, new Date(now), new Date(now + MOST_DELAY_MS), busy, limit],
      })
      return rows.map(({ document }) => document)
    },
    /** The oldest delivery of a document that waits. */
    async head(application: string, document: string): Promise<Waiting | null> {
      const { rows } = await pool.query<Waiting & { position: string | null }>({
        name: 'webhook-head',
        text: `SELECT entry, workspace, position, document, type, tries FROM webhook_delivery
               WHERE application = $1 AND document = $2 AND state = 'waiting' ORDER BY position LIMIT 1`,
        values: [application, document],
      })
      const [row] = rows
      return row ? { ...row, position: row.position === null ? null : Number(row.position) } : null
    },
    /** What became of an attempt. False, and nothing is changed, where somebody else recorded one, or put it in line again. */
    async record(application: string, { entry, document, tries }: Waiting, attempt: Attempt | null, result: Result): Promise<boolean> {
      const isOver = result.state !== 'waiting'
      const { rowCount } = await pool.query({
        name: 'webhook-record',
        text: `WITH ${unflushed}, done AS (
                 UPDATE webhook_delivery SET state = $4, tries = tries + 1,
                   attempts = CASE WHEN $5::jsonb IS NULL THEN attempts
                     ELSE (SELECT coalesce(jsonb_agg(one ORDER BY at), '[]') FROM
                       (SELECT one, at FROM jsonb_array_elements(attempts || $5::jsonb) WITH ORDINALITY AS a (one, at) ORDER BY at DESC LIMIT $8) AS kept) END
                 FROM unflushed WHERE application = $1 AND entry = $2 AND state = 'waiting' AND tries = $9 RETURNING 1)
               UPDATE webhook_lane SET waiting = waiting - $6, due = coalesce($7::timestamptz, due)
               WHERE application = $1 AND document = $3 AND EXISTS (SELECT FROM done)`,
        values: [
          application,
          entry,
          document,
          result.state,
          attempt === null ? null : JSON.stringify([attempt]),
          isOver ? 1 : 0,
          result.state === 'waiting' ? new Date(result.due) : null,
          MOST_ATTEMPTS_KEPT,
          tries,
        ],
      })
      return rowCount === 1
    },
    /** A lane without deliveries that wait; one that gets another in this moment stays. */
    async closeLane(application: string, document: string): Promise<void> {
      await pool.query({
        name: 'webhook-lane-close',
        text: `WITH ${unflushed} DELETE FROM webhook_lane USING unflushed WHERE application = $1 AND document = $2 AND waiting <= 0`,
        values: [application, document],
      })
    },
    /** Since when nothing arrived any more; null: the last one did. */
    async failingSince(application: string, isFailing: boolean): Promise<number | null> {
      const { rows } = await pool.query<{ failing_since: Date | null }>({
        name: 'webhook-failing',
        text: `UPDATE webhook_endpoint SET failing_since = CASE WHEN $2 THEN coalesce(failing_since, $3) END
               WHERE application = $1 AND ($2 OR failing_since IS NOT NULL) RETURNING failing_since`,
        values: [application, isFailing, time()],
      })
      return rows[0]?.failing_since?.getTime() ?? null
    },

    /** Newest first. */
    async list(
      application: string,
      { before, onlyFailing, limit }: { readonly before: string | null; readonly onlyFailing: boolean; readonly limit: number },
    ): Promise<readonly DeliveryRow[]> {
      const { rows } = await pool.query(
        `SELECT d.entry, d.workspace, d.position, d.document, d.type, d.tries, d.state, d.attempts, d.created,
           CASE WHEN d.state = 'waiting' THEN l.due END AS due
         FROM webhook_delivery AS d LEFT JOIN webhook_lane AS l ON l.application = d.application AND l.document = d.document
         WHERE d.application = $1 AND (NOT $3 OR d.state = 'failed' OR (d.state = 'waiting' AND d.tries > 0))
           AND ($2::uuid IS NULL OR (d.created, d.entry) < (SELECT b.created, b.entry FROM webhook_delivery AS b WHERE b.application = $1 AND b.entry = $2))
         ORDER BY d.created DESC, d.entry DESC LIMIT $4`,
        [application, before, onlyFailing, limit],
      )
      return rows.map((row) => ({
        ...row,
        position: row.position === null ? null : Number(row.position),
        created: row.created.toISOString(),
        due: row.due?.toISOString() ?? null,
      }))
    },
    async summary(application: string): Promise<Summary> {
      const { rows } = await pool.query<Summary>(
        `SELECT count(*) FILTER (WHERE state = 'delivered' AND created > $2)::int AS delivered,
           count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
           count(*) FILTER (WHERE state = 'waiting' AND tries > 0)::int AS retrying,
           count(*) FILTER (WHERE state = 'failed' OR (state = 'waiting' AND tries > 0))::int AS failing
         FROM webhook_delivery WHERE application = $1`,
        [application, new Date(clock.now() - 24 * 3_600_000)],
      )
      return rows[0]!
    },

    /** Part of an erasure: receivers' answers about this document may quote the deliveries. */
    async eraseAnswersOf(document: string): Promise<void> {
      await pool.query(
        `UPDATE webhook_delivery SET attempts = (SELECT coalesce(jsonb_agg(one || '{"text": null}'), '[]') FROM jsonb_array_elements(attempts) AS one)
         WHERE document = $1 AND attempts <> '[]'`,
        [document],
      )
    },
    /** Removes what is over and old. */
    async sweep(): Promise<void> {
      await pool.query(`DELETE FROM webhook_delivery WHERE created < $1 AND state <> 'waiting'`, [new Date(clock.now() - KEPT_MS)])
      await pool.query('DELETE FROM webhook_lane WHERE waiting <= 0')
    },
  }
}
