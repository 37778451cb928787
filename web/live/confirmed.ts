import type { PackEvents } from '#contract/live'
import type { PackFact, PackState } from '#domain/pack'
import { fold } from './model.ts'

/** The server's state: the view as of a revision. */
export interface Confirmed {
  readonly view: PackState
  readonly revision: number
  readonly viewDigest: string | null
}

/**
 * Folds live events on. 'gap' where events are missing before them: then nothing is folded, since a view with a hole
 * in it would stay wrong until the page is loaded again. The very same object where all of it was known already.
 */
export function foldEvents(confirmed: Confirmed, message: Pick<PackEvents, 'from' | 'to' | 'events' | 'view_digest'>): Confirmed | 'gap' {
  if (message.to <= confirmed.revision) return confirmed
  if (message.from > confirmed.revision + 1) return 'gap'
  const copied = new Set<object>()
  const view = message.events.reduce<PackState>((state, event) => {
    if (event.revision <= confirmed.revision) return state
    // The server validated it when it was stored; withheld leaves are part of the type.
    return fold(state, { type: event.type, data: event.data } as PackFact, event.time, event.revision, event.principal, copied)
  }, confirmed.view)
  return { view, revision: message.to, viewDigest: message.view_digest ?? confirmed.viewDigest }
}
