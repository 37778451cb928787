import type pg from 'pg'
import { inTransaction, type Migration } from '#platform/postgres'
import type { Boxes } from '#platform/secrets'

export const mailMigrations: readonly Migration[] = [
  {
    name: 'mail/001-outbox',
    sql: `
      CREATE TABLE mail_outbox (
        key text PRIMARY KEY,
        id uuid NOT NULL UNIQUE,
        owner text NOT NULL,
        kind text NOT NULL,
        message_id text NOT NULL UNIQUE,
        state text NOT NULL CHECK (state IN ('waiting', 'sent', 'kept', 'failed', 'bounced')),
        content text NOT NULL,
        link text,
        detail text,
        written timestamptz NOT NULL,
        changed timestamptz NOT NULL
      );
      CREATE INDEX mail_outbox_of_owner ON mail_outbox (owner);
      CREATE INDEX mail_outbox_by_time ON mail_outbox (written DESC, id DESC);`,
  },
  {
    name: 'mail/002-workspace',
    sql: `
      ALTER TABLE mail_outbox ADD COLUMN workspace uuid;
      CREATE INDEX mail_outbox_of_workspace ON mail_outbox (workspace, written DESC, id DESC);`,
  },
  {
    // A process about to write a mail while its subject is deleted must not leave one that nobody would ever remove.
    name: 'mail/003-removed',
    sql: 'CREATE TABLE mail_removed (name text PRIMARY KEY)',
  },
  {
    name: 'mail/004-bounced',
    sql: "CREATE INDEX mail_outbox_bounced ON mail_outbox (workspace, key) WHERE state = 'bounced'",
  },
]

/** `kept`: delivered by being here, for an administrator to read, since there is no mail server. */
export type MailState = 'waiting' | 'sent' | 'kept' | 'failed' | 'bounced'

/** A mail as an administrator reads it: secret links stand masked. */
export interface OutboxRow {
  readonly id: string
  readonly key: string
  readonly owner: string
  /** Null: about a person, in no workspace's name. */
  readonly workspace: string | null
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly state: MailState
  /** What the mail server said. */
  readonly detail: string | null
  /** Whether `reveal` can still answer. */
  readonly hasLink: boolean
  readonly written: string
}

/** One workspace's mails, and those about its people that no workspace sent. */
export interface OutboxPage {
  readonly workspace: string
  readonly people: readonly string[]
  readonly limit: number
  readonly before: string | null
}

/** Held by who writes mails together, and against them by who removes. */
const LOCK = 'hashtextextended(name, 24)'
const ofOwner = (owner: string) => `owner ${owner}`
const ofKey = (key: string) => `key ${key}`

const addressOf = ({ to }: Pick<OutboxRow, 'to'>) => to.trim().toLowerCase()

export const MASKED = '[link]'
/** Mails opened at a time in search of an address. */
const SCANNED = 500

export interface Entry {
  readonly key: string
  readonly id: string
  readonly owner: string
  readonly workspace: string | null
  readonly kind: string
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly link: string | null
  readonly time: Date
}

interface StoredMail {
  readonly id: string
  readonly key: string
  readonly owner: string
  readonly workspace: string | null
  readonly kind: string
  readonly content: string
  readonly state: MailState
  readonly detail: string | null
  readonly link: string | null
  readonly written: Date
}

/** The table of mails: each is a row before it is anything else. Nothing personal stands in it in clear. */
export function outbox(pool: pg.Pool, boxes: Boxes) {
  const readable = (row: StoredMail): OutboxRow => ({
    id: row.id,
    key: row.key,
    owner: row.owner,
    workspace: row.workspace,
    kind: row.kind,
    ...(JSON.parse(boxes.open(`content ${row.key}`, row.content)) as { to: string; subject: string; text: string }),
    state: row.state,
    detail: row.detail === null ? null : boxes.open(`detail ${row.key}`, row.detail),
    hasLink: row.link !== null,
    written: row.written.toISOString(),
  })
  async function remove(column: 'owner' | 'key', values: readonly string[], nameOf: (value: string) => string): Promise<void> {
    if (values.length === 0) return
    await inTransaction(pool, async (connection) => {
      // In one order for all, so that two removals never wait for each other.
      const names = values.map(nameOf).sort()
      await connection.query(`SELECT pg_advisory_xact_lock(${LOCK}) FROM unnest($1::text[]) AS name`, [names])
      await connection.query('INSERT INTO mail_removed SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING', [names])
      await connection.query(`DELETE FROM mail_outbox WHERE ${column} = ANY($1)`, [values])
    })
  }
  return {
    /** Writes the row, or finds it as it stands. A removed mail is not written again: it has failed. */
    async enter(entry: Entry): Promise<{ state: MailState; detail: string | null }> {
      const masked = entry.link === null ? entry.text : entry.text.replaceAll(entry.link, MASKED)
      const content = boxes.seal(`content ${entry.key}`, JSON.stringify({ to: entry.to, subject: entry.subject, text: masked }))
      const link = entry.link === null ? null : boxes.seal(`link ${entry.key}`, entry.link)
      return inTransaction(pool, async (connection) => {
        const names = [ofOwner(entry.owner), ofKey(entry.key)]
        await connection.query(`SELECT pg_advisory_xact_lock_shared(${LOCK}) FROM unnest($1::text[]) AS name`, [names])
        await connection.query(
          `INSERT INTO mail_outbox (key, id, owner, kind, message_id, state, content, link, written, changed, workspace)
           SELECT $1::text, $2::uuid, $3::text, $4::text, $5::text, 'waiting', $6::text, $7::text, $8::timestamptz, $8::timestamptz, $9::uuid
           WHERE NOT EXISTS (SELECT FROM mail_removed WHERE name = ANY($10)) ON CONFLICT (key) DO NOTHING`,
          [entry.key, entry.id, entry.owner, entry.kind, entry.messageId, content, link, entry.time, entry.workspace, names],
        )
        const { rows } = await connection.query('SELECT state, detail FROM mail_outbox WHERE key = $1', [entry.key])
        if (!rows[0]) return { state: 'failed', detail: null }
        const { state, detail } = rows[0]
        return { state, detail: detail === null ? null : boxes.open(`detail ${entry.key}`, detail) }
      })
    },
    async close(key: string, state: MailState, options: { detail: string | null; keepLink: boolean; time: Date }): Promise<void> {
      await pool.query(
        'UPDATE mail_outbox SET state = $2, detail = $3, link = CASE WHEN $4 THEN link ELSE NULL END, changed = $5 WHERE key = $1',
        [key, state, options.detail === null ? null : boxes.seal(`detail ${key}`, options.detail), options.keepLink, options.time],
      )
    },
    async keyOf(messageId: string): Promise<{ key: string; owner: string } | null> {
      const { rows } = await pool.query('SELECT key, owner FROM mail_outbox WHERE message_id = $1', [messageId])
      return rows[0] ?? null
    },
    async linkOf(id: string): Promise<string | null> {
      const { rows } = await pool.query('SELECT key, link FROM mail_outbox WHERE id = $1', [id])
      return rows[0]?.link ? boxes.open(`link ${rows[0].key}`, rows[0].link) : null
    },
    async find(id: string): Promise<OutboxRow | null> {
      const { rows } = await pool.query<StoredMail>('SELECT * FROM mail_outbox WHERE id = $1', [id])
      return rows[0] ? readable(rows[0]) : null
    },
    async list({ workspace, people, limit, before }: OutboxPage): Promise<OutboxRow[]> {
      const { rows } = await pool.query<StoredMail>(
        `SELECT * FROM mail_outbox WHERE (workspace = $1 OR (workspace IS NULL AND owner = ANY($2)))
         AND ($4::uuid IS NULL OR (written, id) < (SELECT written, id FROM mail_outbox WHERE id = $4))
         ORDER BY written DESC, id DESC LIMIT $3`,
        [workspace, people, limit, before],
      )
      return rows.map(readable)
    },
    async bouncedOf(workspace: string): Promise<ReadonlySet<string>> {
      const addresses = new Set<string>()
      for (let after = ''; ; ) {
        const { rows } = await pool.query<StoredMail>(
          "SELECT * FROM mail_outbox WHERE workspace = $1 AND state = 'bounced' AND key > $2 ORDER BY key LIMIT $3",
          [workspace, after, SCANNED],
        )
        for (const row of rows) addresses.add(addressOf(readable(row)))
        if (rows.length < SCANNED) return addresses
        after = rows.at(-1)!.key
      }
    },
    async assign(owner: string, workspace: string): Promise<void> {
      await pool.query('UPDATE mail_outbox SET workspace = $2 WHERE owner = $1', [owner, workspace])
    },
    removeOf: (owner: string): Promise<void> => remove('owner', [owner], ofOwner),
    removeKeys: (keys: readonly string[]): Promise<void> => remove('key', keys, ofKey),
    async removeTo(address: string, isSpared: (owner: string) => boolean): Promise<void> {
      const wanted = address.trim().toLowerCase()
      for (let after = ''; ; ) {
        const { rows } = await pool.query<StoredMail>('SELECT * FROM mail_outbox WHERE key > $1 ORDER BY key LIMIT $2', [after, SCANNED])
        const found = rows.filter((row) => !isSpared(row.owner) && addressOf(readable(row)) === wanted).map(({ key }) => key)
        if (found.length > 0) await pool.query('DELETE FROM mail_outbox WHERE key = ANY($1)', [found])
        if (rows.length < SCANNED) return
        after = rows.at(-1)!.key
      }
    },
  }
}
