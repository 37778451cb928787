import type { PackState } from '#domain/pack'
import type { Confirmed } from './confirmed.ts'
import { apply, type ModelContext, type PackRefused } from './model.ts'
import type { Pending } from './pending.ts'
import { markOf } from './undo-guard.ts'

export interface Replayed {
  readonly view: PackState
  /** Changes that are not on their way and have become impossible. */
  readonly refused: ReadonlyMap<number, PackRefused>
}

/** Decides what is pending again on what is confirmed: a repeated command decides nothing, so none counts twice. */
export function replay(from: PackState, pending: readonly Pending[], revision: number, context: ModelContext): Replayed {
  const refused = new Map<number, PackRefused>()
  const view = pending.reduce((state, { id, command, at, sent, acknowledged }) => {
    const after = apply(state, command, at, revision, context)
    if (!('refused' in after)) return after.view
    // The server has it or is deciding: its word counts.
    if (!sent && acknowledged === null) refused.set(id, after)
    return state
  }, from)
  return { view, refused }
}

/**
 * Whether `next` holds already what is on its way, though no answer has come: what those changes touch stands there as they leave it. One
 * alone would decide nothing there, but of several one may set again what the next has reset.
 */
export function holds(next: Confirmed, before: Confirmed, pending: readonly Pending[], pack: string, context: ModelContext): boolean {
  // It comes after all that was answered.
  if (pending.some(({ acknowledged }) => acknowledged !== null && acknowledged > next.revision)) return false
  const known = pending.filter(({ sent, acknowledged }) => sent || acknowledged !== null)
  const commands = known.filter(({ sent }) => sent).map(({ command }) => command)
  return markOf(next.view, commands, pack) === markOf(replay(before.view, known, before.revision, context).view, commands, pack)
}
