import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import type { PackState } from '#domain/pack'
import { type TestServer, testServer } from '#tests/server'
import { type Chance, chanceFrom } from '../simulation/chance.ts'
import { eventually, linkOf, newId, prepared, sent, signAs, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly $ref?: string
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}
interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

const TEXTS = [
  '',
  ' ',
  'a',
  'Anna',
  'checked',
  'text',
  'anna@example.org',
  '\u0000',
  'half \ud83d',
  '\u202egnp.exe',
  '٠١٢ عقد',
  '👩🏽‍🦰'.repeat(40),
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  "'; DROP TABLE event; --",
  '<img src=x onerror=alert(1)>',
  '%00%0d%0aset-cookie: a=b',
  '2026-02-30',
  '2026-11-26T10:00:00Z',
  '+27821234567',
  '1e999',
  'x'.repeat(5_000),
  'https://example.org',
]
const GOOD = ['a', 'Anna', 'anna@example.org', '2026-11-26', 'checked', 'self', 'https://example.org', '+27821234567', '0.5']
const NUMBERS = [0, -0, 1, -1, 2, 0.1, 1.5, 12, 100, 595, 1e6, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

/** A value that a schema allows, or nearly; now and then one that it does not. */
function drawn(schema: Schema | undefined, spec: Spec, keys: readonly string[], chance: Chance, depth = 0): unknown {
  const again = (next: Schema | undefined) => drawn(next, spec, keys, chance, depth + 1)
  const anything = () =>
    chance.pick<unknown>([null, true, 0, '', [], {}, chance.pick(TEXTS), chance.pick(keys), { __proto__: null, a: [] }])
  if (schema === undefined || depth > 12 || chance.happens(0.01)) return anything()
  if (schema.$ref) return again(spec.components?.schemas?.[schema.$ref.split('/').at(-1)!])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return again(chance.pick(either))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(again))
  const type = typeof schema.type === 'string' ? schema.type : schema.type ? chance.pick(schema.type) : undefined
  switch (type) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
        chance.happens(0.6) ? [[name, again(of)] as const] : [],
      )
      const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
      const others = open ? [0, 1].map(() => [chance.pick([...keys, ...TEXTS]), again(open)] as const) : []
      return Object.fromEntries([...named, ...others])
    }
    case 'array':
      return Array.from({ length: chance.pick([0, 1, 1, 2, 3, 40]) }, () => again(schema.items))
    case 'boolean':
      return chance.happens(0.5)
    case 'null':
      return null
    case 'integer':
      return Math.trunc(chance.pick(NUMBERS))
    case 'number':
      return chance.pick(NUMBERS)
    case 'string':
      return chance.happens(0.6) ? chance.pick(keys) : chance.pick(chance.happens(0.7) ? GOOD : TEXTS)
    default:
      return anything()
  }
}

/** As it can stand in an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 2_000)

/** These end what everything else is asked with. */
const ENDS = new Set(['delete /app/session', 'post /app/session/hand_over', 'post /app/session/take_back', 'post /app/session'])
const TIMES = 12

test('whatever is asked of any call, by whoever it is, the answer is one in words and never a failure of the program', async () => {
  const { owner } = server
  const box = { x: 60, width: 120, height: 30, required: true }
  const made = await prepared(
    owner,
    'In setup',
    ['Anna One', 'Ben Two'],
    [
      { ...box, type: 'signature', y: 100, height: 48, signer: 0 },
      { ...box, type: 'text', y: 200, signer: 1 },
      { ...box, type: 'check', y: 300, width: 20, height: 20, signer: 'self' },
    ],
  )
  const out = await sent(
    owner,
    'Sent',
    ['Carla Three', 'Dan Four'],
    [
      { ...box, type: 'signature', y: 100, height: 48, signer: 0 },
      { ...box, type: 'signature', y: 200, height: 48, signer: 1 },
    ],
  )
  const over = await sent(owner, 'Signed', ['Edith Five'], [{ ...box, type: 'signature', y: 100, height: 48, signer: 0 }])
  await signAs(server.url, await linkOf(owner, over.pack, over.signers[0]!), over.pack, over.signers[0]!, over.fields[0]!)
  await eventually(
    () => viewOf(owner, over.pack),
    ({ view }) => view.documents[0]!.sealing.state === 'sealed',
  )
  const signer = await server.signer(await linkOf(owner, out.pack, out.signers[0]!))
  const keys = [made, out, over]
    .flatMap(({ pack, document, signers, fields }) => [pack, document, ...signers, ...fields])
    .concat(server.workspace, newId())

  const packs = [made, out, over].map(({ pack }) => pack)
  const spec = (await server.raw('/openapi.json')).body as unknown as Spec
  const { csrf_token } = await owner.get<{ csrf_token: string }>('/app/session')
  const asOwner = { cookie: owner.cookie(), [HEADERS.crossSite]: csrf_token, [HEADERS.workspace]: server.workspace }
  const asSigner = { [HEADERS.session]: signer.opened.session_token, [HEADERS.crossSite]: signer.opened.csrf_token }
  /** Mostly one that could stand there. */
  function keyFor(path: string, chance: Chance): string {
    if (!chance.happens(0.9)) return chance.pick(TEXTS).toWellFormed() || '-'
    if (path.includes('/documents/{key}') && chance.happens(0.8)) return chance.pick(packs)
    return chance.pick(path.includes('/accounts/{key}') ? [server.workspace] : keys)
  }
  const failures: string[] = []
  const statuses = new Map<number, number>()
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      if (ENDS.has(`${method} ${path}`)) continue
      const chance = chanceFrom(`hostile ${method} ${path}`)
      for (let left = TIMES; left > 0; left--) {
        const at = path.replace(/\{(\w+)\}/g, () => encodeURIComponent(keyFor(path, chance)))
        const query = new URLSearchParams(
          parameters
            .filter((one) => one.in === 'query' && chance.happens(0.5))
            .map(({ name, schema }) => [name, asText(drawn(schema, spec, keys, chance))]),
        )
        const schema = Object.values(requestBody?.content ?? {})[0]?.schema
        const body = schema ? { body: JSON.stringify(drawn(schema, spec, keys, chance)) } : {}
        const headers = { 'content-type': 'application/json', ...(chance.happens(0.8) ? asOwner : asSigner) }
        const asked = query.size > 0 ? `${at}?${query}` : at
        const { status, body: answer } = await server.raw(asked, {
          method: method.toUpperCase(),
          headers,
          ...(method === 'get' ? {} : body),
        })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) failures.push(`${method} ${asked} ${String(body.body).slice(0, 1_500)} → ${status} ${answer.code}`)
      }
    }
  }
  expect(failures).toEqual([])
  expect((await server.raw('/app/documents?search_query=a&search_offset=2147483648', { headers: asOwner })).status).toBe(400)
  // Not only refused.
  expect(statuses.get(200)).toBeGreaterThan(200)
  expect((await server.raw('/health')).body.success).toBe(true)
  const after = await sent(owner, 'After all that', ['Flora Six'], [{ ...box, type: 'signature', y: 100, height: 48, signer: 0 }])
  await eventually(
    () => owner.get<{ documents: readonly { key: string }[] }>('/app/documents'),
    ({ documents }) => documents.some(({ key }) => key === after.pack),
  )
  for (const pack of packs) {
    const view = await server.raw(`/app/documents/${pack}/view`, { headers: asOwner })
    if (view.status !== 200) continue
    // Of what is in setup there is no trail yet.
    const { status } = await server.raw(`/app/audit_trail/${pack}`, { headers: asOwner })
    expect(status).toBe((view.body.view as PackState).status === 'setup' ? 403 : 200)
  }
}, 120_000)
