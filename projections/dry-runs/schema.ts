import type { Migration } from '#platform/postgres'

/** Reports of dry runs, one for each bulk send. What a row says stands in its list alone: here are numbers of rows and what is wrong. */
export const dryRunMigrations: readonly Migration[] = [
  {
    name: 'dry-runs/001-reports',
    sql: `
      CREATE TABLE dry_run (
        bulk_send uuid PRIMARY KEY,
        key uuid NOT NULL UNIQUE,
        state text NOT NULL,
        /** Why it could not be carried out. */
        refusal text,
        pins jsonb,
        rows int NOT NULL DEFAULT 0,
        checked int NOT NULL DEFAULT 0,
        with_problems int NOT NULL DEFAULT 0,
        with_warnings int NOT NULL DEFAULT 0,
        kinds jsonb NOT NULL DEFAULT '[]',
        asked timestamptz NOT NULL,
        ended timestamptz
      );
      CREATE TABLE dry_run_row (
        report uuid NOT NULL REFERENCES dry_run (key) ON DELETE CASCADE,
        number int NOT NULL,
        /** Rows that only have warnings come after those with problems. */
        is_warning boolean NOT NULL,
        problems jsonb NOT NULL,
        PRIMARY KEY (report, is_warning, number)
      );`,
  },
]
