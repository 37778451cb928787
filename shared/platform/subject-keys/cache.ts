import type { SubjectKey } from './port.ts'

/** Keys in memory by stream, the streams used longest ago forgotten first. null: destroyed, which never changes again. */
export interface KeyCache {
  get(stream: string, subject: string): SubjectKey | null | undefined
  /** Take one before reading a key: when something was forgotten in between, `put` does nothing. */
  ticket(): number
  put(ticket: number, stream: string, subject: string, key: SubjectKey | null): void
  /** Lets go of one stream's keys, or of all. */
  forget(stream: string | null): void
}

export function createKeyCache(streams: number): KeyCache {
  const kept = new Map<string, Map<string, SubjectKey | null>>()
  let forgotten = 0
  const refresh = (stream: string, keys: Map<string, SubjectKey | null>) => {
    kept.delete(stream)
    kept.set(stream, keys)
  }
  return {
    get(stream, subject) {
      const keys = kept.get(stream)
      if (!keys) return undefined
      refresh(stream, keys)
      return keys.get(subject)
    },
    ticket: () => forgotten,
    put(ticket, stream, subject, key) {
      // Without this a key read just before its destruction would stay in memory after it.
      if (ticket !== forgotten) return
      refresh(stream, (kept.get(stream) ?? new Map()).set(subject, key))
      if (kept.size <= streams) return
      const [oldest] = kept.keys()
      kept.delete(oldest!)
    },
    forget(stream) {
      forgotten += 1
      if (stream === null) kept.clear()
      else kept.delete(stream)
    },
  }
}
