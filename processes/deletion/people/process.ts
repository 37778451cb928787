import { pack as aggregate, type PackFactType, packOfStream, type TopicFact } from '#domain/pack'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'

import type { DeletionLine } from '../outside.ts'
import { RESTORER } from '../restored.ts'

export const ERASURE = 'erasure'
export type ErasureData = {
  readonly pack: string
  readonly people: readonly string[]
  readonly time: string
  readonly by: string
}

/** Somebody's data in a pack goes for good; all that is kept of it goes after the fact. */
export const erasure = {
  streams: aggregate.streams,
  type: 'PersonErased' satisfies PackFactType,
  /** Keys are not confidential: they stand in the event itself. */
  react({ event: { id, stream, data, meta } }: LoggedEvent): readonly Effect[] {
    const { people } = data as TopicFact<'erasure'>['data']
    const by = String((meta.actor as { principal?: string }).principal)
    const asked: ErasureData = { pack: packOfStream(stream)!, people, time: String(meta.time), by }
    return [{ queue: ERASURE, key: `erasure:${id}`, data: asked }]
  },
}

export const lineOf = (workspace: string, { pack, people, time, by }: ErasureData): DeletionLine => ({
  erased: { workspace, pack, people: [...people] },
  time,
  by,
})

/** An erasure from before a restore is repeated, even where the backup had a hold. */
export const isRepeated = ({ by }: ErasureData) => by === RESTORER
