import { isDeepStrictEqual } from 'node:util'
import type { Fact, RecordedEvent, StoredEvent } from '#domain/kernel'
import type { SubjectKeys } from '#platform/subject-keys'

/**
 * Events that this process has sealed or opened lately, as they were stored and as they read. Handler, read models, processes and
 * live rooms all come by the same events, and opening one costs ten times what it takes to see that it is the very same.
 * A stream's events are dropped when one of its keys is destroyed, and events sealed or opened before that are not remembered
 * after it.
 */
export interface Remembered {
  /** Take one before the keys are asked for. */
  ticket(): number
  put(ticket: number, stored: StoredEvent, recorded: RecordedEvent): void
  /** Only for an event whose every byte is the same: changes since must be detected. */
  get<E extends Fact>(stored: StoredEvent): RecordedEvent<E> | undefined
}

/** Characters of stored events that are kept; opened events take about as much again. */
const MOST = 8_000_000

type Destroyed = Pick<SubjectKeys, 'onDestroyed'>
const byKeys = new WeakMap<Destroyed, Remembered>()

/** What is remembered of events under these keys. */
export function rememberedUnder(keys: Destroyed): Remembered {
  const found = byKeys.get(keys)
  if (found) return found
  let forgotten = 0
  let weight = 0
  // By hash, in the order in which they were last asked for.
  const opened = new Map<string, Entry>()
  function drop({ stored, size }: Entry): void {
    opened.delete(stored.hash)
    weight -= size
  }
  keys.onDestroyed((stream) => {
    forgotten += 1
    for (const entry of opened.values()) if (stream === null || entry.stored.stream === stream) drop(entry)
  })
  const made: Remembered = {
    ticket: () => forgotten,
    put(ticket, stored, recorded) {
      if (ticket !== forgotten) return
      const before = opened.get(stored.hash)
      if (before) drop(before)
      const size = sizeOf(stored)
      opened.set(stored.hash, { stored, recorded, size })
      weight += size
      for (const oldest of opened.values()) {
        if (weight <= MOST) return
        drop(oldest)
      }
    },
    get<E extends Fact>(stored: StoredEvent) {
      const entry = opened.get(stored.hash)
      if (!entry || !isSame(entry.stored, stored)) return undefined
      opened.delete(stored.hash)
      opened.set(stored.hash, entry)
      return entry.recorded as RecordedEvent<E>
    },
  }
  byKeys.set(keys, made)
  return made
}

/** Member by member: what came as the same object need not be walked through. */
const isSame = (a: StoredEvent, b: StoredEvent): boolean =>
  a === b ||
  (a.id === b.id &&
    a.stream === b.stream &&
    a.revision === b.revision &&
    a.type === b.type &&
    a.version === b.version &&
    a.prev === b.prev &&
    a.hash === b.hash &&
    isEqual(a.data, b.data) &&
    isEqual(a.meta, b.meta) &&
    isEqual(a.sealed, b.sealed) &&
    isEqual(a.shared ?? [], b.shared ?? []))
const isEqual = (a: object, b: object): boolean => a === b || isDeepStrictEqual(a, b)

interface Entry {
  readonly stored: StoredEvent
  readonly recorded: RecordedEvent
  readonly size: number
}

/** What every event has besides its data and its sealed values, in characters. Shared parts are counted elsewhere. */
const ENVELOPE = 1_000
const sizeOf = ({ data, sealed }: StoredEvent) =>
  ENVELOPE + JSON.stringify(data).length + sealed.reduce((sum, { box }) => sum + box.length, 0)
