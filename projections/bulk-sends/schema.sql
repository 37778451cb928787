-- One row a bulk send, as the list shows it. How many documents it has made is counted where their rows are.
CREATE TABLE bulk_send (
  key uuid PRIMARY KEY,
  workspace uuid NOT NULL,
  archived boolean NOT NULL,
  created timestamptz NOT NULL,
  -- Apart from what is shown: needed only where matching rows are counted.
  left_out json NOT NULL,
  shown json NOT NULL
);
CREATE INDEX bulk_send_by_date ON bulk_send (workspace, archived, created DESC, key DESC);
