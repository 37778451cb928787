import type { Fact, RecordedEvent, StoredEvent } from '#domain/kernel'
import type { SubjectKeys } from '#platform/subject-keys'

/**
 * Events that this process has sealed itself, with what it sealed. Whoever is handed the very same stored event by the log need
 * not open it again: read models would otherwise each decipher, a moment later, what was just enciphered here.
 * Everything is let go of when any key is destroyed, and what was sealed before that is not remembered after it.
 */
export interface Remembered {
  /** Take one before the keys are asked for. */
  ticket(): number
  put(ticket: number, stored: StoredEvent, recorded: RecordedEvent): void
  get<E extends Fact>(stored: StoredEvent): RecordedEvent<E> | undefined
}

const byKeys = new WeakMap<SubjectKeys, Remembered>()

/** What is remembered of events under these keys. */
export function rememberedUnder(keys: SubjectKeys): Remembered {
  const found = byKeys.get(keys)
  if (found) return found
  let forgotten = 0
  // Held by nobody else, so that it goes with the stored event, a few thousand of which the log keeps at hand.
  let opened = new WeakMap<StoredEvent, RecordedEvent>()
  keys.onDestroyed(() => {
    forgotten += 1
    opened = new WeakMap()
  })
  const made: Remembered = {
    ticket: () => forgotten,
    put(ticket, stored, recorded) {
      if (ticket === forgotten) opened.set(stored, recorded)
    },
    get: <E extends Fact>(stored: StoredEvent) => opened.get(stored) as RecordedEvent<E> | undefined,
  }
  byKeys.set(keys, made)
  return made
}
