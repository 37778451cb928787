-- Read models ask with each of their transactions which streams lost a key: of all keys, few are destroyed.
CREATE INDEX subject_key_destroyed ON subject_key (stream) WHERE wrapped IS NULL;
