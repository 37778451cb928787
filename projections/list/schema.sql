-- One row a pack, as the list shows it. What it is filtered, sorted and searched by stands in columns of its own.
CREATE TABLE pack (
  pack uuid PRIMARY KEY,
  workspace uuid NOT NULL,
  -- Who made it, or took it over.
  owner uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  trashed boolean NOT NULL,
  updated timestamptz NOT NULL,
  revision int NOT NULL,
  -- Something is intended and not done yet: a conversion, a request, sealing, final copies.
  under_way boolean NOT NULL,
  -- By which it was made, if by any.
  bulk_send uuid,
  -- The template or document that it was made from, if from any.
  made_from uuid,
  -- Of its custom fields, each as `customFieldEntry` writes it.
  custom_fields jsonb NOT NULL DEFAULT '[]',
  words text NOT NULL,
  shown json NOT NULL
);
-- Pages of the list, with and without a status, are read straight off these, newest first.
CREATE INDEX pack_by_date ON pack (workspace, kind, trashed, updated DESC, pack DESC);
CREATE INDEX pack_by_status ON pack (workspace, kind, trashed, status, updated DESC, pack DESC);

CREATE INDEX pack_by_bulk_send ON pack (bulk_send, status, pack) WHERE bulk_send IS NOT NULL;

-- In the order in which documents made from one are read, so that the rows of all others stay unread.
CREATE INDEX pack_by_origin ON pack (made_from, (shown->>'date_created') DESC, pack) WHERE made_from IS NOT NULL;

CREATE INDEX pack_by_custom_field ON pack USING gin (custom_fields jsonb_path_ops);

CREATE INDEX pack_under_way ON pack (pack) WHERE under_way;

-- Who is asked to sign: a user's key, or the digest of the address that was asked.
CREATE TABLE waiting (
  who text NOT NULL,
  pack uuid NOT NULL,
  PRIMARY KEY (who, pack)
);
CREATE INDEX waiting_by_pack ON waiting (pack);

-- How many packs have each status, so that showing the numbers never counts rows.
CREATE TABLE tally (
  workspace uuid NOT NULL,
  kind text NOT NULL,
  trashed boolean NOT NULL,
  status text NOT NULL,
  packs int NOT NULL,
  PRIMARY KEY (workspace, kind, trashed, status)
);

-- Apart from the rows, since a pack changes often and its words seldom: this index is dear to write.
CREATE TABLE gram (
  pack uuid PRIMARY KEY,
  grams int[] NOT NULL
);
CREATE INDEX gram_by_gram ON gram USING gin (grams) WITH (fastupdate = off);
