import { expect, test } from 'vitest'
import { hashOfEvent, type StoredEvent } from '#domain/kernel'
import { type PackFact, pack, streamOfPack } from '#domain/pack'
import { encodeEvent, subjectsOf } from '#platform/event-codec'
import { type EventLog, memoryEventLog } from '#platform/event-log'
import { memorySubjectKeys, type SubjectKey, type SubjectKeys } from '#platform/subject-keys'
import { type GuestFact, guestBook } from '#tests/guest-book'
import { idOf } from '#tests/pack'
import { testWorld } from '#tests/world'
import { startOfWalk, walkEvents } from '../../processes/guard/events.ts'

const { codec } = guestBook
const ADA: GuestFact = { type: 'GuestArrived', data: { guest: 'ada', name: 'Ada Lovelace', note: 'Likes tea' } }
const ACTOR = { principal: 'user:1', capacity: 'team' } as const
const META = { time: '2026-03-01T09:00:00.000Z', actor: ACTOR, correlation: 'c', causation: 'c', agent: 'Browser 1.0' }

/** A person is erased from a pack. */
const S = streamOfPack(idOf('erased'))

/** What the guard says of one event, stored as `change` leaves it and read with these keys. */
async function foundIn(
  change: (event: StoredEvent) => StoredEvent,
  reading: (keys: SubjectKeys, log: EventLog, event: StoredEvent) => Promise<SubjectKeys>,
  after: (event: StoredEvent) => readonly StoredEvent[] = () => [],
) {
  const world = testWorld()
  const keys = memorySubjectKeys(world)
  const own = new Map<string, SubjectKey>()
  for (const subject of subjectsOf(ADA, META, codec)) own.set(subject, await keys.keyFor(S, subject))
  const place = { id: 'id-0', stream: S, revision: 0, prev: '' }
  const event = encodeEvent({ ...place, fact: ADA, meta: META }, codec, (subject) => own.get(subject)!, world.random)
  const log = memoryEventLog(world)
  await log.append(S, -1n, [change(event), ...after(event)])
  const anchors = { anchoredAt: async () => [] } as unknown as Parameters<typeof walkEvents>[0]['anchors']
  const walked = startOfWalk()
  const findings = []
  for await (const page of walkEvents({ log, keys: await reading(keys, log, event), anchors }, walked)) findings.push(...page)
  return findings.map(({ kind, words }) => `${kind}: ${words}`)
}
const asItIs = (event: StoredEvent) => event
const same = async (keys: SubjectKeys) => keys
const destroyed = async (keys: SubjectKeys) => {
  await keys.destroy(S, 'ada')
  return keys
}
/** The fact that somebody's data is deleted, behind the event. */
function erased({ hash }: StoredEvent): readonly StoredEvent[] {
  const plain = { id: 'id-1', stream: S, revision: 1, type: 'PersonErased', version: 1, data: { people: ['ada'] }, meta: {}, prev: hash }
  return [{ ...plain, hash: hashOfEvent(plain), sealed: [] }]
}
const GONE = [`values: sealed values of event 0 of ${S}, or their key, were removed`]

test('values that are there and open are found to be', async () => {
  expect(await foundIn(asItIs, same)).toEqual([])
})

test('a box that was taken away is missed, and so is one of its values; what a key that was destroyed had sealed is not', async () => {
  const without = (event: StoredEvent) => ({ ...event, sealed: event.sealed.filter(({ subject }) => subject !== 'ada') })
  expect(await foundIn(without, same)).toEqual(GONE)
  expect(await foundIn((event) => ({ ...event, sealed: [] }), same)).toEqual(GONE)
  expect(await foundIn(asItIs, destroyed, erased)).toEqual([])
  expect(await foundIn(without, destroyed, erased)).toEqual([])
})

test('a key that was destroyed as a deletion does it, where nobody asked for one, is missed', async () => {
  expect(await foundIn(asItIs, destroyed)).toEqual([`values: a key of ${S}, of values in event 0, was destroyed, and nobody asked for it`])
})

test('somebody whose data is deleted while the guard looks at it is no finding, though the log had ended before', async () => {
  const meanwhile = async (keys: SubjectKeys, log: EventLog, event: StoredEvent): Promise<SubjectKeys> => ({
    ...keys,
    // Asked for what stands on a page that was the last when it was read.
    async existingAll(wanted) {
      if ((await log.read(S, 1n, 1)).length === 0) {
        await log.append(S, 0n, erased(event))
        await keys.destroy(S, 'ada')
      }
      return keys.existingAll(wanted)
    },
  })
  expect(await foundIn(asItIs, meanwhile)).toEqual([])
})

test('a key that is gone though nobody destroyed it is missed', async () => {
  const without = async (keys: SubjectKeys): Promise<SubjectKeys> => ({
    ...keys,
    async existingAll(wanted) {
      const found = await keys.existingAll(wanted)
      return (stream, subject) => (subject === 'ada' ? null : found(stream, subject))
    },
    allOf: async (stream) => new Map([...((await keys.allOf(stream)) ?? [])].filter(([subject]) => subject !== 'ada')),
  })
  expect(await foundIn(asItIs, without)).toEqual(GONE)
})

/** What the guard says of a pack's history in which two people are named and Ada is deleted, once these boxes and keys are gone too. */
async function foundApartFromAda(taken: { readonly key?: string; readonly box?: string }) {
  const world = testWorld()
  const keys = memorySubjectKeys(world)
  const log = memoryEventLog(world)
  const people = { ada: idOf('ada'), bo: idOf('bo') }
  let prev = ''
  for (const [revision, signatory] of Object.values(people).entries()) {
    const key = await keys.keyFor(STREAM, signatory)
    const fact: PackFact = { type: 'SignatoryNamed', data: { signatory, name: 'A name' } }
    const meta = { time: META.time, actor: ACTOR, correlation: 'c', causation: 'c' }
    const event = encodeEvent({ id: `id-${revision}`, stream: STREAM, revision, prev, fact, meta }, pack.codec, () => key, world.random)
    await log.append(STREAM, BigInt(revision - 1), [{ ...event, sealed: event.sealed.filter(({ subject }) => subject !== taken.box) }])
    prev = event.hash
  }
  const data = { people: [people.ada] }
  const plain = { id: 'id-2', stream: STREAM, revision: 2, type: 'PersonErased', version: 1, data, meta: {}, prev }
  await log.append(STREAM, 1n, [{ ...plain, hash: hashOfEvent(plain), sealed: [] }])
  for (const person of [people.ada, ...(taken.key ? [taken.key] : [])]) await keys.destroy(STREAM, person)
  const anchors = { anchoredAt: async () => [] } as unknown as Parameters<typeof walkEvents>[0]['anchors']
  const findings = []
  for await (const page of walkEvents({ log, keys, anchors }, startOfWalk())) findings.push(...page)
  return findings.map(({ words }) => words)
}
const STREAM = `pack-${idOf('pack')}`
const BOS = [`a key of ${STREAM}, of values in event 1, was destroyed, and nobody asked for it`]

test('in a history from which somebody was deleted, another’s key that was destroyed with theirs is missed, and another’s box', async () => {
  expect(await foundApartFromAda({})).toEqual([])
  expect(await foundApartFromAda({ key: idOf('bo') })).toEqual(BOS)
  expect(await foundApartFromAda({ box: idOf('bo') })).toEqual(BOS)
  expect(await foundApartFromAda({ box: idOf('ada') })).toEqual([])
})
