import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { LIVE } from '#contract/live'
import { refusalOf, type TestServer, testServer } from '#tests/server'
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
