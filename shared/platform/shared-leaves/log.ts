import type { Disclosure, JsonObject, LeafPath, StoredEvent } from '#domain/kernel'
import { isWithheld } from '#domain/kernel'
import type { EventLog, LoggedEvent } from '#platform/event-log'
import type { SharedLeaf, SharedLeaves } from './port.ts'

export interface SharingParts {
  readonly leaves: SharedLeaves
  /** Where in an event what is shared stands. */
  readonly pathsIn: (event: StoredEvent) => readonly LeafPath[]
}

/**
 * A log whose events come with what they share, and leave it here when they are appended. Kept before the first event that holds it is
 * there, released after the last one is gone: whatever dies between leaves too much, and never too little.
 */
export function sharingLog(log: EventLog, { leaves, pathsIn }: SharingParts): EventLog {
  async function together<T>(given: readonly T[], eventOf: (one: T) => StoredEvent, withEvent: (one: T, event: StoredEvent) => T) {
    const wanted = given.map((one) => digestsIn(eventOf(one)))
    const digests = [...new Set(wanted.flatMap((each) => each.map(({ digest }) => digest)))]
    if (digests.length === 0) return given
    const found = await leaves.find(digests)
    return given.map((one, at) => {
      const shared = wanted[at]!.flatMap(({ path, digest }): Disclosure[] => {
        const leaf = found.get(digest)
        return leaf ? [[path, leaf.salt, leaf.value]] : []
      })
      return shared.length > 0 ? withEvent(one, { ...eventOf(one), shared }) : one
    })
  }
  function digestsIn(event: StoredEvent) {
    return pathsIn(event).flatMap((path) => {
      const leaf = event.data[String(path[1])]
      return isWithheld(leaf) ? [{ path, digest: leaf.$ }] : []
    })
  }
  const stored = (events: readonly StoredEvent[]) =>
    together(
      events,
      (event) => event,
      (_, event) => event,
    )
  const logged = (events: readonly LoggedEvent[]) =>
    together(
      events,
      ({ event }) => event,
      (one, event) => ({ ...one, event }),
    )

  return {
    ...log,
    async append(stream, expected, events) {
      const shared = new Map(events.flatMap(leavesOf))
      if (shared.size > 0) await leaves.keep(stream, shared)
      return log.append(stream, expected, shared.size > 0 ? events.map(({ shared: _, ...event }) => event) : events)
    },
    read: async (stream, from, limit) => stored(await log.read(stream, from, limit)),
    async readAll(after, limit, filter) {
      const page = await log.readAll(after, limit, filter)
      return { ...page, events: await logged(page.events) }
    },
    subscribe: (options) =>
      log.subscribe({
        ...options,
        async onEvent(one) {
          const [whole] = await logged([one])
          await options.onEvent(whole!)
        },
      }),
    async remove(stream) {
      await log.remove(stream)
      await leaves.release(stream)
    },
    async removeUnborn(stream) {
      const removed = await log.removeUnborn(stream)
      if (removed) await leaves.release(stream)
      return removed
    },
  }
}

function leavesOf({ data, shared = [] }: StoredEvent): (readonly [string, SharedLeaf])[] {
  return shared.map(([path, salt, value]) => [(data[String(path[1])] as JsonObject).$ as string, { salt, value }])
}
