import { digestOfJson } from './digest.ts'
import type { Json, JsonObject } from './json.ts'
import type { Private } from './private.ts'

/** In which role somebody acted. */
export type Capacity = 'team' | 'signatory' | 'application' | 'process' | 'in-person-host'

/** Who did it, in which session and role, and how they had proved who they are. Opaque ids only. */
export type Actor = {
  /** `user:<id>`, `signatory:<uuid>`, `application:<key>` or `process:<name>` */
  readonly principal: string
  readonly capacity: Capacity
  /** Opaque id of the session or signing session; absent for processes. */
  readonly session?: string
  /** How they proved who they are: `password`, `signing-link`, `secret`, `installation`. */
  readonly proof?: string
  /** Principal on whose behalf they acted. */
  readonly onBehalfOf?: string
}

/** What is recorded with the facts of an event (docs/events.md, "Meta"). */
export type EventMeta = {
  /** UTC, ISO 8601 with milliseconds. */
  readonly time: string
  readonly actor: Actor
  /** Groups all that followed from one request. */
  readonly correlation: string
  /** Id of the event or command that caused this. */
  readonly causation: string
  /** A digest of the request's idempotency key, and a tag of the request it is bound to (see `requestTag`). */
  readonly key?: { readonly id: string; readonly digest: string }
  readonly address?: Private<string>
  readonly agent?: Private<string>
  /** Why they acted on behalf of another, where they did. */
  readonly reason?: Private<string>
}

/** An event before it is stored: what happened, in clear. `data` may hold `Private` leaves. */
export interface Fact {
  readonly type: string
  readonly data: object
}

/** Where a confidential leaf stands, from the event's root, for example ['data', 'email']. */
export type LeafPath = readonly (string | number)[]

/** One disclosed leaf: where it stands, its salt (128 random bits, base64url), its value. */
export type Disclosure = readonly [path: LeafPath, salt: string, value: Json]

/** Disclosures encrypted under one subject's key (AES-256-GCM); base64url throughout. */
export type SealedLeaves = {
  readonly subject: string
  readonly iv: string
  /** Ciphertext followed by the 16-byte tag. */
  readonly box: string
}

/** The event exactly as stored. Never changed, never upcast in place. */
export interface StoredEvent {
  readonly id: string
  readonly stream: string
  /** Zero-based. */
  readonly revision: number
  readonly type: string
  readonly version: number
  readonly data: JsonObject
  readonly meta: JsonObject
  /** Hash of the event before it in the stream; '' for the first. */
  readonly prev: string
  readonly hash: string
  readonly sealed: readonly SealedLeaves[]
  /** What is kept under its digest, once for all streams that hold it; absent where nothing is. The log brings it. */
  readonly shared?: readonly Disclosure[]
}

/** The hash of a stored event: SHA-256 over the canonical bytes of everything but `hash` and `sealed`. */
export function hashOfEvent(event: Omit<StoredEvent, 'hash' | 'sealed'>, digest: (value: Json) => string = digestOfJson): string {
  const { id, stream, revision, type, version, data, meta, prev } = event
  // In the order in which they are written: nothing has to be sorted.
  return digest({ data, id, meta, prev, revision, stream, type, version })
}

/** The digest that stands in the place of a confidential leaf. */
export function digestOfLeaf(salt: string, value: Json, digest: (value: Json) => string = digestOfJson): string {
  return digest([salt, value])
}

/** An event as the domain reads it: verified, disclosed as far as its keys allow, upcast. */
export interface RecordedEvent<F extends Fact = Fact> {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly fact: F
  readonly meta: EventMeta
  readonly hash: string
}
