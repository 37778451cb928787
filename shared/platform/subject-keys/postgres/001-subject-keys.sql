-- The keys that seal personal and confidential values in the log, each wrapped by the installation's master key.
CREATE TABLE subject_key (
  stream text COLLATE "C" NOT NULL,
  -- A signatory, a copy recipient or 'pack'; '' stands for the whole stream once all its keys were destroyed.
  subject text COLLATE "C" NOT NULL,
  -- null: destroyed. The row stays, so that a late writer can't make a new key for an erased subject.
  wrapped bytea,
  -- One key a subject: two would leave values that only one of them opens. Its index serves every look-up.
  PRIMARY KEY (stream, subject)
);

-- The subject's wrapped key, the given one where there was none; null when it was destroyed.
CREATE FUNCTION make_subject_key(of_stream text, of_subject text, new_wrapped bytea) RETURNS bytea
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- One at a time with destroy_subject_keys on the same stream, or a key made at that moment would survive it.
  PERFORM pg_advisory_xact_lock(7303002, hashtext(of_stream));
  IF NOT EXISTS (SELECT FROM subject_key WHERE stream = of_stream AND subject = '') THEN
    INSERT INTO subject_key (stream, subject, wrapped) VALUES (of_stream, of_subject, new_wrapped) ON CONFLICT DO NOTHING;
  END IF;
  RETURN (SELECT wrapped FROM subject_key WHERE stream = of_stream AND subject = of_subject);
END
$$;

-- Destroys one subject's key, or with '' all of the stream's and those that might still be made.
CREATE FUNCTION destroy_subject_keys(of_stream text, of_subject text) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7303002, hashtext(of_stream));
  UPDATE subject_key SET wrapped = NULL WHERE stream = of_stream AND (of_subject = '' OR subject = of_subject);
  INSERT INTO subject_key (stream, subject, wrapped) VALUES (of_stream, of_subject, NULL) ON CONFLICT DO NOTHING;
  -- Other processes hold keys and opened values in memory.
  PERFORM pg_notify('subject_key_destroyed', of_stream);
END
$$;
