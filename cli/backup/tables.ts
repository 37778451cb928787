import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Queries } from '#platform/postgres'

/** What comes back by itself: read models from the log, the queue's own tables from the jobs, places of a copy from copying again. */
const MADE_ANEW = ['migration', 'projection', 'projection_forgotten', 'event_log_copy']
const BATCH = 500

/** The tables of the installation, those that others refer to first. */
export async function tablesOf(queries: Queries): Promise<string[]> {
  const { rows } = await queries.query<{ name: string; refers: string[] }>(
    `SELECT relname AS name, coalesce(array_agg(f.confrelid::regclass::text) FILTER (WHERE f.confrelid <> t.oid), '{}') AS refers
     FROM pg_class t LEFT JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f'
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace GROUP BY relname ORDER BY relname`,
  )
  const left = new Map(rows.filter(({ name }) => !MADE_ANEW.includes(name)).map(({ name, refers }) => [name, refers]))
  const sorted: string[] = []
  while (left.size > 0) {
    const next = [...left].find(([, refers]) => refers.every((name) => !left.has(name)))
    if (!next) throw new Error(`these tables refer to each other: ${[...left.keys()].join(', ')}`)
    sorted.push(next[0])
    left.delete(next[0])
  }
  return sorted
}

/** Writes all rows of a table, one a line, as they are in the transaction of this connection. Answers how many. */
export async function writeTable(connection: Queries, table: string, path: string): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let count = 0
  try {
    await connection.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM public."${table}" t`)
    for (;;) {
      const { rows } = await connection.query<{ row: string }>(`FETCH ${BATCH} FROM rows`)
      if (rows.length === 0) break
      await file.writeFile(rows.map(({ row }) => `${oneLine(row)}\n`).join(''))
      count += rows.length
    }
    await connection.query('CLOSE rows')
    await synced(file)
  } finally {
    await file.close()
  }
  return count
}

/** Puts the rows of such a file into an empty table. */
export async function readTable(connection: Queries, table: string, path: string): Promise<number> {
  let [batch, count]: [string[], number] = [[], 0]
  const put = async () => {
    if (batch.length === 0) return
    const rows = `[${batch.join(',')}]`
    await connection.query(`INSERT INTO public."${table}" SELECT * FROM json_populate_recordset(NULL::public."${table}", $1)`, [rows])
    count += batch.length
    batch = []
  }
  for await (const line of linesOf(createReadStream(path, 'utf8'))) {
    if (line === '') continue
    batch.push(line)
    if (batch.length === BATCH) await put()
  }
  await put()
  return count
}

/** Parted at line feeds alone: `readline` ends a line at U+2028 too, which texts hold as it is. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest
}

/** A column that holds JSON as it was written may hold line feeds between its parts; within strings they are escaped. */
const oneLine = (row: string) => row.replaceAll('\n', ' ')

const synced = (file: FileHandle) => file.sync()
