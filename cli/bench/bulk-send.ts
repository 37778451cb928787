import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { type DocumentMappingAnswer, type DryRunRecord, mappingRecord } from '#contract/bulk-mapping'
import type { BulkSendRecord } from '#contract/bulk-sends'
import { LIVE } from '#contract/live'
import { mapFromColumnNames } from '#domain/bulk-send'
import type { PackState } from '#domain/pack'
import { openPool } from '#platform/postgres'
import { atMost, type Figure, figure, percentile } from './figures.ts'
import { type MailSink, mailSink } from './mail-sink.ts'
import { paper } from './paper.ts'
import { firstAccount, person, type Sender } from './person.ts'
import { newId, sent, until, uploaded } from './prepare.ts'
import { timesOf } from './rounds.ts'
import { type BenchServer, startServer } from './server.ts'

const CHECKED = 10_000
/** Fields that columns fill in, next to the signature. */
const COLUMNS = ['plan', 'fee', 'street', 'town', 'note']
const CALLS = 200
/** Between two calls of somebody else. */
const PAUSE_MS = 40
/** As the page has it. */
const GATHER_MS = 200
const PATIENCE_SECONDS = 1_800

/** All rows of a list checked before anything is sent. */
export function bulkDryRun(): Promise<readonly Figure[]> {
  return withSink(async ({ sender }) => {
    const { at, key } = await ready(sender, CHECKED)
    const one = await ready(sender, 1)
    const [single] = await timesOf(1, () => checked(sender, one.at))
    const begun = performance.now()
    const report = await checked(sender, at)
    const value = performance.now() - begun
    if (report.checked !== CHECKED || report.with_problems > 0) throw new Error(`the dry run of ${key} found problems`)
    const yardstick = { what: 'a dry run of one row', value: single!, unit: 'ms' as const }
    return [figure({ name: 'bulk-dry-run', value, unit: 'ms', goal: atMost(30_000), yardstick, samples: 1 })]
  })
}

/** From the activation until every row has its document and every request is with the mail server, and what others notice of it meanwhile. */
export function bulkSend(rows: number): Promise<readonly Figure[]> {
  const name = `bulk-send-${rows}`
  return withSink(async ({ server, sender, sink }) => {
    const { key, at } = await ready(sender, rows)
    const begunCheck = performance.now()
    const { key: report } = await checked(sender, at)
    const checking = performance.now() - begunCheck
    const other = await uploaded(sender, 'of somebody else', await paper(1))
    const call = async () => (await timesOf(1, () => sender.get(`/app/documents/${other.pack}/view`)))[0]!
    const idle: number[] = []
    while (idle.length < CALLS) idle.push(await call())
    const before = await logOf(server)
    const screen = await countersOf(server.url, sender, key)

    const begun = performance.now()
    await sender.post('/app/bulk_sends/add_update_bulk_send', { data: { key, status: 'active', report } })
    const busy: number[] = []
    while (sink.taken() < rows) {
      if (performance.now() - begun > PATIENCE_SECONDS * 1_000) throw new Error(`${sink.taken()} of ${rows} requests were sent`)
      busy.push(await call())
      await wait(PAUSE_MS)
    }
    const took = performance.now() - begun
    const { bulk_send } = await until(
      () => sender.get<{ bulk_send: BulkSendRecord }>(at),
      (answer) => answer.bulk_send.number_of_documents_awaiting_signature === rows,
    )
    if (bulk_send.number_of_documents_created !== rows) throw new Error(`${bulk_send.number_of_documents_created} documents were made`)
    await screen.until(rows)
    screen.close()
    const after = await logOf(server)
    const late = lateness(await madeAt(server), screen.shown)
    const what = 'the same while nothing is sent'
    return [
      figure({
        name,
        value: took,
        unit: 'ms',
        goal: atMost(20 * rows),
        yardstick: { what: 'the dry run of the same rows', value: checking, unit: 'ms' },
        samples: 1,
      }),
      figure({
        name: `${name}.beside-p99`,
        value: percentile(busy, 0.99),
        unit: 'ms',
        goal: atMost(100),
        yardstick: { what, value: percentile(idle, 0.99), unit: 'ms' },
        samples: busy.length,
      }),
      figure({ name: `${name}.counters-p99`, value: percentile(late, 0.99), unit: 'ms', goal: atMost(500), samples: late.length }),
      figure({ name: `${name}.log`, value: (after.bytes - before.bytes) / rows, unit: 'bytes', goal: atMost(12_000), samples: rows }),
      figure({ name: `${name}.events`, value: (after.events - before.events) / rows, unit: 'saves', samples: rows }),
    ]
  })
}

async function withSink<T>(work: (on: { server: BenchServer; sender: Sender; sink: MailSink }) => Promise<T>): Promise<T> {
  const sink = await mailSink()
  const server = await startServer({ settings: { SMTP_URL: sink.url } })
  try {
    const sender = await firstAccount(server.url)
    const done = await work({ server, sender, sink })
    sender.close()
    return done
  } finally {
    await server.stop()
    await sink.close()
  }
}

/** A list, a template, and the mapping from the names of the columns. */
async function ready(sender: Sender, rows: number) {
  const made = await sender.post<{ recipient_data: { key: string } }>('/app/recipient_datas/add_update_recipient_data', {
    data: { key: 'new', description: 'Customers' },
  })
  const list = made.recipient_data.key
  const file = await sender.get<{ url: string; file_key: string; temp_csv_key: string }>(`/app/get_csv_upload_url/${list}?filename=c.csv`)
  await sent(sender, file.url, Buffer.from(table(rows)), 'text/csv')
  await sender.post(`/app/csv_upload_success/${file.temp_csv_key}`, { file_key: file.file_key })
  const template = await templateOf(sender)
  const { bulk_send } = await sender.post<{ bulk_send: BulkSendRecord }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: 'Renewals', template_key: template, recipient_data_key: list },
  })
  const at = `/app/bulk_sends/${bulk_send.key}`
  const mapping = `${at}/document_mapping/${template}`
  const { template: state, columns } = await sender.get<DocumentMappingAnswer & { template: PackState }>(mapping)
  const names = columns.map(({ name }) => name)
  const { incomplete } = await sender.post<DocumentMappingAnswer>(mapping, { data: mappingRecord(mapFromColumnNames(state, names)) })
  if (incomplete[0]) throw new Error(incomplete[0].message)
  return { key: bulk_send.key, at }
}

function table(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `Person ${at},person${at}@example.com,Gold,${at * 10}.50,${at} High Street,Cape Town,Note ${at}`,
  )
  return `name,email,${COLUMNS.join(',')}\n${rows.join('\n')}\n`
}

async function templateOf(sender: Sender): Promise<string> {
  const { pack, document } = await uploaded(sender, 'care plan', await paper(2))
  const signatory = newId()
  await sender.post(`/app/documents/${pack}/update_document`, {
    data: { signatories: [{ uuid: signatory, role: 'signer', name: '', email: '' }], signing_order: [[signatory]] },
  })
  const place = { document_key: document, page: 0, x: 60, width: 200, height: 24 }
  await sender.post(`/app/documents/${pack}/add_update_data_field`, {
    data: [
      { ...place, uuid: newId(), type: 'signature', y: 60, height: 48, signatory_uuid: signatory },
      ...COLUMNS.map((description, at) => ({
        ...place,
        uuid: newId(),
        type: 'text',
        y: 140 + at * 40,
        signatory_uuid: 'self',
        description,
      })),
    ],
  })
  const { document: template } = await sender.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
  return template.key
}

async function checked(sender: Sender, at: string): Promise<DryRunRecord> {
  await sender.post(`${at}/dry_run`, {})
  const { dry_run } = await until(
    () => sender.get<{ dry_run: DryRunRecord }>(`${at}/dry_run`),
    ({ dry_run: { state } }) => state === 'done' || state === 'failed',
    PATIENCE_SECONDS,
  )
  return dry_run
}

/** The counters on another screen: asked for whenever documents of the bulk send changed, those that change together once. */
async function countersOf(url: string, sender: Sender, key: string) {
  const socket = io(url, {
    path: LIVE.path,
    transports: ['websocket'],
    extraHeaders: { cookie: sender.headers.cookie ?? '', origin: url },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const joined = (await socket.timeout(10_000).emitWithAck('watch_list', { account_key: sender.workspace })) as { success: boolean }
  if (!joined.success) throw new Error('the live connection was refused')
  const screen = person(url, { ...sender.headers })
  const shown: { readonly count: number; readonly at: number }[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    gathering = undefined
    const { bulk_send } = await screen.get<{ bulk_send: BulkSendRecord }>(`/app/bulk_sends/${key}`)
    shown.push({ count: bulk_send.number_of_documents_created, at: Date.now() })
  }
  socket.on(LIVE.listChanged, ({ documents }: { readonly documents: readonly { readonly bulk_send?: { readonly key: string } }[] }) => {
    if (documents.some(({ bulk_send }) => bulk_send?.key === key)) gathering ??= setTimeout(() => void ask(), GATHER_MS)
  })
  return {
    shown,
    until: (count: number) =>
      until(
        async () => shown.at(-1)?.count,
        (last) => last === count,
      ),
    close() {
      clearTimeout(gathering)
      socket.close()
      screen.close()
    },
  }
}

/** How long after each document was stored a screen counted it. */
function lateness(made: readonly number[], shown: readonly { readonly count: number; readonly at: number }[]): number[] {
  let next = 0
  return made.map((at, index) => {
    while (next < shown.length - 1 && shown[next]!.count < index + 1) next += 1
    return Math.max(0, shown[next]!.at - at)
  })
}

async function onDatabase<T extends object>({ databaseUrl }: BenchServer, sql: string): Promise<readonly T[]> {
  const pool = openPool(databaseUrl, { max: 1 })
  const { rows } = await pool.query<T>(sql)
  await pool.end()
  return rows
}
/** The log's table, indexes included, and its events. */
async function logOf(server: BenchServer): Promise<{ readonly bytes: number; readonly events: number }> {
  const [row] = await onDatabase<{ bytes: string; events: string }>(
    server,
    `SELECT pg_total_relation_size('event_log') AS bytes, (SELECT count(*) FROM event_log) AS events`,
  )
  return { bytes: Number(row!.bytes), events: Number(row!.events) }
}
/** By the server's clock, which is this machine's. */
async function madeAt(server: BenchServer): Promise<readonly number[]> {
  const rows = await onDatabase<{ time: string }>(
    server,
    `SELECT meta ->> 'time' AS time FROM event_log WHERE type = 'MadeByBulkSend' ORDER BY position`,
  )
  return rows.map(({ time }) => Date.parse(time))
}
