import type { RecordedEvent } from '#domain/kernel'
import { codec, evolve, initial, type PackFact, type PackState, streamOfPack } from '#domain/pack'
import { openEvents } from '#platform/event-codec'
import { type EventLog, pagesOf } from '#platform/event-log'
import type { SubjectKeys } from '#platform/subject-keys'

/** Packs as they were after any of their events. Checkpoints are kept in memory, may be thrown away at any time and come back the same. */
export interface PackHistory {
  /** The state after an event; before the first one at -1. Beyond the end: the last one. */
  stateAt(pack: string, revision: number): Promise<PackState>
  /** Events from a revision on, opened as far as the keys allow. */
  events(pack: string, from: number, limit: number): Promise<readonly RecordedEvent<PackFact>[]>
}

export interface PackHistoryDeps {
  readonly log: Pick<EventLog, 'read'>
  readonly keys: SubjectKeys
  /** Events between two checkpoints. */
  readonly every?: number
  /** Checkpoints kept over all packs; those of the pack that was asked for longest ago go first. */
  readonly capacity?: number
}

export function createPackHistory({ log, keys, every = 500, capacity = 400 }: PackHistoryDeps): PackHistory {
  // By pack, in order of last use: states after `every`, twice `every`, … events.
  const kept = new Map<string, Map<number, PackState>>()
  let forgotten = 0
  keys.onDestroyed((stream) => {
    forgotten++
    for (const pack of kept.keys()) if (stream === null || streamOfPack(pack) === stream) kept.delete(pack)
  })

  function checkpoint(pack: string, upTo: number): { revision: number; state: PackState } {
    let nearest = { revision: -1, state: initial }
    // Among those that are kept, however far beyond the end was asked for.
    for (const [revision, state] of kept.get(pack) ?? []) if (revision <= upTo && revision > nearest.revision) nearest = { revision, state }
    return nearest
  }

  function keep(pack: string, revision: number, state: PackState): void {
    const checkpoints = kept.get(pack) ?? new Map<number, PackState>()
    checkpoints.set(revision, state)
    kept.delete(pack)
    kept.set(pack, checkpoints)
    let count = 0
    for (const each of kept.values()) count += each.size
    for (const [oldest, each] of kept) {
      if (count <= capacity || oldest === pack) return
      kept.delete(oldest)
      count -= each.size
    }
  }

  return {
    async stateAt(pack, revision) {
      const since = forgotten
      let { revision: at, state } = checkpoint(pack, revision)
      if (at >= revision) return state
      let copied = new Set<object>()
      for await (const page of pagesOf(log, streamOfPack(pack), BigInt(at + 1))) {
        for (const { revision: next, fact, meta } of await openEvents(page, codec, keys)) {
          if (next > revision) return state
          state = evolve(state, fact, { time: meta.time, revision: next, principal: meta.actor.principal, copied })
          at = next
          // A key was destroyed meanwhile: values opened with it must not stay.
          if ((at + 1) % every !== 0 || since !== forgotten) continue
          keep(pack, at, state)
          copied = new Set()
        }
        if (at >= revision) break
      }
      return state
    },
    async events(pack, from, limit) {
      return openEvents(await log.read(streamOfPack(pack), BigInt(from), limit), codec, keys)
    },
  }
}
