-- Who was named where, one row a person and stream: a signatory or copy recipient of a pack, a membership of an account holder, a contact
-- of an address book.
CREATE TABLE source (
  stream text NOT NULL,
  person uuid NOT NULL,
  workspace uuid NOT NULL,
  -- Not of one who was taken out again, or whose membership does not hold.
  there boolean NOT NULL,
  -- What makes two of them one person: the email address in lower case, else the number. Null: neither.
  address text,
  name text NOT NULL,
  email text NOT NULL,
  mobile text NOT NULL,
  user_key uuid,
  -- When any of it was said last.
  at timestamptz NOT NULL,
  PRIMARY KEY (stream, person)
);
CREATE INDEX source_by_address ON source (workspace, address, at DESC) WHERE there AND address IS NOT NULL;
CREATE INDEX source_by_person ON source (person);

-- In which workspace a pack is: its later events do not say.
CREATE TABLE pack (stream text PRIMARY KEY, workspace uuid NOT NULL);

-- Memberships that hold. An account holder's own stream says only what they were offered.
CREATE TABLE membership (member uuid PRIMARY KEY);

-- Who was removed by hand stays away until they are named again after it.
CREATE TABLE removal (
  stream text NOT NULL,
  person uuid NOT NULL,
  workspace uuid NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (stream, person, address)
);
CREATE INDEX removal_by_address ON removal (workspace, address);

-- Keys under which somebody was erased. Who has one of them as their own here is hidden until they are added by hand after it.
CREATE TABLE erasure (key uuid PRIMARY KEY, at timestamptz NOT NULL);

-- One row a person, as the workspace sees them: of all that was said, the newest.
CREATE TABLE contact (
  key uuid PRIMARY KEY,
  workspace uuid NOT NULL,
  address text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  mobile text NOT NULL,
  user_key uuid,
  -- When a document named them last.
  used timestamptz,
  -- When anything was said of them last.
  newest timestamptz NOT NULL,
  -- By what the address book is sorted.
  sort text NOT NULL,
  words text NOT NULL
);
CREATE INDEX contact_by_use ON contact (workspace, used DESC NULLS LAST, key);
CREATE INDEX contact_by_name ON contact (workspace, sort, key);

CREATE TABLE gram (
  key uuid PRIMARY KEY,
  grams int[] NOT NULL
);
CREATE INDEX gram_by_gram ON gram USING gin (grams) WITH (fastupdate = off);
