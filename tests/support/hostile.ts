import { type Random, randomFrom } from '../simulation/random.ts'

/** As much of JSON Schema as the calls' descriptions use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly $ref?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly [more: string]: unknown
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>
}
export interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
/** A call as its description has it. */
export interface Described {
  readonly method: string
  readonly path: string
  readonly parameters: NonNullable<Operation['parameters']>
  readonly body: Schema | undefined
  readonly answer: Schema | undefined
}

const schemaIn = (content: Operation['requestBody']) => Object.values(content?.content ?? {})[0]?.schema

export const callsIn = ({ paths }: Spec): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: schemaIn(requestBody),
      answer: Object.values(responses?.['200']?.content ?? {})[0]?.schema,
    })),
  )

const GOOD = ['a', 'Anna', 'anna@example.org', '2026-11-26', 'checked', 'self', 'https://example.org', '+27821234567', '0.5']
const NO_KEYS = ['-'.repeat(36), '00000000-0000-0000-0000-000000000000', '__proto__', 'constructor', '../../../etc/passwd']
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'nul \u0000 within',
  'half \ud83d',
  '\udc00 half',
  '\u202egnp.exe',
  '٠١٢ عقد',
  '👩🏽‍🦰'.repeat(40),
  'toString',
  "'; DROP TABLE event; --",
  '<img src=x onerror=alert(1)>',
  '%00%0d%0aset-cookie: a=b',
  '1e999',
  'x'.repeat(5_000),
  ...NO_KEYS,
]
const TIMES = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-11-26T10:00:00+18:00',
  `2026-11-26T10:00:00.${'0'.repeat(3_000)}Z`,
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30',
  '0000-01-01',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '2026-11-26T10:00:00Z',
]
const packed = (text: string) => Buffer.from(text).toString('base64url')
const CURSORS = [
  'not ours',
  packed('[[[[]]]]'),
  ...TIMES.flatMap((time) => NO_KEYS.slice(0, 2).flatMap((key) => [packed(`${time} ${key}`), packed(JSON.stringify([time, key]))])),
]
const NUMBERS = [-0, -1, 0.1, 1e6, 2 ** 31, 99_999_999_999_999, 2 ** 53 - 1, 2 ** 53, -(2 ** 63), 1e22, 1e308, 5e-324]
const NUMERALS = [...NUMBERS.map(String), '-0', '0x10', ' 1', '1_000', 'NaN', 'Infinity', '-Infinity', '', '٣', '9'.repeat(400)]

const nested = (depth: number, [open, close]: readonly [string, string] = ['[', ']']) => open.repeat(depth) + close.repeat(depth)
const DEEP = [nested(3_000), nested(3_000, ['{"a":', '}']).replace('"a":}', '"a":0}'), nested(100_000)]

/** A value that a schema allows, or nearly. */
export function drawn(schema: Schema | undefined, keys: readonly string[], chance: Random, depth = 0): unknown {
  const again = (next: Schema | undefined) => drawn(next, keys, chance, depth + 1)
  if (schema === undefined || depth > 12) return chance.pick<unknown>([null, true, 0, '', [], {}, { a: [[{}]] }])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return again(chance.pick(either))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(again))
  switch (typeOf(schema)) {
    case 'object': {
      const isThere = (name: string) => chance.happens(schema.required?.includes(name) ? 0.97 : 0.4)
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, of]) => (isThere(name) ? [[name, again(of)] as const] : [])),
      )
    }
    case 'array':
      return Array.from({ length: chance.pick([0, 1, 1, 2, 3]) }, () => again(schema.items))
    case 'boolean':
      return chance.happens(0.5)
    case 'null':
      return null
    case 'integer':
      return chance.pick([0, 1, 2, 12, 100, 595])
    case 'number':
      return chance.pick([0, 0.5, 1, 12.25, 100, 595])
    case 'string':
      return chance.pick(schema.format === 'uuid' || chance.happens(0.5) ? keys : GOOD)
    default:
      return null
  }
}
const typeOf = ({ type }: Schema) => (typeof type === 'string' ? type : type?.[0])

/** What is not to be taken where this schema stands. */
function hostileTo(schema: Schema | undefined, name: string): readonly unknown[] {
  const anywhere = [null, true, '', [], {}, -0, 'x', { __proto__: null, a: [] }, [[[]]]]
  const either = schema?.anyOf ?? schema?.oneOf
  if (either) return [...new Set(either.flatMap((one) => hostileTo(one, name)))]
  switch (schema && typeOf(schema)) {
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 0 } = schema!
      return [...anywhere, ...NUMBERS, minimum, maximum, minimum - 1, maximum + 1]
    }
    case 'array':
      return [...anywhere, Array(20_000).fill(0), Array(300).fill({}), Array(3_000).fill(null)]
    case 'string':
      return [
        ...anywhere,
        ...TEXTS,
        ...(schema!.format === undefined || schema!.format === 'date-time' || schema!.format === 'date' ? TIMES : []),
        ...(name === 'cursor' ? CURSORS : []),
        'z'.repeat(Math.min(schema!.maxLength ?? 200_000, 200_000) + 1),
      ]
    default:
      return anywhere
  }
}

/** As it can stand in an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 8_000)

export interface Sent {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}
export interface Known {
  readonly keys: readonly string[]
  /** One that can stand in the path of such a call. */
  keyFor(path: string, chance: Random): string
}
/** One hostile thing in one place of a request; everything else of it is as it should be. */
export type Attack = (known: Known, chance: Random) => Sent

interface Parts {
  readonly segment?: string
  readonly query?: readonly (readonly [string, string])[]
  readonly rawQuery?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Puts something into the body that would be sent. */
  readonly put?: (body: unknown) => unknown
}

function request(call: Described, { keys, keyFor }: Known, chance: Random, parts: Parts = {}): Sent {
  const path = call.path.replace(/\{\w+\}/g, () => parts.segment ?? encodeURIComponent(keyFor(call.path, chance)))
  const own = (name: string) => parts.query?.some(([other]) => other === name)
  const asked = call.parameters.filter((one) => one.in === 'query' && !own(one.name) && (one.required || chance.happens(0.4)))
  const pairs = asked.map(({ name, schema }) => [name, asText(drawn(schema, keys, chance))])
  const query = parts.rawQuery ?? new URLSearchParams([...pairs, ...(parts.query ?? [])] as string[][]).toString()
  const at = query ? `${path}?${query}` : path
  if (call.method === 'GET') return { path: at, headers: parts.headers ?? {} }
  const json = { 'content-type': 'application/json', ...parts.headers }
  if (parts.body !== undefined) return { path: at, headers: json, body: parts.body }
  if (!call.body) return { path: at, headers: parts.headers ?? {} }
  const value = drawn(call.body, keys, chance)
  return { path: at, headers: json, body: JSON.stringify(parts.put ? parts.put(value) : value) }
}

/** A call as it should be, or nearly. */
export const plain =
  (call: Described): Attack =>
  (known, chance) =>
    request(call, known, chance)

/** Everything hostile that this call can be sent. A call, a parameter or a member that joins brings its own. */
export function attacksOn(call: Described): readonly Attack[] {
  const attack =
    (parts: Parts): Attack =>
    (known, chance) =>
      request(call, known, chance, parts)
  const hasKey = call.path.includes('{')
  return [
    ...(hasKey ? [...SEGMENTS, ...TEXTS.map((text) => encodeURIComponent(text.toWellFormed()) || '-')] : []).map((segment) => ({
      segment,
    })),
    ...call.parameters
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema }) =>
        [...new Set([...hostileTo(schema, name).map(asText), ...NUMERALS])]
          .map((value) => ({ query: [[name, value]] as const }))
          .concat({
            query: [
              [name, 'once'],
              [name, 'twice'],
            ] as never,
          }),
      ),
    { rawQuery: 'a=%E0%A4%A&=&&b&__proto__=c&constructor=d' },
    ...HEADER_LINES.map((line) => ({ headers: Object.fromEntries([line]) })),
    ...(call.method === 'GET' ? [] : [...bodies(call), ...(call.body ? putInto(call.body, []) : [])]),
  ].map(attack)
}

const SEGMENTS = ['%00', '%ff', '%2e%2e%2f', 'x'.repeat(301), '%F0%9F%91%A9', '-1', '99999999999999']
const HEADER_LINES: readonly (readonly [string, string])[] = [
  ['range', 'bytes=99999999999999999999-'],
  ['range', 'bytes=5-2'],
  ['range', `bytes=0-${'9'.repeat(400)}`],
  ['range', 'bytes=0-0,1-1'],
  ['range', '\u00ff'],
  ['idempotency-key', 'k'.repeat(6_000)],
  ['idempotency-key', '__proto__'],
  ['idempotency-key', '\u00e9'],
  ['x-user-account-key', '__proto__'],
  ['x-user-account-key', 'x'.repeat(6_000)],
  ['x-session-token', '__proto__'],
  ['x-session-token', `\u00ff${'x'.repeat(6_000)}`],
  ['x-csrf-token', '\u00ff'],
  ['cookie', 'paraph_session=%E0%A4%A; paraph_session=a; ;=;'],
  ['cookie', `paraph_session=${'x'.repeat(6_000)}`],
  ['cookie', '__proto__=a; paraph_session=__proto__'],
  ['user-agent', '\u00ff'.repeat(3_000)],
  ['x-forwarded-for', `${'1.2.3.4, '.repeat(500)}\u00ff`],
  ['x-comes-again', '\u00ff'],
  ['x-app-version', 'x'.repeat(6_000)],
  ['if-none-match', '"'.repeat(3_000)],
  ['accept', 'a/b;'.repeat(1_000)],
  ['content-encoding', 'gzip'],
]

/** Something hostile in every place of a body, one at a time. */
function putInto(schema: Schema, at: readonly (string | number)[]): Parts[] {
  const here =
    at.length === 0 ? [] : hostileTo(schema, String(at.at(-1))).map((value) => ({ put: (body: unknown) => placed(body, at, value) }))
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, of]) => putInto(of, [...at, name]))
  const items = schema.items ? putInto(schema.items, [...at, 0]) : []
  const either = (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => putInto({ ...one, type: 'none' }, at))
  return [...here, ...members, ...items, ...either]
}

/** The same, with this value at this place. */
function placed(into: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const items = Array.isArray(into) ? [...into] : []
    return Object.assign(items, { [step]: placed(items[step], rest, value) })
  }
  const members = typeof into === 'object' && into !== null && !Array.isArray(into) ? (into as Record<string, unknown>) : {}
  return { ...members, [step]: placed(members[step], rest, value) }
}

/** Bodies in every shape that is none: nested without end, of another type, cut off, no text, members that are no members. */
function bodies({ body: schema }: Described): Parts[] {
  const json = (body: string) => ({ body })
  const form = (body: string) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
  const names = ['data', ...Object.keys(schema?.properties ?? {})]
  const typed = (type: string, body: string) => ({ headers: { 'content-type': type }, body })
  return [
    ...DEEP.flatMap((deep) => [
      json(deep),
      typed('text/plain', deep),
      json(`{"data":[{"uuid":"","data":${deep}}]}`),
      ...names.flatMap((name) => [
        json(`{"${name}":${deep}}`),
        json(`{"data":{"${name}":${deep}}}`),
        form(`${name}=${encodeURIComponent(deep)}`),
      ]),
    ]),
    form('data={}&data={}'),
    form(`data=${encodeURIComponent('{"__proto__":{"a":1}}')}`),
    form('__proto__=a&constructor=b&%E0%A4%A=&=&&&'),
    form('a&'.repeat(2_000)),
    json('{"__proto__":{"a":1}}'),
    json('{"\\u005f_proto__":{"a":1}}'),
    json('{"data":{"constructor":{"prototype":{"a":1}}}}'),
    ...names.flatMap((name) => ['-0', '1e999', '9'.repeat(400)].map((value) => json(`{"${name}":${value}}`))),
    json('{"data":{}'),
    json('\ufeff{"data":{}}'),
    ...['null', '1', '"text"', '[]', '[[]]', 'true', '', ' '].map(json),
    { body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x3a, 0x31, 0x7d]) },
    typed('text/plain', '{"data":{}}'),
    typed('multipart/form-data', '{}'),
    typed('application/xml', '<a/>'),
    typed('application/json; charset=utf-16', '{}'),
    typed('nonsense', '{}'),
    typed('application/pdf', '%PDF-1.7'),
  ]
}

/** Random of one call's own: a call that joins changes nothing for the others. */
export const chanceOf = ({ method, path }: Described): Random => randomFrom(`hostile ${method} ${path}`)
