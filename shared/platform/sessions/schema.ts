import type { Migration } from '#platform/postgres'

export const sessionMigrations: readonly Migration[] = [
  {
    name: 'sessions/001-sessions',
    sql: `
      CREATE TABLE session (
        token_hash text PRIMARY KEY,
        id uuid NOT NULL UNIQUE,
        owner text NOT NULL,
        holder jsonb NOT NULL,
        idle_ms bigint NOT NULL,
        seen timestamptz NOT NULL,
        ends timestamptz NOT NULL
      );
      CREATE INDEX session_of_owner ON session (owner);
      CREATE INDEX session_by_end ON session (ends);

      CREATE TABLE password (account text PRIMARY KEY, hash text NOT NULL, changed timestamptz NOT NULL);

      CREATE TABLE one_time_link (
        token_hash text PRIMARY KEY,
        owner text NOT NULL,
        purpose text NOT NULL,
        used boolean NOT NULL DEFAULT false,
        ends timestamptz NOT NULL
      );
      CREATE INDEX one_time_link_of_owner ON one_time_link (owner);

      CREATE TABLE login_attempt (bucket text NOT NULL, at timestamptz NOT NULL);
      CREATE INDEX login_attempt_by_bucket ON login_attempt (bucket, at);`,
  },
  {
    name: 'sessions/002-to-settle',
    sql: `
      ALTER TABLE session ADD COLUMN to_settle boolean NOT NULL DEFAULT false;
      UPDATE session SET to_settle = true WHERE holder->>'as' = 'handed-over';
      CREATE INDEX session_to_settle ON session (id) WHERE to_settle;`,
  },
  {
    // A person about to choose one when their profile went must leave nothing behind, however late they come or wherever they are cut off.
    name: 'sessions/003-removed-passwords',
    sql: 'CREATE TABLE password_removed (account text PRIMARY KEY)',
  },
  {
    // At the end of the row: an older process next to this one still writes the columns that it knows.
    name: 'sessions/004-known-devices',
    sql: `
      ALTER TABLE session ADD COLUMN began timestamptz, ADD COLUMN origin jsonb;
      UPDATE session SET began = ends - interval '30 days' WHERE ends > now();

      CREATE TABLE known_device (
        device uuid NOT NULL,
        account text NOT NULL,
        token_hash text NOT NULL,
        seen timestamptz NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        PRIMARY KEY (device, account)
      );
      CREATE INDEX known_device_by_token ON known_device (token_hash);
      CREATE INDEX known_device_of_account ON known_device (account, seen);

      CREATE TABLE guessing_episode (bucket text PRIMARY KEY, began timestamptz NOT NULL, ends timestamptz NOT NULL);`,
  },
]
