import type { Migration } from '#platform/postgres'

/**
 * The feeds stand next to the log and are backed up with it: subscribers hold positions and digests, so nothing that was published may
 * be numbered or salted again, which making a read model again would do.
 */
export const feedMigrations: readonly Migration[] = [
  {
    name: 'feed/001-entries',
    sql: `-- One row for each workspace that has entries: where its feed ends.
          CREATE TABLE feed (workspace uuid PRIMARY KEY, position bigint NOT NULL, chain text NOT NULL);
          CREATE TABLE feed_entry (
            workspace uuid NOT NULL,
            position bigint NOT NULL,
            id uuid NOT NULL UNIQUE,
            type text NOT NULL,
            version int NOT NULL,
            document uuid NOT NULL,
            template uuid,
            happened timestamptz NOT NULL,
            -- Canonical JSON, sealed under the document's key; null once it is erased.
            data text,
            -- Of the digest; null once the data is no longer what the digest stands for.
            salt text,
            digest text NOT NULL,
            previous text NOT NULL,
            chain text NOT NULL,
            PRIMARY KEY (workspace, position)
          );
          CREATE INDEX feed_entry_by_document ON feed_entry (document);
          -- How far each stream came into a feed: what is projected again adds nothing.
          CREATE TABLE feed_stream (stream text PRIMARY KEY, revision int NOT NULL);`,
  },
]
