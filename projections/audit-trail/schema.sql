-- One row an event, as the team reads it. Who acted is kept as an opaque principal: names are found when it is read.
CREATE TABLE record (
  pack uuid NOT NULL,
  revision int NOT NULL,
  happened timestamptz NOT NULL,
  code text NOT NULL,
  words text NOT NULL,
  principal text NOT NULL,
  capacity text NOT NULL,
  on_behalf_of text,
  reason text,
  address text,
  agent text,
  hash text NOT NULL,
  PRIMARY KEY (pack, revision)
);
CREATE INDEX record_since ON record (pack, happened, revision);
