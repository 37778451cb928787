import { openPool } from '#platform/postgres'
import { atMost, type Figure, figure } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount, type Sender } from './person.ts'
import { newId, preparedDocument } from './prepare.ts'
import { type BenchServer, startServer } from './server.ts'

const DOCUMENTS = 1_000
const FIELDS = 100
const AT_ONCE = 8
/** By turns with the yardstick, so that both meet the same machine. */
const ROUNDS = 10

/** Documents from a template with many fields, against those from one with a single field: how long they take, and what each leaves in the log. */
export async function copies(): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const [large, small] = [await template(sender, FIELDS), await template(sender, 1)]
    const took = { large: 0, small: 0 }
    let [bytes, rows] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      took.small += await made(sender, small, DOCUMENTS / ROUNDS)
      const before = await logOf(server)
      took.large += await made(sender, large, DOCUMENTS / ROUNDS)
      const after = await logOf(server)
      bytes += after.bytes - before.bytes
      rows += after.rows - before.rows
    }
    sender.close()
    return [
      figure({
        name: `copies-${DOCUMENTS}.all`,
        value: took.large,
        unit: 'ms',
        goal: atMost(10_000),
        yardstick: { what: 'as many from a template with one field', value: took.small, unit: 'ms' },
        samples: DOCUMENTS,
      }),
      figure({ name: `copies-${DOCUMENTS}.disk.log`, value: bytes / DOCUMENTS, unit: 'bytes', goal: atMost(6_000), samples: DOCUMENTS }),
      figure({ name: `copies-${DOCUMENTS}.events`, value: rows / DOCUMENTS, unit: 'saves', goal: atMost(3), samples: DOCUMENTS }),
    ]
  } finally {
    await server.stop()
  }
}

async function template(sender: Sender, count: number): Promise<string> {
  const field = (at: number) => ({
    uuid: newId(),
    type: 'text',
    page: 0,
    x: 20 + (at % 10) * 55,
    y: 20 + Math.floor(at / 10) * 40,
    width: 50,
    height: 20,
  })
  const { pack } = await preparedDocument(
    sender,
    `template ${count}`,
    await paper(1),
    Array.from({ length: count }, (_, at) => field(at)),
  )
  const { document } = await sender.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  return document.key
}

/** How long so many documents take, several people asking at the same time. */
async function made(sender: Sender, from: string, count: number): Promise<number> {
  const began = performance.now()
  let left = count
  const ask = async () => {
    while (left-- > 0) await sender.get(`/app/documents/${from}/create_a_copy?template_to_document=true`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return performance.now() - began
}

/** The log's table, indexes included, and its events. */
async function logOf({ databaseUrl }: BenchServer): Promise<{ readonly bytes: number; readonly rows: number }> {
  const pool = openPool(databaseUrl, { max: 1 })
  const { rows } = await pool.query<{ bytes: string; rows: string }>(
    `SELECT pg_total_relation_size('event_log') AS bytes, (SELECT count(*) FROM event_log) AS rows`,
  )
  await pool.end()
  return { bytes: Number(rows[0]!.bytes), rows: Number(rows[0]!.rows) }
}
