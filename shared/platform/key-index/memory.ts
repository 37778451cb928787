import type { KeyEntry, KeyIndex } from './port.ts'

/** The key index in memory: for tests and the simulation. */
export function memoryKeyIndex(): KeyIndex {
  const entries = new Map<string, KeyEntry>()
  const removed = new Set<string>()
  const at = (key: string, kind: string) => `${kind} ${key}`
  const peopleOf = ({ extra }: KeyEntry) => [extra?.signatory, extra?.recipient].filter((person) => typeof person === 'string')
  const isRemoved = (entry: KeyEntry) => ['', ...peopleOf(entry)].some((person) => removed.has(`${entry.pack} ${person}`))
  return {
    async register(wanted) {
      const refused = wanted.filter(
        (entry) => isRemoved(entry) || (entries.get(at(entry.key, entry.kind))?.pack ?? entry.pack) !== entry.pack,
      )
      for (const entry of wanted) {
        if (!refused.includes(entry)) entries.set(at(entry.key, entry.kind), entry)
      }
      return refused
    },
    async removeOf(pack) {
      removed.add(`${pack} `)
      for (const [place, entry] of entries) if (entry.pack === pack) entries.delete(place)
    },
    async removeLinks(pack, people) {
      for (const person of people) removed.add(`${pack} ${person}`)
      for (const [place, entry] of entries) if (entry.pack === pack && isRemoved(entry)) entries.delete(place)
    },
    keysOf: async (pack, kind) => [...entries.values()].flatMap((entry) => (entry.pack === pack && entry.kind === kind ? [entry.key] : [])),
    find: async (key, kind) => entries.get(at(key, kind)) ?? null,
  }
}
