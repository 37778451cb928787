-- A stream without an event is taken out for good; false where it has some, or has been made by now.
CREATE FUNCTION remove_unborn_stream(name text) RETURNS boolean
LANGUAGE plpgsql VOLATILE
SET lock_timeout = '10s'
AS $$
BEGIN
  -- As all writing: whoever makes the stream does so before this look at it, or never.
  PERFORM pg_advisory_xact_lock(7303001);
  IF EXISTS (SELECT FROM event_log WHERE stream = name) THEN
    RETURN false;
  END IF;
  INSERT INTO event_log_removed (stream, last) VALUES (name, 0) ON CONFLICT DO NOTHING;
  RETURN true;
END
$$;
