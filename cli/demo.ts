import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { uuidv7 } from '#domain/kernel'
import { composeApplication } from './compose.ts'
import { ceremony, type Ended } from './demo/ceremony.ts'
import { client, crossSite, Refused } from './demo/client.ts'
import { type DemoField, readFields } from './demo/fields.ts'

export const DEMO_USAGE = `npm run demo -- <file.pdf>… [--fields fields.json] [--password P] [--out DIR] [--json]

Drives a private server over its real HTTP calls: upload, two signers, fields, both sign, seal.
Leaves <name>.signed.pdf beside the input, or in DIR.

  --fields   a list of {type, page, x, y, width, height, data, signatory}: points from the visible page's
             top left; pages count from 1 (from 0 throughout in a list that names a page 0);
             signatory is 1, 2 or "self"
  --password opens a protected PDF
  --json     one object a file: {file, outcome, reason, message, pages, sizes, out, ms}

Exit code: 0 all sealed; 2 some refused, none failed; 1 else.`

interface Row {
  readonly file: string
  readonly outcome: 'sealed' | 'refused' | 'password' | 'failed'
  readonly reason: string | null
  readonly message: string | null
  readonly pages: number
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
  readonly out: string | null
  readonly ms: number
}

/** `paraph demo`. Answers with the exit code. */
export async function demo(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      fields: { type: 'string' },
      password: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || positionals.length === 0) {
    console.log(DEMO_USAGE)
    return values.help ? 0 : 1
  }
  const fields = values.fields === undefined ? null : readFields(JSON.parse(await readFile(values.fields, 'utf8')))
  const tell = (line: string) => {
    if (!values.json) console.log(line)
  }

  const folder = await mkdtemp(join(tmpdir(), 'paraph-demo-'))
  const application = await composeApplication({ dataDir: folder, port: 0, quiet: true })
  try {
    tell(`a private server at ${application.url}`)
    const account = client(application.url)
    await firstAccount(account)
    const rows: Row[] = []
    for (const file of positionals) {
      const row = await one(file)
      rows.push(row)
      if (values.json) console.log(JSON.stringify(row))
      else
        console.log(
          row.outcome === 'sealed' ? `${row.out} in ${(row.ms / 1000).toFixed(1)} s` : `${row.file}: ${row.outcome}: ${row.message}`,
        )
    }
    return exitCode(rows)

    async function one(file: string): Promise<Row> {
      const begun = performance.now()
      const ms = () => Math.round(performance.now() - begun)
      const named = (ended: Ended, out: string | null): Row => {
        const sizes = ended.outcome === 'sealed' ? ended.sizes : []
        const why = ended.outcome === 'sealed' ? { reason: null, message: null } : { reason: ended.reason, message: ended.message }
        return { file, outcome: ended.outcome, ...why, pages: sizes.length, sizes, out, ms: ms() }
      }
      try {
        const ended = await ceremony(
          { base: application.url, account, newId, today: new Date().toISOString().slice(0, 10), tell },
          { name: basename(file), bytes: await readFile(file), ...(values.password === undefined ? {} : { password: values.password }) },
          fields as readonly DemoField[] | null,
        )
        if (ended.outcome !== 'sealed') return named(ended, null)
        const out = join(values.out ?? dirname(file), `${basename(file, extname(file))}.signed.pdf`)
        await writeFile(out, ended.bytes)
        return named(ended, out)
      } catch (thrown) {
        // The server's "no" is an answer; everything else is a failure of the demo or of Paraph.
        const refused = thrown instanceof Refused && thrown.status < 500
        const message = thrown instanceof Error ? thrown.message : String(thrown)
        const reason = thrown instanceof Refused ? thrown.code : null
        return { file, outcome: refused ? 'refused' : 'failed', reason, message, pages: 0, sizes: [], out: null, ms: ms() }
      }
    }
  } finally {
    await application.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function exitCode(rows: readonly Row[]): number {
  if (rows.every(({ outcome }) => outcome === 'sealed')) return 0
  return rows.some(({ outcome }) => outcome === 'failed') ? 1 : 2
}

async function firstAccount(account: ReturnType<typeof client>) {
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
