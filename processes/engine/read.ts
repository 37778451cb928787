import type { Fact } from '#domain/kernel'
import { openEvents } from '#platform/event-codec'
import type { LogFilter, LoggedEvent } from '#platform/event-log'
import type { Effect, Process, ReaderDeps, StoredReaction } from './process.ts'

/** Which events a process reads, and what follows from them. */
export interface Reader {
  readonly name: string
  readonly filter: LogFilter
  effectsOf(events: readonly LoggedEvent[]): Promise<readonly Effect[]>
}

export function openedReader<S, F extends Fact>({ keys, handler }: ReaderDeps, { name, aggregate, follows, react }: Process<S, F>): Reader {
  return {
    name,
    filter: { streamPrefixes: aggregate.streams, types: follows },
    async effectsOf(events) {
      const effects: Effect[] = []
      const opened = await openEvents(
        events.map(({ event }) => event),
        aggregate.codec,
        keys,
      )
      for (const event of opened) {
        const { state } = await handler.load(event.stream, aggregate, { atLeast: event.revision })
        effects.push(...react(event, aggregate.keyOf(event.stream)!, state))
      }
      return effects
    },
  }
}

export function storedReader(name: string, reactions: readonly StoredReaction[]): Reader {
  return {
    name,
    filter: { streamPrefixes: [...new Set(reactions.flatMap(({ streams }) => streams))], types: reactions.map(({ type }) => type) },
    effectsOf: async (events) =>
      events.flatMap((logged) => reactions.flatMap(({ type, react }) => (type === logged.event.type ? react(logged) : []))),
  }
}
