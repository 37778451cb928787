import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { uuidv7 } from '#domain/kernel'
import { readConfiguration } from '#platform/configuration'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { composeApplication } from './compose.ts'
import { type BulkEnded, type BulkRow, bulkExitCode, bulkInWords, bulkSend, NOTHING_SENT } from './demo/bulk.ts'
import { type Ceremony, ceremony, type Ended } from './demo/ceremony.ts'
import { type Client, client, crossSite, Refused } from './demo/client.ts'
import { listenForTheEnd } from './demo/ending.ts'
import { type DemoField, readFields } from './demo/fields.ts'
import { type DemoFile, demoFileAt, leave, places, Unreadable } from './demo/files.ts'
import { exitCode, harmless, inWords, type Row } from './demo/row.ts'
import { requireEmptyStore } from './event-log.ts'
import { ForPeople } from './explain.ts'
import { makeFolder } from './make-folder.ts'

export const DEMO_USAGE = `npm run demo -- <file.pdf>… [--fields fields.json] [--password P] [--out DIR] [--eventstoredb] [--json]
npm run demo -- --bulk <list.csv> [file.pdf] [--eventstoredb] [--json]

Drives a private server over its real HTTP calls: upload, two signers, fields, both sign, seal.
Leaves <name>.signed.pdf next to the input, or in DIR; <name>-2.signed.pdf where two would share a place.

  --bulk     sends a document to each row of a list instead: makes the recipient list, a template of the PDF (or of
             the sample), the mapping from the names of the columns ("name" and "email" say who signs), checks all
             rows, says which have problems, activates, and waits until the other rows have their documents
  --fields   a list of {type, page, x, y, width, height, data, signatory}: points from the visible page's
             top left; pages count from 1 (from 0 throughout in a list that names a page 0);
             signatory is 1, 2 or "self"; a text may have text_layout ("single-line", "multi-line",
             or "comb" with comb_cells), text_size in points and text_alignment ("left", "centre", "right")
  --password opens a protected PDF
  --eventstoredb  keeps the private server's events in the EventStoreDB that EVENTSTOREDB_URL names,
             which must be empty
  --json     one object a file, in their order: {file, outcome, reason, message, pages, sizes, out, ms};
             with --bulk: {list, outcome, reason, message, rows, documents, problems, failed, ms}

What a file may take is set as for the server: PARAPH_MAX_UPLOAD_MB, PARAPH_MAX_PAGES, PARAPH_MAX_PAGE_SIDE,
PARAPH_CONVERSION_SECONDS, PARAPH_CONVERSION_MEMORY_MB.

Exit code: 0 all sealed, or a document for each row; 2 some refused, none failed; 1 else. Ctrl-C ends the run in order.`

const OPTIONS = {
  bulk: { type: 'string' },
  fields: { type: 'string' },
  password: { type: 'string' },
  out: { type: 'string' },
  eventstoredb: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const
/** Of the environment nothing else counts: this server is a private one. */
const SETTINGS = ['MAX_UPLOAD_MB', 'MAX_PAGES', 'MAX_PAGE_SIDE', 'CONVERSION_SECONDS', 'CONVERSION_MEMORY_MB'].map(
  (name) => `PARAPH_${name}`,
)
/** One caller asks for thousands of files in a row. */
const LIMITS = { known: 1_000_000, unknown: 1_000_000, guessing: 1_000_000, links: 1_000_000 }

type Server = Pick<Ceremony, 'base' | 'patienceMs'>

/** `paraph demo`. Answers with the exit code. */
export async function demo(argv: readonly string[]): Promise<number> {
  const { values, positionals } = optionsIn(argv)
  if (values.help || (positionals.length === 0 && values.bulk === undefined)) {
    ;(values.help ? console.log : console.error)(DEMO_USAGE)
    return values.help ? 0 : 1
  }
  if (values.bulk !== undefined && (positionals.length > 1 || values.fields || values.password || values.out)) {
    throw new ForPeople(`--bulk takes one list and at most one PDF, and none of --fields, --password and --out.\n\n${DEMO_USAGE}`)
  }
  const fields = values.fields === undefined ? null : await fieldsIn(values.fields)
  if (values.out !== undefined) await makeFolder(values.out, { otherwise: 'Name another one with --out.' })
  const placeFor = places(positionals, values.out)
  const tell = (line: string) => {
    if (!values.json) console.log(harmless(line))
  }
  const begun = performance.now()
  // Without a list that can be read no server is needed.
  const unread = values.bulk === undefined ? null : await demoFileAt(values.bulk).then(() => null, failure)
  if (unread !== null) return ended({ ...NOTHING_SENT, ...unread })

  const eventStore = values.eventstoredb ? await emptyStore() : {}
  const ending = listenForTheEnd()
  const folder = await mkdtemp(join(tmpdir(), 'paraph-demo-'))
  try {
    const given = SETTINGS.map((name) => [name, process.env[name]])
    // What is done with is deleted for good, so that thousands of files take no more room than a few.
    const configuration = readConfiguration({ ...Object.fromEntries(given), ...eventStore, PARAPH_KEEP_DELETED: 'false' })
    const application = await composeApplication({ configuration, dataDir: folder, port: 0, quiet: true, limits: LIMITS })
    try {
      tell(`a private server at ${application.url}`)
      // A file that is not through in time is tried once more.
      const server = { base: application.url, patienceMs: 2 * configuration.uploads.maxMs + 60_000 }
      return await (values.bulk === undefined ? all(server) : allRows(server, values.bulk))
    } finally {
      await application.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  async function all(server: Server): Promise<number> {
    const account = client(server.base, ending.signal)
    if (ending.code() === null) await firstAccount(account)
    const outcomes = new Set<Row['outcome']>()
    for (const file of positionals) {
      const row = ending.code() === null ? await one(server, account, file) : null
      // What ended with the run says nothing about the file.
      if (row === null || ending.code() !== null) break
      outcomes.add(row.outcome)
      if (values.json) console.log(JSON.stringify(row))
      else tell(inWords(row))
      // A pipe whose reader is gone says so only now.
      await new Promise(setImmediate)
    }
    return ending.code() ?? exitCode(outcomes)
  }

  async function allRows(server: Server, list: string): Promise<number> {
    const account = client(server.base, ending.signal)
    if (ending.code() === null) await firstAccount(account)
    const bulk = await bulkSend(ceremonyOn(server, account), list, positionals[0]).catch(
      (thrown): BulkEnded => ({ ...NOTHING_SENT, ...failure(thrown) }),
    )
    return ending.code() ?? ended(bulk)
  }

  function ended(bulk: BulkEnded): number {
    const row: BulkRow = { list: values.bulk ?? '', ...bulk, ms: Math.round(performance.now() - begun) }
    if (values.json) console.log(JSON.stringify(row))
    else tell(bulkInWords(row))
    return bulkExitCode(row)
  }

  function ceremonyOn(server: Server, account: Client): Ceremony {
    return { ...server, account, newId, today: new Date().toISOString().slice(0, 10), tell, signal: ending.signal }
  }

  async function one(server: Server, account: Client, file: string): Promise<Row> {
    const begun = performance.now()
    const rowOf = (ended: Ended, out: string | null): Row => {
      const { outcome, sizes } = ended
      const why = outcome === 'sealed' ? { reason: null, message: null } : { reason: ended.reason, message: ended.message }
      return { file, outcome, ...why, pages: sizes.length, sizes, out, ms: Math.round(performance.now() - begun) }
    }
    try {
      const paper: DemoFile = await demoFileAt(file)
      const ended = await ceremony(ceremonyOn(server, account), paper, values.password, fields)
      if (ended.outcome !== 'sealed') return rowOf(ended, null)
      const out = placeFor(file)
      await leave(out, ended.bytes)
      return rowOf(ended, out)
    } catch (thrown) {
      return rowOf({ ...failure(thrown), sizes: [] }, null)
    }
  }
}

/** Never without being asked for: what EVENTSTOREDB_URL names may be somebody's own installation's. */
async function emptyStore(): Promise<{ readonly EVENTSTOREDB_URL: string }> {
  const { EVENTSTOREDB_URL } = process.env
  if (!EVENTSTOREDB_URL) throw new ForPeople('--eventstoredb needs a server: set EVENTSTOREDB_URL to its address.')
  readConfiguration({ EVENTSTOREDB_URL })
  await requireEmptyStore(EVENTSTOREDB_URL, systemWorld(createLog({ level: 'silent', destination: process.stderr })))
  return { EVENTSTOREDB_URL }
}

/** The server's "no" is an answer; everything else is a failure of the demo or of Paraph. */
function failure(thrown: unknown): { readonly outcome: 'refused' | 'failed'; readonly reason: string; readonly message: string } {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (thrown instanceof Unreadable) return { outcome: 'failed', reason: thrown.reason, message }
  if (!(thrown instanceof Refused)) return { outcome: 'failed', reason: 'unexpected', message }
  return { outcome: thrown.status < 500 ? 'refused' : 'failed', reason: thrown.code, message }
}

function optionsIn(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new ForPeople(`${(error as Error).message}\n\n${DEMO_USAGE}`)
  }
}

async function fieldsIn(path: string): Promise<readonly DemoField[]> {
  try {
    return readFields(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why =
      error instanceof ZodError
        ? error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
        : (error as Error).message
    throw new ForPeople(`The fields in ${path} cannot be read: ${why}`)
  }
}

async function firstAccount(account: Client) {
  const { csrf_token } = await account.get<{ csrf_token: string }>('/app/session')
  account.remember(crossSite(csrf_token))
  const made = await account.post<{ csrf_token: string; user: { default_user_account_key: string } }>('/app/first_account', {
    first_name: 'Demo',
    last_name: 'Sender',
    email_address: 'sender@example.com',
    password: crypto.randomUUID(),
  })
  account.remember({ ...crossSite(made.csrf_token), 'x-user-account-key': made.user.default_user_account_key })
}

function newId(): string {
  return uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
}
