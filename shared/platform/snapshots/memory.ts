import type { SubjectKeys } from '#platform/subject-keys'
import type { Snapshots } from './port.ts'

/** Snapshots in memory, which go with a key as sealed ones do: for tests and the simulation. */
export function memorySnapshots(keys: Pick<SubjectKeys, 'allOf'>): Snapshots & { readonly size: number } {
  const kept = new Map<string, { readonly revision: number; readonly hash: string; readonly text: string }>()
  return {
    get size() {
      return kept.size
    },
    async find(stream) {
      const found = kept.get(stream)
      if (!found || !(await keys.allOf(stream))) return null
      return { revision: found.revision, hash: found.hash, body: JSON.parse(found.text) }
    },
    async keep(stream, { revision, hash, body }) {
      if (!(await keys.allOf(stream)) || (kept.get(stream)?.revision ?? -1) >= revision) return
      kept.set(stream, { revision, hash, text: JSON.stringify(body) })
    },
    async forget(stream) {
      kept.delete(stream)
    },
  }
}
