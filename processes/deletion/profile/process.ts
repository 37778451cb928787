import { user as aggregate, type USER_EVENTS, userOfStream } from '#domain/user'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'
import type { DeletionLine } from '../outside.ts'

export const DEPARTURE = 'departure'
export type DepartureData = { readonly user: string; readonly line: DeletionLine }

/** An account holder's profile goes for good, with all that lets them in. */
export const departure = {
  streams: aggregate.streams,
  type: 'ProfileErased' satisfies keyof typeof USER_EVENTS,
  react({ event: { id, stream, meta } }: LoggedEvent): readonly Effect[] {
    const user = userOfStream(stream)!
    const by = String((meta.actor as { principal?: string }).principal)
    const data: DepartureData = { user, line: { departed: { user }, time: String(meta.time), by } }
    return [{ queue: DEPARTURE, key: `departure:${id}`, data }]
  },
}
