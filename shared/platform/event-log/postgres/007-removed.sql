-- As before, but other processes are told: what they hold of the stream in memory they give to nobody any more.
CREATE OR REPLACE FUNCTION remove_stream(name text) RETURNS void
LANGUAGE plpgsql VOLATILE
SET lock_timeout = '10s'
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7303001);
  INSERT INTO event_log_removed (stream, last)
    SELECT name, coalesce(max(position), 0) FROM event_log WHERE stream = name
    ON CONFLICT DO NOTHING;
  DELETE FROM event_log WHERE stream = name;
  -- It says nothing of how far the log reaches.
  IF FOUND THEN
    PERFORM pg_notify('event_log', '');
  END IF;
END
$$;
