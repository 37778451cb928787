import {
  type Disclosure,
  digestOfLeaf,
  type EventMeta,
  type Fact,
  type FactCodec,
  isWithheld,
  type JsonObject,
  type RecordedEvent,
  type SealedLeaves,
  type StoredEvent,
} from '#domain/kernel'
import type { KeyLookup, SubjectKey, SubjectKeys } from '#platform/subject-keys'
import { openBox } from './box.ts'
import { digestOfJson, digestOfShared } from './digests.ts'
import { valueAt, withValuesAt } from './leaves.ts'
import { rememberedUnder } from './remembered.ts'
import { EventCorrupt, hashIsRight } from './verify.ts'

/** What a reader wants opened: everything, or what the facts hold and not from where somebody acted. */
export type Opened = 'all' | 'facts'

/**
 * Reads a stored event: verifies it as it was written, opens what the keys allow, and only then upcasts. Leaves
 * whose key is gone, or that nobody wants to read, stay withheld, with their digest.
 * @throws EventCorrupt when hash, digest or box do not agree
 */
export function decodeEvent<E extends Fact>(
  event: StoredEvent,
  codec: FactCodec<E>,
  keys: KeyLookup,
  wanted: Opened = 'all',
): RecordedEvent<E> {
  if (!hashIsRight(event)) throw new EventCorrupt(event, 'its bytes do not have its hash')
  const disclosed = disclosuresOf(event, keys, subjectsRead(event, codec, wanted))
  const stored: { data: JsonObject; meta: JsonObject } = { data: event.data, meta: event.meta }
  const opened = withValuesAt(
    stored,
    disclosed.map(([path, , value]) => [path, value]),
  )
  const { id, stream, revision, type, version, hash } = event
  const meta = opened.meta as unknown as EventMeta
  return { id, stream, revision, fact: codec.upcast(type, version, opened.data), meta, hash }
}

/**
 * The values of an event that the given keys disclose: each with its salt, so that its recipient can check it against
 * the stored event. @throws EventCorrupt when a box does not open or a value does not have its leaf's digest
 */
export function disclosuresOf(event: StoredEvent, keys: KeyLookup, subjects: readonly string[] = subjectsIn(event)): readonly Disclosure[] {
  const stored: { data: JsonObject; meta: JsonObject } = { data: event.data, meta: event.meta }
  const all: Disclosure[] = []
  for (const sealed of event.sealed) {
    const key = subjects.includes(sealed.subject) ? keys(event.stream, sealed.subject) : null
    if (!key) continue
    all.push(...unsealed(event, sealed, key).map((one) => checked(one, digestOfLeaf(one[1], one[2], digestOfJson))))
  }
  return [...all, ...(event.shared ?? []).map((one) => checked(one, digestOfShared(one[1], one[2])))]

  function checked(disclosure: Disclosure, digest: string): Disclosure {
    const [path] = disclosure
    const leaf = valueAt(stored, path)
    if (!isWithheld(leaf) || leaf.$ !== digest) throw new EventCorrupt(event, 'a value does not have its digest')
    return disclosure
  }
}

const subjectsIn = (event: StoredEvent) => event.sealed.map(({ subject }) => subject)

/** Whose boxes hold something that is wanted: opening one is the dearest part of reading an event, and most hold an address alone. */
function subjectsRead<E extends Fact>(event: StoredEvent, codec: FactCodec<E>, wanted: Opened): readonly string[] {
  // Where the leaves of an older version stood, only its own codec knew.
  if (wanted === 'all' || event.version !== codec.version(event.type)) return subjectsIn(event)
  return codec.confidential({ type: event.type, data: event.data } as unknown as E).map(({ subject }) => subject)
}

function unsealed(event: StoredEvent, sealed: SealedLeaves, key: SubjectKey): readonly Disclosure[] {
  try {
    return openBox(sealed, key, event.hash)
  } catch (error) {
    throw new EventCorrupt(event, 'its sealed values do not open under their key', error)
  }
}

/** Decodes many events with one look-up of keys; those that this process has sealed or opened lately are known. */
export async function openEvents<E extends Fact>(
  events: readonly StoredEvent[],
  codec: FactCodec<E>,
  keys: Pick<SubjectKeys, 'existingAll' | 'onDestroyed'>,
  wanted: Opened = 'all',
): Promise<readonly RecordedEvent<E>[]> {
  const remembered = rememberedUnder(keys)
  const ticket = remembered.ticket()
  const known = events.map((event) => remembered.get<E>(event))
  if (known.every((event) => event !== undefined)) return known
  const lookup = await keys.existingAll(
    soughtFor(
      events.filter((_, at) => !known[at]),
      codec,
      wanted,
    ),
  )
  // A key was destroyed meanwhile: remembered events may hold its sealed values.
  if (ticket !== remembered.ticket()) return openEvents(events, codec, keys, wanted)
  // A reader of that many is far behind, or rebuilds something: it would only push out events that others are about to read.
  const keeps = wanted === 'all' && events.length <= MOST_KEPT
  return events.map((event, at) => {
    const found = known[at]
    if (found) return found
    const recorded = decodeEvent(event, codec, lookup, wanted)
    if (keeps && event.sealed.every(({ subject }) => lookup(event.stream, subject) !== null)) remembered.put(ticket, event, recorded)
    return recorded
  })
}

const MOST_KEPT = 200

/** The same by the keys as they are stored now, and nothing from memory: for readers that store what they read. */
export async function openAsStored<E extends Fact>(
  events: readonly StoredEvent[],
  codec: FactCodec<E>,
  keys: Pick<SubjectKeys, 'storedAll'>,
  wanted: Opened = 'all',
): Promise<readonly RecordedEvent<E>[]> {
  const lookup = await keys.storedAll(soughtFor(events, codec, wanted))
  return events.map((event) => decodeEvent(event, codec, lookup, wanted))
}

/** Brings the keys near that `openEvents` will look up, where something else can be done meanwhile. */
export async function prepareToOpen<E extends Fact>(
  events: readonly StoredEvent[],
  codec: FactCodec<E>,
  keys: SubjectKeys,
  wanted: Opened = 'all',
): Promise<void> {
  await keys.existingAll(soughtFor(events, codec, wanted))
}

function soughtFor<E extends Fact>(events: readonly StoredEvent[], codec: FactCodec<E>, wanted: Opened) {
  return events.flatMap((event) => subjectsRead(event, codec, wanted).map((subject) => ({ stream: event.stream, subject })))
}
