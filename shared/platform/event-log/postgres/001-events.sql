-- The log: one row an event, never changed.
CREATE TABLE event_log (
  -- The place among all events: the last one + 1, taken under the append lock. Commit order is position order and
  -- there are no gaps, so a reader that has passed a position can never miss a row that appears below it. (A sequence
  -- would: the transaction with the lower number may commit later.) The primary key is what readers of all streams walk along.
  position bigint PRIMARY KEY,
  -- C: prefixes are compared by bytes, and the same on every server.
  stream text COLLATE "C" NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 0),
  -- text, not uuid: the id is under the hash and must come back byte for byte.
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  -- json, not jsonb: json keeps the text as it was written.
  data json NOT NULL,
  meta json NOT NULL,
  prev text NOT NULL,
  hash text NOT NULL,
  sealed json NOT NULL,
  -- One event a place: if the append lock were ever bypassed, a fork of a stream is refused here. Its index serves
  -- the reading of a stream and the look-up of its last revision.
  CONSTRAINT event_log_one_event_a_revision UNIQUE (stream, revision),
  -- An id names one event for ever: an append sent again can't be written a second time elsewhere.
  CONSTRAINT event_log_one_event_an_id UNIQUE (id)
);
