-- As before, but a notice says how far the log reaches, so that whoever has read up to there need not look.
CREATE OR REPLACE FUNCTION append_events(
  item_streams text[], item_expected bigint[],
  event_items integer[], event_revisions bigint[], event_ids text[], event_types text[], event_versions integer[],
  event_data text[], event_meta text[], event_prevs text[], event_hashes text[], event_sealed text[],
  OUT base bigint, OUT actuals bigint[]
)
LANGUAGE plpgsql VOLATILE
-- Behind an appender that hangs we give up in time, so that the caller can send again, rather than for ever.
SET lock_timeout = '10s'
AS $$
DECLARE
  written bigint;
BEGIN
  -- Under REPEATABLE READ the snapshot would be older than the lock, and positions would be given out twice.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'events are appended under READ COMMITTED only';
  END IF;
  -- One appender at a time, held until the commit is visible. A statement of its own: whatever reads the table must
  -- take its snapshot after the lock was granted, or it would not see the rows of the appender before.
  PERFORM pg_advisory_xact_lock(7303001);
  SELECT head INTO base FROM event_log_end;
  SELECT array_agg(CASE WHEN EXISTS (SELECT FROM event_log_removed r WHERE r.stream = item.stream) THEN -2
                        ELSE coalesce((SELECT max(e.revision) FROM event_log e WHERE e.stream = item.stream), -1) END ORDER BY item.at)
    INTO actuals
    FROM unnest(item_streams) WITH ORDINALITY AS item(stream, at);
  INSERT INTO event_log (position, stream, revision, id, type, version, data, meta, prev, hash, sealed)
    SELECT base + row_number() OVER (ORDER BY e.at),
           item_streams[e.item], e.revision, e.id, e.type, e.version, e.data::json, e.meta::json, e.prev, e.hash, e.sealed::json
      FROM unnest(event_items, event_revisions, event_ids, event_types, event_versions,
                  event_data, event_meta, event_prevs, event_hashes, event_sealed)
           WITH ORDINALITY AS e(item, revision, id, type, version, data, meta, prev, hash, sealed, at)
     WHERE actuals[e.item] = item_expected[e.item];
  -- Only wakes readers: what they read is the table, and they look by themselves now and then. Who stands there already sleeps on.
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written > 0 THEN
    PERFORM pg_notify('event_log', (base + written)::text);
  END IF;
END
$$;
