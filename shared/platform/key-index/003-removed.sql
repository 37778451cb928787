-- What leads nowhere for good: all keys of a pack (person ''), or links made for one person there. Whoever was about to register one when
-- it was removed must not leave a row that nobody would ever take away.
CREATE TABLE key_index_removed (
  pack text COLLATE "C" NOT NULL,
  person text COLLATE "C" NOT NULL,
  PRIMARY KEY (pack, person)
);

-- Answers what was registered. VOLATILE plpgsql: the second statement sees what was removed while the first waited.
CREATE FUNCTION register_keys(kinds text[], keys text[], packs text[], extras text[]) RETURNS TABLE (of_kind text, of_key text)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- Held together by who registers, and against them by who removes; in one order for all.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(pack, 25)) FROM (SELECT DISTINCT unnest(packs) AS pack ORDER BY 1) AS of_packs;
  RETURN QUERY
    INSERT INTO key_index AS held (kind, key, pack, extra)
      SELECT e.kind, e.key, e.pack, e.extra::json FROM unnest(kinds, keys, packs, extras) AS e(kind, key, pack, extra)
       WHERE NOT EXISTS (SELECT FROM key_index_removed r
                          WHERE r.pack = e.pack AND r.person IN ('', e.extra::json->>'signatory', e.extra::json->>'recipient'))
    ON CONFLICT ON CONSTRAINT key_index_pkey DO UPDATE SET extra = excluded.extra WHERE held.pack = excluded.pack
    RETURNING held.kind, held.key;
END
$$;

-- Removes a pack's keys, or its links for these people.
CREATE FUNCTION remove_keys(of_pack text, people text[]) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_pack, 25));
  IF people IS NULL THEN
    DELETE FROM key_index_removed WHERE pack = of_pack;
    INSERT INTO key_index_removed VALUES (of_pack, '');
    DELETE FROM key_index WHERE pack = of_pack;
  ELSE
    INSERT INTO key_index_removed SELECT of_pack, unnest(people) ON CONFLICT DO NOTHING;
    DELETE FROM key_index WHERE pack = of_pack AND (extra->>'signatory' = ANY (people) OR extra->>'recipient' = ANY (people));
  END IF;
END
$$;
