import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Queries } from '#platform/postgres'

/** What comes back by itself: read models from the log, the queue's own tables from the jobs, places of a copy from copying again. */
const REBUILT_TABLES = ['migration', 'projection', 'projection_forgotten', 'event_log_copy']
const BATCH = 500

/** The tables of the installation, those that others refer to first. */
export async function tablesOf(queries: Queries): Promise<string[]> {
  const { rows } = await queries.query<{ name: string; refers: string[] }>(
    `SELECT relname AS name, coalesce(array_agg(f.confrelid::regclass::text) FILTER (WHERE f.confrelid <> t.oid), '{}') AS refers
     FROM pg_class t LEFT JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f'
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace GROUP BY relname ORDER BY relname`,
  )
  const left = new Map(rows.filter(({ name }) => !REBUILT_TABLES.includes(name)).map(({ name, refers }) => [name, refers]))
  const sorted: string[] = []
  while (left.size > 0) {
    const next = [...left].find(([, refers]) => refers.every((name) => !left.has(name)))
    if (!next) throw new Error(`these tables refer to each other: ${[...left.keys()].join(', ')}`)
    sorted.push(next[0])
    left.delete(next[0])
  }
  return sorted
}

/** How many rows a table has, and the digest of the file that holds them: SHA-256, base64url. */
export interface Written {
  readonly rows: number
  readonly digest: string
}

/** Writes all rows of a table, one a line, as this connection's transaction sees them. */
export async function writeTable(connection: Queries, table: string, path: string): Promise<Written> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let count = 0
  try {
    await connection.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM public."${table}" t`)
    for (;;) {
      const { rows } = await connection.query<{ row: string }>(`FETCH ${BATCH} FROM rows`)
      if (rows.length === 0) break
      const text = rows.map(({ row }) => `${oneLine(row)}\n`).join('')
      hash.update(text)
      await file.writeFile(text)
      count += rows.length
    }
    await connection.query('CLOSE rows')
    await synced(file)
  } finally {
    await file.close()
  }
  return { rows: count, digest: hash.digest('base64url') }
}

export interface Read extends Written {
  /** Numbers of the lines that hold no row of this table, from 1. */
  readonly unreadable: readonly number[]
}

/**
 * Puts the rows of such a file into an empty table, within the transaction of this connection. Lines that a damaged disk left without
 * sense are skipped and reported: the operator may have nothing better.
 */
export async function readTable(connection: Queries, table: string, path: string): Promise<Read> {
  const hash = createHash('sha256')
  const unreadable: number[] = []
  let [batch, rows, at] = [[] as Line[], 0, 0]
  const insert = (lines: readonly Line[]) =>
    connection.query(`INSERT INTO public."${table}" SELECT * FROM json_populate_recordset(NULL::public."${table}", $1)`, [
      `[${lines.map(({ text }) => text).join(',')}]`,
    ])
  async function putTogether(lines: readonly Line[]): Promise<void> {
    await connection.query('SAVEPOINT lines')
    try {
      await insert(lines)
      await connection.query('RELEASE SAVEPOINT lines')
      rows += lines.length
    } catch (error) {
      if (!isOfTheData(error)) throw error
      await connection.query('ROLLBACK TO SAVEPOINT lines')
      const [first] = lines as [Line]
      if (lines.length === 1) unreadable.push(first.number)
      else for (const half of halvesOf(lines)) await putTogether(half)
    }
  }
  const put = async () => {
    if (batch.length > 0) await putTogether(batch)
    batch = []
  }
  for await (const text of linesOf(hashed(createReadStream(path, 'utf8'), hash))) {
    at++
    if (text === '') continue
    if (isRow(text)) batch.push({ number: at, text })
    else unreadable.push(at)
    if (batch.length === BATCH) await put()
  }
  await put()
  return { rows, digest: hash.digest('base64url'), unreadable: unreadable.sort((one, other) => one - other) }
}

interface Line {
  readonly number: number
  readonly text: string
}

const halvesOf = <T>(all: readonly T[]) => [all.slice(0, all.length / 2), all.slice(all.length / 2)]

/** A value that the column cannot hold, or that breaks what holds between rows: classes 22 and 23 of SQLSTATE. */
const isOfTheData = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code))

/** Looked at before it stands among others, with which a broken one may come to mean something else. */
function isRow(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

async function* hashed(chunks: AsyncIterable<string>, hash: Hash): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** Split at line feeds alone: `readline` ends a line at U+2028 too, which texts may contain. */
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
