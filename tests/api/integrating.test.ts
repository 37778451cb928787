import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { PERMISSIONS } from '#domain/workspace'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { basicExample, bearerExample } from '../../web/features/applications/examples.ts'
import { newId } from '../support/prepared.ts'

let server: TestServer
let page: string
let calls: readonly string[]
beforeAll(async () => {
  server = await testServer()
  page = await readFile('docs/integrating.md', 'utf8')
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
})
afterAll(() => server.close())

const plain = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '')

/** Every path the requirements name, whatever they call its parts. */
async function specified(): Promise<ReadonlySet<string>> {
  const ledgers = await Promise.all((await readdir('docs/requirements')).map((file) => readFile(`docs/requirements/${file}`, 'utf8')))
  const all = ledgers.join('\n')
  const named = [...all.matchAll(/\/?\b(?:app|documents)\/(?:[\w/-]|\{[^}]*\})+/g), ...all.matchAll(/(?<=\b(?:GET|POST) )\/\w+/g)]
  return new Set(named.map(([path]) => plain(path.startsWith('/') ? path : `/${path}`)))
}

test('[S-302] every call beyond the specification is recorded with its reason, and none that is gone', async () => {
  const known = await specified()
  expect(known.size).toBeGreaterThan(50)
  const added = calls.filter((call) => !known.has(plain(call.split(' ')[1]!)))
  const [, table] = page.split('## Calls beyond the specification')
  const recorded = [...table!.matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm)].map(([, call, reason]) => ({ call: call!, reason: reason! }))
  expect(recorded.map(({ call }) => call).sort()).toEqual([...added].sort())
  for (const { call, reason } of recorded) expect(reason.length, call).toBeGreaterThan(10)
})

test('every call, header and message that the page on integrating names is there', () => {
  const paths = calls.map((call) => plain(call.split(' ')[1]!))
  const named = [...page.matchAll(/`(?:(?:GET|POST|PUT|DELETE) )?(\/app\/[^`?\s]+)/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(20)
  for (const path of named) expect(paths, path).toContain(plain(path))
  for (const header of Object.values(HEADERS)) expect(page).toContain(`| \`${header}\` |`)
  for (const message of [...Object.values(LIVE).filter((name) => !name.startsWith('/')), 'watch_pack', 'unwatch_pack', 'watch_list']) {
    expect(page).toContain(`| \`${message}\` |`)
  }
})

test('the page on integrating lists each permission, with what it allows', () => {
  const listed = [...page.matchAll(/^\| `(can_\w+)` \| .{10,} \|$/gm)].map(([, permission]) => permission)
  expect(listed.sort()).toEqual([...PERMISSIONS].sort())
})

test('who is added by a call that is made again under its key is one member, and answered as the first time', async () => {
  const add = (key: string) => {
    server.owner.remember({ 'idempotency-key': key })
    const person = { first_name: 'Bob', last_name: 'Twice', email_address: 'bob.twice@example.com', is_admin: false }
    return server.owner
      .post<{ user_account: { key: string } }>(`/app/accounts/${server.workspace}/add_user_account`, { data: person })
      .finally(() => server.owner.remember({ 'idempotency-key': '' }))
  }
  const key = newId()
  const first = await add(key)
  expect(await add(key)).toEqual(first)
  expect(await refusalOf(add(newId()))).toMatchObject({ status: 409, code: 'member-twice' })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.skipIf(!hasCurl)('the examples with curl (skipped where there is no curl)', () => {
  const EXAMPLE = 'https://sign.example.com'
  const examples = () => [...page.matchAll(/^(?:```sh\n((?:.|\n)*?)\n```| {4}(curl .*))$/gm)].map(([, block, line]) => (block ?? line)!)
  /** `jq` is not on every machine: the one thing that the page asks of it is played by node. */
  const JQ = `jq() { node -e 'let t=""; process.stdin.on("data", (c) => t += c).on("end", () => console.log(JSON.parse(t).access_token))'; }`

  async function played(example: string, environment: Record<string, string>): Promise<{ success: boolean } & Record<string, unknown>> {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-curl-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await copyFile('assets/sample.pdf', join(folder, 'lease.signed.pdf'))
    const script = example.replaceAll(EXAMPLE, server.url).replaceAll('<address>', server.url)
    const run = promisify(execFile)('bash', ['-euc', `${JQ}\n${script}`], { cwd: folder, env: { ...process.env, ...environment } })
    return JSON.parse((await run).stdout)
  }

  test('are answered by a server as they stand, with the key and the secret of an application and not with others', async () => {
    const data = { name: 'The examples', permissions: ['can_view_api_details'] }
    const { application } = await server.owner.post<{ application: { key: string; client_secret: string } }>('/app/applications/', { data })
    const known = { KEY: application.key, SECRET: application.client_secret }
    const [basic, bearer, feed, verify, ...more] = examples()
    expect(more).toEqual([])
    for (const [example, code] of [
      [basic!, 'application-unknown'],
      [bearer!, 'not-logged-in'],
    ] as const) {
      expect(example).toContain(EXAMPLE)
      expect(await played(example, known)).toMatchObject({ success: true, documents: expect.any(Array) })
      expect(await played(example, { ...known, SECRET: 'wrong' })).toMatchObject({ success: false, code })
    }
    expect(await played(verify!, {})).toMatchObject({ success: true, report: expect.any(Object) })
    expect(feed).toContain('/app/feed?')
    const begun = server.owner.get(`/app/get_document_upload_url?${new URLSearchParams({ filename: 'first.pdf', size: '1' })}`)
    expect(await played(feed!, known)).toMatchObject([{ specversion: '1.0', type: 'document.created', position: 1 }])
    await begun
    expect(await played(feed!, { ...known, SECRET: 'wrong' })).toMatchObject({ success: false, code: 'application-unknown' })
  })

  test('in TypeScript at the top of the page is the one that is played from its file', async () => {
    const [, example] = /^```ts\n((?:.|\n)*?\n)```$/m.exec(page)!
    const file = await readFile('packages/client/examples/first-document.ts', 'utf8')
    expect(example).toBe(file.replace('../src/index.ts', '@paraph/client'))
    expect(example!.split('\n').filter((line) => line !== '')).toHaveLength(10)
    expect(page.startsWith('# Integrating with Paraph\n\n## Your first signed document in ten lines\n')).toBe(true)
  })

  test('are those that the page of applications shows', () => {
    vi.stubGlobal('location', { origin: EXAMPLE })
    onTestFinished(() => void vi.unstubAllGlobals())
    const inOneLine = (example: string) => example.replaceAll(/ \\\n\s*/g, ' ')
    expect([basicExample(), bearerExample()].map(inOneLine)).toEqual(examples().slice(0, 2))
  })
})
