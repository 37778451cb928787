import type { Migration } from '#platform/postgres'

/**
 * Rows of recipient lists: personal data, outside of the log. An import is one file's rows; which imports a list has, its stream says. The
 * functions read values as `#domain/filters` does, character for character.
 */
export const recipientRowMigrations: readonly Migration[] = [
  {
    name: 'recipient-rows/001-rows',
    sql: `
      CREATE TABLE recipient_import (
        key uuid PRIMARY KEY,
        workspace text NOT NULL,
        list text NOT NULL,
        /** For which columns and format the problems of its rows were found. */
        checked text,
        created timestamptz NOT NULL
      );
      CREATE INDEX recipient_import_of_workspace ON recipient_import (workspace, list);
      CREATE TABLE recipient_row (
        import uuid NOT NULL REFERENCES recipient_import (key) ON DELETE CASCADE,
        number int NOT NULL,
        cells jsonb NOT NULL,
        /** Columns whose values have problems; null: none has. */
        problems smallint[],
        /** Keys of the people it names, as the address book knows them. */
        people uuid[],
        PRIMARY KEY (import, number)
      );
      CREATE INDEX recipient_row_with_problems ON recipient_row (import, number) WHERE problems IS NOT NULL;
      CREATE INDEX recipient_row_of_people ON recipient_row USING gin (people) WHERE people IS NOT NULL;

      CREATE FUNCTION recipient_trim(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT btrim(coalesce(value, ''), E' \\t\\r\\n\\u00a0')
      $$;
      CREATE FUNCTION recipient_number(value text, decimal_sign text) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
        SELECT 0::float8 + CASE
          WHEN length(recipient_trim(value)) > 30 THEN NULL
          WHEN decimal_sign = '.' AND recipient_trim(value) ~ E'^[+-]?([0-9]+|[0-9]{1,3}([, \\u00a0\\u202f''’][0-9]{3})+)([.][0-9]+)?$'
            THEN translate(recipient_trim(value), E', \\u00a0\\u202f''’', '')::float8
          WHEN decimal_sign = ',' AND recipient_trim(value) ~ E'^[+-]?([0-9]+|[0-9]{1,3}([. \\u00a0\\u202f''’][0-9]{3})+)(,[0-9]+)?$'
            THEN replace(translate(recipient_trim(value), E'. \\u00a0\\u202f''’', ''), ',', '.')::float8
        END
      $$;
      CREATE FUNCTION recipient_day(value text, date_order text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
        DECLARE
          part text[];
          y int;
          m int;
          d int;
        BEGIN
          part := regexp_match(recipient_trim(value), '^([0-9]{4})([-/])([0-9]{1,2})\\2([0-9]{1,2})$');
          IF part IS NOT NULL THEN
            y := part[1]::int; m := part[3]::int; d := part[4]::int;
          ELSE
            part := regexp_match(recipient_trim(value), '^([0-9]{1,2})([-/])([0-9]{1,2})\\2([0-9]{4})$');
            IF part IS NULL THEN RETURN NULL; END IF;
            y := part[4]::int;
            IF date_order = 'day-month' THEN d := part[1]::int; m := part[3]::int; ELSE m := part[1]::int; d := part[3]::int; END IF;
          END IF;
          IF y < 1 OR m < 1 OR m > 12 OR d < 1 OR d > (CASE
            WHEN m = 2 THEN CASE WHEN (y % 4 = 0 AND y % 100 <> 0) OR y % 400 = 0 THEN 29 ELSE 28 END
            WHEN m IN (4, 6, 9, 11) THEN 30
            ELSE 31
          END) THEN RETURN NULL; END IF;
          RETURN y * 10000 + m * 100 + d;
        END
      $$;`,
  },
]
