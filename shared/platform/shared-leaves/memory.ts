import type { SharedLeaf, SharedLeaves } from './port.ts'
import { saltedUnder } from './salt.ts'

/** In memory: for tests and the simulation. */
export function memorySharedLeaves(): SharedLeaves {
  const kept = new Map<string, SharedLeaf>()
  const users = new Map<string, Set<string>>()
  return {
    salted: saltedUnder(new Uint8Array(32)),
    async keep(stream, leaves) {
      for (const [digest, leaf] of leaves) {
        if (!kept.has(digest)) kept.set(digest, leaf)
        users.set(digest, (users.get(digest) ?? new Set()).add(stream))
      }
    },
    find: async (digests) =>
      new Map(
        digests.flatMap((digest) => {
          const leaf = kept.get(digest)
          return leaf ? [[digest, leaf] as const] : []
        }),
      ),
    async release(stream) {
      for (const [digest, streams] of users) {
        if (!streams.delete(stream) || streams.size > 0) continue
        users.delete(digest)
        kept.delete(digest)
      }
    },
  }
}
