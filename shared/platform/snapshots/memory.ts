import type { SubjectKeys } from '#platform/subject-keys'
import type { Snapshot, Snapshots } from './port.ts'

/** Snapshots in memory, which go with a key as sealed ones do: for tests and the simulation. */
export function memorySnapshots(keys: Pick<SubjectKeys, 'allOf'>): Snapshots & { readonly size: number } {
  // Nobody changes what they gave to be kept, so that it is copied only for who finds it: most is found by nobody.
  const kept = new Map<string, Snapshot>()
  return {
    get size() {
      return kept.size
    },
    async find(stream) {
      const found = kept.get(stream)
      if (!found || !(await keys.allOf(stream))) return null
      return { ...found, body: JSON.parse(JSON.stringify(found.body)) }
    },
    async keep(stream, snapshot) {
      if (!(await keys.allOf(stream)) || (kept.get(stream)?.revision ?? -1) >= snapshot.revision) return
      kept.set(stream, snapshot)
    },
    async forget(stream) {
      kept.delete(stream)
    },
  }
}
