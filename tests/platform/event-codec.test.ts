import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EventMeta, hashOfEvent, type JsonObject, NotCanonical, type StoredEvent } from '#domain/kernel'
import { decodeEvent, EventCorrupt, encodeEvent, openEvents, rememberedUnder, subjectsOf, verifyChain } from '#platform/event-codec'
import { memorySubjectKeys, type SubjectKey, type SubjectKeys } from '#platform/subject-keys'
import { type GuestFact, guestBook } from '#tests/guest-book'
import { testWorld } from '#tests/world'

const { codec } = guestBook
const meta: EventMeta = {
  time: '2026-03-01T09:00:00.000Z',
  actor: { principal: 'user:1', capacity: 'team' },
  correlation: 'c',
  causation: 'c',
  address: '192.0.2.7',
  agent: 'Browser 1.0',
}
const ada: GuestFact = { type: 'GuestArrived', data: { guest: 'g1', name: 'Ada Lovelace', note: 'Likes \u0000 tea 𝄞' } }

let keys: SubjectKeys
let random: ReturnType<typeof testWorld>['random']
beforeEach(() => {
  ;({ random } = testWorld())
  keys = memorySubjectKeys({ random })
})

async function encode(fact: GuestFact, more: Partial<EventMeta> = {}, after?: StoredEvent): Promise<StoredEvent> {
  const about = { ...meta, ...more }
  const found = new Map<string, SubjectKey>()
  for (const subject of subjectsOf(fact, about, codec)) found.set(subject, await keys.keyFor('s', subject))
  const place = {
    id: `id-${after ? after.revision + 1 : 0}`,
    stream: 's',
    revision: after ? after.revision + 1 : 0,
    prev: after?.hash ?? '',
  }
  return encodeEvent({ ...place, fact, meta: about }, codec, (subject) => found.get(subject)!, random)
}
const decode = async (event: StoredEvent) => (await openEvents([event], codec, keys))[0]!

describe('encoding', () => {
  test('every confidential leaf stands as a salted digest, and nothing readable is left', async () => {
    const event = await encode(ada)
    const digest = { $: expect.stringMatching(/^[\w-]{43}$/) }
    expect(event.data).toEqual({ guest: 'g1', name: digest, note: digest })
    expect(event.meta).toEqual({ ...meta, address: digest, agent: digest })
    expect(event.hash).toBe(hashOfEvent(event))
    expect(event.sealed.map(({ subject }) => subject)).toEqual(['g1', 'pack'])
    expect(JSON.stringify(event)).not.toMatch(/Ada L|es . tea|192\.0|Browser 1/)
  })

  test('the same value twice has two digests: who guesses a value can compare it with nothing', async () => {
    const [one, two] = [await encode(ada), await encode(ada)]
    expect(one.data.name).not.toEqual(two.data.name)
  })

  test("a signatory's address and browser are sealed under that signatory's own key", async () => {
    const event = await encode(
      { type: 'RoomGiven', data: { guest: 'g1', room: 1 } },
      { actor: { principal: 'signatory:g1', capacity: 'signatory' } },
    )
    expect(event.sealed.map(({ subject }) => subject)).toEqual(['g1'])
  })

  test('leaves that are not there are not sealed, and need no key', async () => {
    const { address, agent, ...bare } = meta
    const fact: GuestFact = { type: 'RoomGiven', data: { guest: 'g1', room: 1 } }
    expect(subjectsOf(fact, bare, codec)).toEqual([])
    expect(subjectsOf(fact, { ...bare, address: 'a' }, codec)).toEqual(['pack'])
    expect(subjectsOf({ type: 'GuestArrived', data: { guest: 'g2', name: 'Bo' } }, bare, codec)).toEqual(['g2'])
  })

  test('a leaf that was withheld from the decision keeps its digest; one without a digest is refused', async () => {
    const first = await encode(ada)
    const copied = await encode({ type: 'GuestArrived', data: { guest: 'g1', name: first.data.name as { $: string } } })
    expect(copied.data.name).toEqual(first.data.name)
    expect(copied.sealed.map(({ subject }) => subject)).toEqual(['pack'])
    await expect(encode({ type: 'GuestArrived', data: { guest: 'g1', name: { $: '' } } })).rejects.toBeInstanceOf(NotCanonical)
  })

  test('what its codec could not read again is not encoded', async () => {
    await expect(encode({ type: 'RoomGiven', data: { guest: 'g1', room: 0.5 } })).rejects.toThrow()
  })
})

describe('what this process has sealed or opened lately', () => {
  const opened = async (event: StoredEvent) => {
    const recorded = await decode(event)
    expect((await decode(structuredClone(event))) === recorded, 'known already').toBe(true)
    return recorded
  }

  test('is not opened again, until a key of its stream is destroyed: then nothing of it is known any more', async () => {
    const remembered = rememberedUnder(keys)
    const ticket = remembered.ticket()
    const event = await encode(ada)
    const recorded = { ...(await decode(structuredClone(event))) }
    remembered.put(ticket, event, recorded)
    expect(await decode(structuredClone(event))).toBe(recorded)

    await keys.destroy('s', 'g1')
    expect((await decode(event)).fact.data).toEqual(event.data)
    // Sealed before the destruction, and announced only now.
    remembered.put(ticket, event, recorded)
    expect((await decode(event)).fact.data).toEqual(event.data)
  })

  test('is looked at all the same: a change of any part of it is found, also where its hash was left as it was', async () => {
    const event = await encode(ada)
    await opened(event)
    const box = event.sealed[0]!.box
    for (const changed of [
      { ...event, data: { ...event.data, guest: 'g2' } },
      { ...event, meta: { ...event.meta, correlation: 'another' } },
      { ...event, prev: 'another' },
      { ...event, revision: 7 },
      { ...event, sealed: [{ ...event.sealed[0]!, box: `${box[0] === 'A' ? 'B' : 'A'}${box.slice(1)}` }, ...event.sealed.slice(1)] },
    ])
      await expect(decode(changed as StoredEvent)).rejects.toThrow(EventCorrupt)
    await opened(event)
  })

  test('is not taken for what somebody reads who had one of its keys', async () => {
    const event = await encode(ada)
    let withheld = true
    const late: SubjectKeys = {
      ...keys,
      async existingAll(wanted) {
        const found = await keys.existingAll(wanted)
        return (stream, subject) => (withheld && subject === 'g1' ? null : found(stream, subject))
      },
    }
    const [partly] = await openEvents([event], codec, late)
    expect(partly!.fact.data).toEqual(event.data)
    withheld = false
    const [whole] = await openEvents([event], codec, late)
    expect(whole!.fact).toEqual(ada)
  })

  test('has an end: reading much of the log pushes out earlier reads', async () => {
    const name = 'x'.repeat(700_000)
    const first = await encode(ada)
    const recorded = await opened(first)
    for (let at = 0; at < 12; at++) await decode(await encode({ type: 'GuestArrived', data: { guest: `big${at}`, name } }))
    expect((await decode(first)) === recorded, 'still known').toBe(false)
  })
})

test('a reader of facts alone opens no box that holds only from where somebody acted, and what it does open is checked as ever', async () => {
  const event = await encode(ada)
  const asked: string[] = []
  const counting: SubjectKeys = {
    ...keys,
    existingAll: (wanted) => {
      asked.push(...wanted.map(({ subject }) => subject))
      return keys.existingAll(wanted)
    },
  }
  const [read] = await openEvents([event], codec, counting, 'facts')
  expect(asked).toEqual(['g1', 'g1'])
  expect(read!.fact).toEqual((await decode(event)).fact)
  expect(read!.meta).toEqual(event.meta)
  const forged = { ...event, meta: { ...event.meta, correlation: 'another' } }
  await expect(openEvents([forged], codec, counting, 'facts')).rejects.toThrow(EventCorrupt)
})

describe('decoding', () => {
  test('gives back fact and meta as they were', async () => {
    const event = await encode(ada)
    expect(await decode(event)).toEqual({ id: 'id-0', stream: 's', revision: 0, fact: ada, meta, hash: event.hash })
  })

  test('whatever the text, it comes back', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, text, async (name, note) => {
        const fact: GuestFact = { type: 'GuestArrived', data: { guest: 'g1', name, note } }
        // As it comes from storage.
        const event = JSON.parse(JSON.stringify(await encode(fact))) as StoredEvent
        expect((await decode(event)).fact).toEqual(fact)
      }),
    )
  })

  test('leaves whose key is gone stay withheld with their digest; the others open', async () => {
    const event = await encode(ada)
    await keys.destroy('s', 'g1')
    const read = await decode(event)
    expect(read.fact.data).toEqual(event.data)
    expect(read.meta).toEqual(meta)
    await keys.destroyAll('s')
    expect((await decode(event)).meta).toEqual(event.meta)
    expect(verifyChain([event])).toEqual([])
  })

  test('an older version is verified as it was stored and upcast after that', async () => {
    const plain = {
      id: 'i',
      stream: 's',
      revision: 0,
      type: 'RoomGiven',
      version: 1,
      data: { guest: 'g1', room: 'room 12' },
      meta: meta as unknown as JsonObject,
      prev: '',
    }
    const old: StoredEvent = { ...plain, hash: hashOfEvent(plain), sealed: [] }
    expect((await decode(old)).fact).toEqual({ type: 'RoomGiven', data: { guest: 'g1', room: 12 } })
    await expect(decode({ ...old, data: { guest: 'g1', room: 12 } })).rejects.toBeInstanceOf(EventCorrupt)
    const unknown = { ...plain, version: 3 }
    await expect(decode({ ...unknown, hash: hashOfEvent(unknown), sealed: [] })).rejects.toThrow('no version 3')
  })
})

describe('tampering is found', () => {
  test('in any part of the stored event', async () => {
    const event = await encode(ada)
    const changes: Partial<StoredEvent>[] = [
      { id: 'other' },
      { revision: 1 },
      { type: 'RoomGiven' },
      { version: 2 },
      { data: { ...event.data, guest: 'g2' } },
      { data: { ...event.data, name: event.data.note! } },
      { meta: { ...event.meta, time: '2020-01-01T00:00:00.000Z' } },
      { prev: event.hash },
      { hash: event.prev },
    ]
    for (const change of changes) {
      await expect(decode({ ...event, ...change }), Object.keys(change)[0]).rejects.toBeInstanceOf(EventCorrupt)
    }
  })

  test('in the sealed values: changed, swapped between subjects, or moved from another event', async () => {
    const event = await encode(ada)
    const other = await encode(ada, {}, event)
    const [mine, pack] = event.sealed as [StoredEvent['sealed'][0], StoredEvent['sealed'][0]]
    const flipped = Buffer.from(mine.box, 'base64url')
    flipped[3]! ^= 1
    for (const sealed of [
      [{ ...mine, box: flipped.toString('base64url') }],
      [{ ...mine, iv: pack.iv }],
      [{ ...mine, subject: 'pack' }],
      [{ ...mine, box: '' }],
      [other.sealed[0]!],
    ]) {
      await expect(decode({ ...event, sealed })).rejects.toBeInstanceOf(EventCorrupt)
    }
    expect((await decode({ ...event, sealed: [pack, mine] })).fact).toEqual(ada)
  })

  test('in a disclosure whose value is not the one that was digested, even by who holds the key', async () => {
    const event = await encode(ada)
    const key = await keys.keyFor('s', 'g1')
    const { createCipheriv } = await import('node:crypto')
    for (const forged of [
      [['data', 'name'], 'AAAAAAAAAAAAAAAAAAAAAA', 'Eve'],
      [['data', 'guest'], 'AAAAAAAAAAAAAAAAAAAAAA', 'Eve'],
      [['data', 'nothing'], 'AAAAAAAAAAAAAAAAAAAAAA', 'Eve'],
      [['__proto__', 'toString'], 'AAAAAAAAAAAAAAAAAAAAAA', 'Eve'],
    ]) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(event.hash))
      const box = Buffer.concat([cipher.update(JSON.stringify([forged])), cipher.final(), cipher.getAuthTag()]).toString('base64url')
      const attempt = () => decodeEvent({ ...event, sealed: [{ subject: 'g1', iv: iv.toString('base64url'), box }] }, codec, () => key)
      expect(attempt).toThrow(EventCorrupt)
    }
  })

  test('in a chain: an event changed, left out, put elsewhere, doubled or taken from another stream', async () => {
    const chain: StoredEvent[] = []
    for (let at = 0; at < 4; at++) chain.push(await encode({ type: 'RoomGiven', data: { guest: 'g', room: at } }, {}, chain.at(-1)))
    const [a, b, c, d] = chain as [StoredEvent, StoredEvent, StoredEvent, StoredEvent]
    expect(verifyChain(chain)).toEqual([])
    expect(verifyChain([])).toEqual([])
    expect(verifyChain([c, d], b)).toEqual([])
    expect(verifyChain([a, { ...b, data: { guest: 'g', room: 9 } }, c])).toEqual([{ revision: 1, code: 'hash' }])
    expect(verifyChain([a, c, d]).map(({ code }) => code)).toEqual(['order', 'link'])
    expect(verifyChain([b, a]).length).toBeGreaterThan(0)
    expect(verifyChain([a, a]).map(({ code }) => code)).toEqual(['order', 'link'])
    expect(verifyChain([b, c])).toEqual([
      { revision: 1, code: 'order' },
      { revision: 1, code: 'link' },
    ])
    const stranger = { ...b, stream: 't' }
    expect(verifyChain([a, { ...stranger, hash: hashOfEvent(stranger) }])).toEqual([{ revision: 1, code: 'stream' }])
    const rewritten = { ...b, data: { guest: 'g', room: 9 } }
    expect(verifyChain([a, { ...rewritten, hash: hashOfEvent(rewritten) }, c])).toEqual([{ revision: 2, code: 'link' }])
    expect(verifyChain([{ ...a, data: { fraction: 0.5 } }])).toEqual([{ revision: 0, code: 'hash' }])
  })
})
