-- What many streams hold alike, once, under its digest: encrypted under a key that follows from the master key.
CREATE TABLE shared_leaf (
  digest text COLLATE "C" PRIMARY KEY,
  box text NOT NULL
);
-- Which streams hold it. The last one that goes takes it along.
CREATE TABLE shared_leaf_use (
  digest text COLLATE "C" NOT NULL REFERENCES shared_leaf,
  stream text COLLATE "C" NOT NULL,
  PRIMARY KEY (stream, digest)
);
CREATE INDEX shared_leaf_use_of ON shared_leaf_use (digest);
