import { createSecretKey } from 'node:crypto'
import {
  canonicalise,
  digestOfJson,
  digestOfLeaf,
  type EventMeta,
  type FactCodec,
  type Json,
  type JsonObject,
  type LeafPath,
  type StoredEvent,
} from '#domain/kernel'
import { disclosuresOf, encodeEvent } from '#platform/event-codec'
import { testWorld } from '#tests/world'

// Examples of the stored format (docs/events.md), the same at every run: docs/event-vectors.json.

type Example = { readonly type: string; readonly data: JsonObject }

const VALUES: readonly (readonly [name: string, value: Json])[] = [
  ['null', null],
  ['true and false', [true, false]],
  ['whole numbers', [0, -1, 7303014, 9007199254740991, -9007199254740991]],
  ['empty', ['', [], {}]],
  ['members are sorted byte by byte', { b: 1, a: 2, Z: 3, '10': 4, '9': 5, '': 6, aa: 7, '~': 8, ' ': 9, _: 10, ['__proto__']: 11 }],
  ['only what must be escaped is', 'quote " backslash \\ slash / \b\f\n\r\t \u0000\u0001\u001f\u007f \u2028\u2029 <&>'],
  ['text beyond ASCII stands as itself', 'Ünïcode é e\u0301 עברית ﷺ 日本語 𝄞 👩‍👩‍👧 \ufeff\uffff'],
  ['nested', { list: [[], [[{}]], [{ x: [null, { y: '' }] }]], object: { b: { d: 1, c: 2 }, a: [] } }],
]

const REFUSED: readonly (readonly [name: string, json: string])[] = [
  ['a fraction', '{"a":0.5}'],
  ['a fraction that is whole', '{"a":[1.25e1]}'],
  ['beyond the exact range', '[9007199254740992]'],
  ['below the exact range', '-9007199254740992'],
  ['the first half of a surrogate pair', '"\\ud834"'],
  ['the second half of a surrogate pair', '{"a":"\\udd1e\\ud834"}'],
  ['a name beyond ASCII', '{"\u00e4":1}'],
  ['a name with a control character', '{"a":{"b\\n":1}}'],
]

/** What these examples hold confidential, and whose it is. */
const CONFIDENTIAL: Readonly<Record<string, readonly LeafPath[]>> = {
  PackCreated: [['data', 'name']],
  SignatoryNamed: [['data', 'name']],
  FieldFilled: [['data', 'value']],
  ContactChanged: [
    ['data', 'contact', 'emails', 0],
    ['data', 'contact', 'phone'],
  ],
}
const codec: FactCodec<Example> = {
  version: (type) => (type === 'FieldFilled' ? 2 : 1),
  confidential: ({ type, data }) =>
    (CONFIDENTIAL[type] ?? []).map((path) => ({ path, subject: typeof data.signatory === 'string' ? data.signatory : 'pack' })),
  shared: () => [],
  upcast: (type, _version, data) => ({ type, data: data as JsonObject }),
}

const SIGNATORY = '019bd2c0-7a00-7000-8000-00000000000a'

const STORY: readonly (readonly [fact: Example, meta: Partial<EventMeta>])[] = [
  [
    { type: 'PackCreated', data: { name: 'Lease “Müllerstraße” 12', type: 'document', archived: false } },
    { address: '192.0.2.7', agent: 'Mozilla/5.0', key: { id: 'create-1', digest: digestOfJson({ name: 'Lease' }) } },
  ],
  [{ type: 'SignatoryAdded', data: { signatory: SIGNATORY, at: { x: 72000, y: -1, page: 0 } } }, {}],
  [{ type: 'SignatoryNamed', data: { signatory: SIGNATORY, name: 'עדה 𝄞' } }, {}],
  [{ type: 'ContactChanged', data: { signatory: SIGNATORY, contact: { emails: ['a@example.org', null], phone: '' } } }, {}],
  [
    {
      type: 'FieldFilled',
      data: { signatory: SIGNATORY, field: 'f1', value: { text: 'line 1\nline 2', ticked: [true, false], cents: 199 } },
    },
    {
      actor: { principal: `signatory:${SIGNATORY}`, capacity: 'signatory', session: 's-1', proof: 'signing-link' },
      address: '2001:db8::1',
      agent: 'Mozilla/5.0 (Phone)',
    },
  ],
  [
    { type: 'SignatoryRemoved', data: { signatory: SIGNATORY } },
    { actor: { principal: 'process:expiry', capacity: 'process', onBehalfOf: 'user:1' } },
  ],
]

export function eventVectors() {
  const world = testWorld({ seed: 'event vectors' })
  const stream = `pack-${world.ids.next()}`
  const subjects = new Map(['pack', SIGNATORY].map((subject) => [subject, world.random.bytes(32)]))
  const keyOf = (subject: string) => createSecretKey(subjects.get(subject)!)
  const events: StoredEvent[] = []
  const disclosures: Json[] = []
  for (const [fact, more] of STORY) {
    const { actor, address, agent, key } = more
    const meta: EventMeta = {
      time: new Date(world.clock.now()).toISOString(),
      actor: actor ?? { principal: 'user:1', capacity: 'team', session: 's-0', proof: 'password' },
      correlation: world.ids.next(),
      causation: world.ids.next(),
      ...(key ? { key } : {}),
      ...(address === undefined ? {} : { address }),
      ...(agent === undefined ? {} : { agent }),
    }
    const revision = events.length
    const place = { id: world.ids.next(), stream, revision, prev: events.at(-1)?.hash ?? '' }
    const event = encodeEvent({ ...place, fact, meta }, codec, keyOf, world.random)
    events.push(event)
    disclosures.push(
      ...disclosuresOf(event, (_, subject) => keyOf(subject)).map((disclosure) => [revision, ...disclosure] as unknown as Json),
    )
    world.advance(61_007)
  }
  const leaves = VALUES.map(([, value]) => {
    const salt = Buffer.from(world.random.bytes(16)).toString('base64url')
    return { salt, value, digest: digestOfLeaf(salt, value) }
  })
  return {
    canonical: VALUES.map(([name, value]) => ({ name, value, text: canonicalise(value), digest: digestOfJson(value) })),
    refused: REFUSED.map(([name, json]) => ({ name, json })),
    leaves,
    streams: [{ name: 'from creation to removal', events, disclosures }],
    keys: [...subjects].map(([subject, key]) => ({ stream, subject, key: Buffer.from(key).toString('base64url') })),
  }
}
