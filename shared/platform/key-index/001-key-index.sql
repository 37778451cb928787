-- Leads from the keys that requests name (child documents, fields, files, digests of link tokens) to their pack.
CREATE TABLE key_index (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  pack text COLLATE "C" NOT NULL,
  extra json,
  -- A key leads to one pack: otherwise a client that names its fields itself could draw another pack's requests to its own.
  PRIMARY KEY (kind, key)
);
