import {
  base64url,
  type Disclosure,
  digestOfLeaf,
  type EventMeta,
  type Fact,
  type FactCodec,
  hashOfEvent,
  isWithheld,
  type Json,
  type JsonObject,
  type LeafPath,
  NotCanonical,
  type StoredEvent,
} from '#domain/kernel'
import type { Random } from '#platform/ports'
import type { SubjectKey } from '#platform/subject-keys'
import { sealBox } from './box.ts'
import { digestOfJson, digestOfShared } from './digests.ts'
import { valueAt, withValuesAt } from './leaves.ts'

/** Seals what belongs to the stream as a whole and to no signatory. */
export const OWN_SUBJECT = 'pack'

export interface NewEvent<E extends Fact> {
  readonly id: string
  readonly stream: string
  readonly revision: number
  /** Hash of the event before, '' for the first. */
  readonly prev: string
  readonly fact: E
  readonly meta: EventMeta
}

const OF_META = ['address', 'agent', 'reason'] as const

export interface Leaf {
  readonly path: LeafPath
  readonly subject: string
}

/** Every confidential leaf that an event may have: those its codec names, and where from and why somebody acted. */
export function leavesOf<E extends Fact>(fact: E, meta: EventMeta, codec: FactCodec<E>): Leaf[] {
  const subject = subjectOfActor(meta.actor.principal)
  return [...codec.confidential(fact), ...OF_META.map((name) => ({ path: ['meta', name], subject }))]
}

/** A signatory's address and browser are that person's data and go with their key; everybody else's go with the stream's. */
function subjectOfActor(principal: string): string {
  return principal.startsWith('signatory:') ? principal.slice('signatory:'.length) : OWN_SUBJECT
}

/** The subjects whose keys `encodeEvent` will ask for. */
export function subjectsOf<E extends Fact>(fact: E, meta: EventMeta, codec: FactCodec<E>): string[] {
  const root = { data: fact.data, meta } as unknown as JsonObject
  const there = leavesOf(fact, meta, codec).filter(({ path }) => valueAt(root, path) !== undefined)
  return [...new Set(there.map(({ subject }) => subject))]
}

/**
 * Turns a fact into the stored event: confidential leaves become salted digests, the bytes are hashed into the
 * chain, and the values behind the digests are sealed next to it, for each subject under its own key.
 * @throws NotCanonical on a value the format forbids; whatever the codec throws on data it could not read again
 */
export function encodeEvent<E extends Fact>(
  event: NewEvent<E>,
  codec: FactCodec<E>,
  keyOf: (subject: string) => SubjectKey,
  random: Random,
): StoredEvent {
  const { id, stream, revision, prev, fact, meta } = event
  const version = codec.version(fact.type)
  // Events that the codec can't read must never be written: the log takes nothing back.
  codec.upcast(fact.type, version, fact.data)
  const clear = { data: fact.data, meta } as unknown as { data: JsonObject; meta: JsonObject }
  const digests: [LeafPath, Json][] = []
  const bySubject = new Map<string, Disclosure[]>()
  for (const { path, subject } of leavesOf(fact, meta, codec)) {
    const value = valueAt(clear, path)
    if (value === undefined || isDigest(value, path)) continue
    const salt = base64url(random.bytes(16))
    digests.push([path, { $: digestOfLeaf(salt, value, digestOfJson) }])
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), [path, salt, value]])
  }
  const shared: Disclosure[] = []
  for (const path of codec.shared(fact.type)) {
    const value = valueAt(clear, path) as JsonObject
    if (isDigest(value, path)) continue
    const salt = String(value.salt)
    digests.push([path, { $: digestOfShared(salt, value) }])
    shared.push([path, salt, value])
  }
  const root = withValuesAt(clear, digests)
  const plain = { id, stream, revision, type: fact.type, version, data: root.data, meta: root.meta, prev }
  const hash = hashOfEvent(plain, digestOfJson)
  const sealed = [...bySubject].map(([subject, leaves]) => sealBox(subject, keyOf(subject), hash, leaves, random.bytes(12)))
  return { ...plain, hash, sealed, ...(shared.length > 0 ? { shared } : {}) }
}

/** A leaf that was withheld from the decision itself keeps its digest; the empty digest of a redacted view is no value. */
function isDigest(value: Json, path: LeafPath): boolean {
  if (!isWithheld(value)) return false
  if (!/^[\w-]{43}$/.test(value.$)) throw new NotCanonical(`/${path.join('/')}`, 'a withheld value without its digest')
  return true
}
