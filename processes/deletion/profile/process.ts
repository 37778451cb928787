import { user as aggregate, type USER_EVENTS, userOfStream } from '#domain/user'
import type { LoggedEvent } from '#platform/event-log'
import type { Effect } from '#processes/engine'
import type { DeletionLine } from '../outside.ts'

export const PROFILE_DELETION = 'departure'
export type ProfileDeletionData = { readonly user: string; readonly line: DeletionLine }

/** An account holder's profile goes for good, with all that lets them in. */
export const profileDeletion = {
  streams: aggregate.streams,
  type: 'ProfileErased' satisfies keyof typeof USER_EVENTS,
  react({ event: { id, stream, meta } }: LoggedEvent): readonly Effect[] {
    const user = userOfStream(stream)!
    const by = String((meta.actor as { principal?: string }).principal)
    const data: ProfileDeletionData = { user, line: { departed: { user }, time: String(meta.time), by } }
    return [{ queue: PROFILE_DELETION, key: `departure:${id}`, data }]
  },
}
