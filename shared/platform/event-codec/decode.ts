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
import { digestOfJson } from './digests.ts'
import { valueAt, withValueAt } from './leaves.ts'
import { EventCorrupt, hashIsRight } from './verify.ts'

/**
 * Reads a stored event: verifies it as it was written, opens what the keys allow, and only then upcasts. Leaves
 * whose key is gone stay withheld, with their digest.
 * @throws EventCorrupt when hash, digest or box do not agree
 */
export function decodeEvent<E extends Fact>(event: StoredEvent, codec: FactCodec<E>, keys: KeyLookup): RecordedEvent<E> {
  if (!hashIsRight(event)) throw new EventCorrupt(event, 'its bytes do not have its hash')
  let opened: { data: JsonObject; meta: JsonObject } = { data: event.data, meta: event.meta }
  for (const [path, , value] of disclosuresOf(event, keys)) opened = withValueAt(opened, path, value)
  const { id, stream, revision, type, version, hash } = event
  const meta = opened.meta as unknown as EventMeta
  return { id, stream, revision, fact: codec.upcast(type, version, opened.data), meta, hash }
}

/**
 * What the keys at hand disclose of an event: each with its salt, so that whoever is given one can check it against
 * the stored event. @throws EventCorrupt when a box does not open or a value does not have its leaf's digest
 */
export function disclosuresOf(event: StoredEvent, keys: KeyLookup): readonly Disclosure[] {
  const stored: { data: JsonObject; meta: JsonObject } = { data: event.data, meta: event.meta }
  return event.sealed.flatMap((sealed) => {
    const key = keys(event.stream, sealed.subject)
    if (!key) return []
    const disclosures = unsealed(event, sealed, key)
    for (const [path, salt, value] of disclosures) {
      const leaf = valueAt(stored, path)
      if (!isWithheld(leaf) || leaf.$ !== digestOfLeaf(salt, value, digestOfJson))
        throw new EventCorrupt(event, 'a sealed value does not have its digest')
    }
    return disclosures
  })
}

function unsealed(event: StoredEvent, sealed: SealedLeaves, key: SubjectKey): readonly Disclosure[] {
  try {
    return openBox(sealed, key, event.hash)
  } catch (error) {
    throw new EventCorrupt(event, 'its sealed values do not open under their key', error)
  }
}

/** Decodes many events with one look-up of keys. */
export async function openEvents<E extends Fact>(
  events: readonly StoredEvent[],
  codec: FactCodec<E>,
  keys: SubjectKeys,
): Promise<readonly RecordedEvent<E>[]> {
  const lookup = await keys.existingAll(events.flatMap((event) => event.sealed.map(({ subject }) => ({ stream: event.stream, subject }))))
  return events.map((event) => decodeEvent(event, codec, lookup))
}
