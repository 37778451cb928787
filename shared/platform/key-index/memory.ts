import type { KeyEntry, KeyIndex } from './port.ts'

/** The key index in memory: for tests and the simulation. */
export function memoryKeyIndex(): KeyIndex {
  const entries = new Map<string, KeyEntry>()
  const at = (key: string, kind: string) => `${kind} ${key}`
  return {
    async register(wanted) {
      const taken = wanted.filter((entry) => (entries.get(at(entry.key, entry.kind))?.pack ?? entry.pack) !== entry.pack)
      for (const entry of wanted) {
        if (!taken.includes(entry)) entries.set(at(entry.key, entry.kind), entry)
      }
      return taken
    },
    async removeOf(pack) {
      for (const [place, entry] of entries) if (entry.pack === pack) entries.delete(place)
    },
    async removeLinks(pack, people) {
      const isTheirs = ({ pack: of, extra }: KeyEntry) =>
        of === pack && [extra?.signatory, extra?.recipient].some((person) => typeof person === 'string' && people.includes(person))
      for (const [place, entry] of entries) if (isTheirs(entry)) entries.delete(place)
    },
    find: async (key, kind) => entries.get(at(key, kind)) ?? null,
  }
}
