import type { PackState } from '#domain/pack'
import type { Confirmed } from './confirmed.ts'
import { markOf } from './marks.ts'
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

/**
 * Which changes on their way `next` holds already, though no answer to them has come: of a field it says what they lead to, and by whom.
 * One alone would decide nothing there, but of several one may set again what the next has reset.
 */
export function heldBy(
  next: PackState,
  { view, revision }: Confirmed,
  onTheirWay: readonly Pending[],
  pack: string,
  context: ModelContext,
): readonly Pending[] {
  if (onTheirWay.length === 0) return []
  const meant = replay(view, onTheirWay, revision, context).view
  const isHeld = (key: string, of: readonly Pending[]) => {
    const commands = of.map(({ command }) => command)
    return next.fields[key]?.updatedBy === context.principal && markOf(next, commands, pack) === markOf(meant, commands, pack)
  }
  const fields = Map.groupBy(
    onTheirWay.filter(({ target }) => target.kind === 'field'),
    ({ target }) => target.key,
  )
  return [...fields].flatMap(([key, of]) => (isHeld(key, of) ? of : []))
}
