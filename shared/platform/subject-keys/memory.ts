import { createSecretKey } from 'node:crypto'
import type { Random } from '#platform/ports'
import { createListeners } from './listeners.ts'
import { type KeyLookup, SubjectErased, type SubjectKey, type SubjectKeys } from './port.ts'

/** Subject keys in memory: for tests and the simulation. */
export function memorySubjectKeys({ random }: { random: Random }): SubjectKeys {
  const streams = new Map<string, { readonly keys: Map<string, SubjectKey | null>; closed: boolean }>()
  const listeners = createListeners()
  const of = (stream: string) => {
    const found = streams.get(stream) ?? { keys: new Map<string, SubjectKey | null>(), closed: false }
    streams.set(stream, found)
    return found
  }
  const lookup: KeyLookup = (stream, subject) => streams.get(stream)?.keys.get(subject) ?? null
  const keys: SubjectKeys = {
    async keyFor(stream, subject) {
      const { keys, closed } = of(stream)
      const found = keys.get(subject)
      if (found) return found
      if (closed || found === null) throw new SubjectErased(stream, subject)
      const key = createSecretKey(random.bytes(32))
      keys.set(subject, key)
      return key
    },
    async keysFor(wanted) {
      for (const { stream, subject } of wanted) await keys.keyFor(stream, subject)
      return keys.existingAll(wanted)
    },
    existing: async (stream, subject) => lookup(stream, subject),
    existingAll: async () => lookup,
    storedAll: async () => lookup,
    async allOf(stream) {
      const { keys, closed } = of(stream)
      const all = new Map([...keys].flatMap(([subject, key]) => (key ? [[subject, key] as const] : [])))
      return closed || all.size < keys.size ? null : all
    },
    async destroy(stream, subject) {
      of(stream).keys.set(subject, null)
      listeners.tell(stream)
    },
    async destroyAll(stream) {
      const found = of(stream)
      found.closed = true
      for (const subject of found.keys.keys()) found.keys.set(subject, null)
      listeners.tell(stream)
    },
    onDestroyed: listeners.add,
    close: async () => undefined,
  }
  return keys
}
