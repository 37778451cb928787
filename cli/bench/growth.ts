import { openPool } from '#platform/postgres'
import { atMost, type Figure, figure, median, percentile, ratioAtMost } from './figures.ts'
import { nameOf } from './fill.ts'
import { firstAccount, type Sender } from './person.ts'
import { timesOf } from './rounds.ts'
import { type BenchServer, startServer } from './server.ts'

export const FEW = 100
const ASKED = 200
const STARTS = 5

/** What an installation costs with many documents against one with a hundred, in turns: to ask, to start, in memory, on disk. */
export async function growth(documents: number): Promise<readonly Figure[]> {
  const few = await installation(FEW)
  try {
    const many = await installation(documents)
    try {
      return await compared(few, many)
    } finally {
      await many.server.stop()
    }
  } finally {
    await few.server.stop()
  }
}

interface Installation {
  readonly server: BenchServer
  readonly sender: Sender
  readonly documents: number
}

async function installation(documents: number): Promise<Installation> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    await server.ask({ do: 'fill', workspace: sender.workspace, user: sender.user, count: documents })
    return { server, sender, documents }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function compared(few: Installation, many: Installation): Promise<readonly Figure[]> {
  const before = await disk(few.server)
  const after = await disk(many.server)
  const [small, large] = [measuring(few), measuring(many)]
  // Started again each time, so that memory holds only what a start and a few questions bring there.
  for (let at = 0; at < STARTS; at++) for (const each of [small, large]) await each.start()
  for (let at = 0; at < ASKED; at++) for (const each of [small, large]) await each.ask(at)
  few.sender.close()
  many.sender.close()

  const name = (what: string) => `growth-${many.documents}.${what}`
  const common = { samples: ASKED, unit: 'ms' as const }
  const asked = (['list', 'search'] as const).flatMap((what) => {
    const among = (value: number) => ({ what: `the same among ${FEW} documents`, value, unit: 'ms' as const })
    const [p50, p99] = [median, (times: readonly number[]) => percentile(times, 0.99)]
    return [
      figure({ name: name(`${what}.p50`), value: p50(large.found[what]), yardstick: among(p50(small.found[what])), ...common }),
      figure({
        name: name(`${what}.p99`),
        value: p99(large.found[what]),
        goal: atMost(50),
        yardstick: among(p99(small.found[what])),
        ...common,
      }),
    ]
  })
  const grown = (what: 'start' | 'memory', unit: 'ms' | 'bytes') => {
    const yardstick = { what: `the same with ${FEW} documents`, value: median(small.found[what]), unit }
    return figure({ name: name(what), value: median(large.found[what]), unit, goal: ratioAtMost(1.2), yardstick, samples: STARTS })
  }
  const more = many.documents - few.documents
  const each = (what: Kept) =>
    figure({ name: name(`disk.${what}`), value: (after[what] - before[what]) / more, unit: 'bytes', samples: more })
  return [...asked, grown('start', 'ms'), grown('memory', 'bytes'), each('log'), each('rows'), each('keys'), each('all')]
}

function measuring({ server, sender, documents }: Installation) {
  const found = { start: [] as number[], memory: [] as number[], list: [] as number[], search: [] as number[] }
  const list = () => sender.get('/app/documents?document_status=all')
  const search = (at: number) => {
    const words = at % 2 === 0 ? String(10_000 + ((at * 7919) % documents)) : nameOf(at).split(' ')[1]!
    return sender.get(`/app/search/documents?${new URLSearchParams({ search_query: words, document_status: 'all' })}`)
  }
  return {
    found,
    async start() {
      found.start.push(await server.restart())
      await timesOf(20, list)
      await timesOf(20, search)
      found.memory.push(await server.ask({ do: 'memory' }))
    },
    async ask(at: number) {
      found.list.push(...(await timesOf(1, list)))
      found.search.push(...(await timesOf(1, () => search(at))))
    },
  }
}

type Kept = 'log' | 'rows' | 'keys' | 'all'

/** Bytes in the database, indexes included, files of documents left out. */
async function disk({ databaseUrl }: BenchServer): Promise<Record<Kept, number>> {
  const pool = openPool(databaseUrl, { max: 1 })
  const { rows } = await pool.query<Record<Kept, string>>(`
    SELECT pg_total_relation_size('event_log') AS log,
           pg_total_relation_size('subject_key') + pg_total_relation_size('key_index') AS keys,
           (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
             WHERE relkind = 'r' AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('list', 'audit_trail', 'inbox'))) AS rows,
           pg_database_size(current_database()) AS all`)
  await pool.end()
  const { log, keys, rows: read, all } = rows[0]!
  return { log: Number(log), keys: Number(keys), rows: Number(read), all: Number(all) }
}
