import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  base64url,
  canonicalise,
  digestOf,
  digestOfJson,
  digestOfLeaf,
  disclosed,
  hashOfEvent,
  isRefused,
  isWithheld,
  type Json,
  NotCanonical,
  uuidv7,
  WITHHELD,
} from '#domain/kernel'

const key = fc.string({ unit: 'grapheme-ascii', maxLength: 8 })
const text = fc.string({ unit: 'binary', maxLength: 12 })
const leaf = fc.oneof(fc.constant(null), fc.boolean(), fc.maxSafeInteger(), text)
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('json'), { maxLength: 4 }), fc.dictionary(key, tie('json'), { maxKeys: 5 })),
}))

/** The same value with the members of every object in another order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member as Json)])
  return Object.fromEntries(members.reverse())
}
const plain = (value: Json): unknown => JSON.parse(JSON.stringify(value))

describe('canonical text', () => {
  test('a value written out by hand', () => {
    const value = { b: [1, -0, -7, true, null], a: { '10': 'x', '9': '\u20ac\n"\\/\u0001\u007f', Z: {}, z: [] } }
    expect(canonicalise(value)).toBe('{"a":{"10":"x","9":"€\\n\\"\\\\/\\u0001\u007f","Z":{},"z":[]},"b":[1,0,-7,true,null]}')
  })

  test('the order of members makes no difference', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalise(reversed(value))).toBe(canonicalise(value))
      }),
    )
  })

  test('it reads back as the same value, and writing that again gives the same text', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalise(value)
        expect(JSON.parse(written)).toEqual(plain(value))
        expect(canonicalise(JSON.parse(written))).toBe(written)
      }),
    )
  })

  test('different values have different texts', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const same = canonicalise(a) === canonicalise(b)
        expect(same).toBe(JSON.stringify(sortedDeep(a)) === JSON.stringify(sortedDeep(b)))
      }),
    )
  })

  test.each<[string, unknown, string]>([
    ['a fraction', { a: [0, 1.5] }, '/a/1'],
    ['a number too large to be exact', { a: 2 ** 53 }, '/a'],
    ['not a number', { a: Number.NaN }, '/a'],
    ['infinity', [Number.POSITIVE_INFINITY], '/0'],
    ['half a surrogate pair', { a: '\ud834' }, '/a'],
    ['the other half', { a: 'x\udd1ey' }, '/a'],
    ['a key beyond ASCII', { ä: 1 }, '/ä'],
    ['a key with a control character', { 'a\n': 1 }, '/a\n'],
    ['undefined', { a: undefined }, '/a'],
    ['undefined in a list', [undefined], '/0'],
    ['a function', { a: () => 1 }, '/a'],
    ['a big integer', { a: 1n }, '/a'],
  ])('%s is refused, and the place is named', (_, value, path) => {
    const attempt = () => canonicalise(value as Json)
    expect(attempt).toThrow(NotCanonical)
    expect(attempt).toThrow(expect.objectContaining({ path }))
  })

  test('a whole surrogate pair and a key named __proto__ are ordinary', () => {
    expect(canonicalise(JSON.parse('{"__proto__":"𝄞"}'))).toBe('{"__proto__":"𝄞"}')
  })
})

describe('digests', () => {
  test('SHA-256 of known texts', () => {
    expect(digestOf('')).toBe('47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU')
    expect(digestOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
    expect(digestOf(new TextEncoder().encode('abc'))).toBe(digestOf('abc'))
    expect(digestOfJson({ b: 1, a: '€' })).toBe(digestOf('{"a":"€","b":1}'))
    expect(digestOfLeaf('AAAAAAAAAAAAAAAAAAAAAA', 'Ada')).toBe(digestOf('["AAAAAAAAAAAAAAAAAAAAAA","Ada"]'))
  })

  test('they agree with another implementation, on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(base64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(digestOf(bytes)).toBe(createHash('sha256').update(bytes).digest('base64url'))
      }),
    )
  })

  test('the same value under another salt, or another value under the same salt, has another digest', () => {
    fc.assert(
      fc.property(text, text, json, (salt, other, value) => {
        fc.pre(salt !== other)
        expect(digestOfLeaf(salt, value)).not.toBe(digestOfLeaf(other, value))
        expect(digestOfLeaf(salt, value)).not.toBe(digestOfLeaf(salt, [value]))
      }),
    )
  })
})

describe('the hash of an event', () => {
  const event = { id: 'i', stream: 's', revision: 0, type: 'T', version: 1, data: { a: 1 }, meta: { time: 't' }, prev: '' }

  test('covers every part of it, and nothing else', () => {
    const changes = [
      { id: 'j' },
      { stream: 'r' },
      { revision: 1 },
      { type: 'U' },
      { version: 2 },
      { data: { a: 2 } },
      { meta: {} },
      { prev: 'p' },
    ]
    const hashes = [{}, ...changes].map((change) => hashOfEvent({ ...event, ...change }))
    expect(new Set(hashes).size).toBe(9)
    expect(hashOfEvent({ ...event, position: '7', hash: 'x', sealed: [] } as typeof event)).toBe(hashes[0])
  })

  test('is the digest of its canonical text', () => {
    const written = '{"data":{"a":1},"id":"i","meta":{"time":"t"},"prev":"","revision":0,"stream":"s","type":"T","version":1}'
    expect(hashOfEvent(event)).toBe(digestOf(written))
  })
})

describe('ids', () => {
  test('are UUIDs of version 7 that carry their time and sort by it', () => {
    const time = fc.nat({ max: 2 ** 48 - 1 })
    const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(time, random, time, random, (now, bytes, later, others) => {
        const id = uuidv7(now, bytes)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16)).toBe(now)
        if (now < later) expect(id < uuidv7(later, others)).toBe(true)
      }),
    )
  })

  test('the example of RFC 9562 comes out', () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])
    expect(uuidv7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })
})

describe('withheld values and refusals', () => {
  test('a withheld value is distinguishable from every readable one', () => {
    expect([WITHHELD, { $: 'x' }].every(isWithheld)).toBe(true)
    expect(['', null, undefined, 7, {}, [], { $: 1 }, { $: 'x', more: 1 }, { value: '$' }].some(isWithheld)).toBe(false)
    expect(disclosed<string, string>('Ada', '?')).toBe('Ada')
    expect(disclosed<string, string>(WITHHELD, '?')).toBe('?')
  })

  test('a refusal is distinguishable from events', () => {
    expect(isRefused({ refused: 'no' })).toBe(true)
    expect(isRefused([])).toBe(false)
  })
})

function sortedDeep(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedDeep)
  if (Object.is(value, -0)) return 0
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return members.map(([name, member]) => [name, sortedDeep(member as Json)]).concat([['', members.length]])
}
