import type { PackState } from '#domain/pack'
import { apply, type ModelContext, type PackRefused } from './model.ts'
import type { Pending } from './pending.ts'

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
