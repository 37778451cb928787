-- One row for each notification of an account holder. Names of members are found when it is read.
CREATE TABLE notification (
  key uuid PRIMARY KEY,
  "user" uuid NOT NULL,
  workspace uuid NOT NULL,
  -- The document, or the workspace itself.
  related uuid NOT NULL,
  happened timestamptz NOT NULL,
  -- Grows with every change of any of this user's rows: a reader that asks for later ones misses none.
  updated timestamptz NOT NULL,
  -- When they read it.
  read timestamptz,
  kind text NOT NULL,
  -- The user who did it, whose name stands before the words; null: the words are the whole sentence.
  by uuid,
  words text NOT NULL
);
CREATE INDEX notification_by_date ON notification ("user", happened DESC, key DESC);
CREATE INDEX notification_by_change ON notification ("user", updated);
CREATE INDEX notification_unread ON notification ("user") WHERE read IS NULL;
CREATE INDEX notification_by_related ON notification (related);

-- Whose address it is that somebody may be asked to sign at: of the address only a digest is kept, as long as they have an account.
CREATE TABLE holder (
  address text PRIMARY KEY,
  "user" uuid NOT NULL
);
CREATE INDEX holder_by_user ON holder ("user");
