import type { z } from 'zod'
import type { Aggregate } from './decider.ts'
import { codecOf, type EventDefinition } from './define.ts'
import type { Fact } from './event.ts'

type Table<E extends Fact> = Readonly<Record<E['type'], EventDefinition<z.ZodObject>>>

/** All that the program knows of one kind of aggregate, said once. */
export interface Declaration<S, E extends Fact> extends Omit<Aggregate<S, E>, 'codec'> {
  /** In a sentence: 'a pack'. */
  readonly called: string
  /** What the names of its streams begin with; what follows is the key of whose stream it is. */
  readonly streams: readonly [string, ...string[]]
  readonly events: Table<E>
}
export interface DeclaredAggregate<S, E extends Fact> extends Aggregate<S, E>, Pick<Declaration<S, E>, 'called' | 'streams' | 'events'> {
  streamOf(key: string): string
  isGone(state: S): boolean
  /** Null for a stream of another kind. */
  keyOf(stream: string): string | null
}

export function defineAggregate<S, E extends Fact>(of: Declaration<S, E>): DeclaredAggregate<S, E> {
  const { streams, events, called } = of
  return {
    isGone: () => false,
    ...of,
    codec: codecOf<E>(events, called),
    streamOf: (key) => `${streams[0]}${key}`,
    keyOf(stream) {
      const prefix = streams.find((one) => stream.startsWith(one))
      return prefix === undefined ? null : stream.slice(prefix.length)
    },
  }
}
