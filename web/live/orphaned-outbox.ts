import type { PackState } from '#domain/pack'
import type { Applied, PackRefused } from './model.ts'
import type { Kept, KeptChange } from './outbox.ts'

/** What is there already needs no saving; what may have been sent goes out again in any case. */
export function withoutWhatIsThere(
  { changes, calls }: Kept,
  view: PackState,
  apply: (state: PackState, change: KeptChange) => Applied | PackRefused,
): Kept {
  const sent = new Set(calls.flatMap(({ of }) => of))
  const places = new Map<number, number>()
  let state = view
  for (const [at, change] of changes.entries()) {
    const after = apply(state, change)
    const refused = 'refused' in after
    // A change that is refused by now is adopted too: its author learns that it is given up.
    if (refused || after.view !== state || sent.has(at)) places.set(at, places.size)
    if (!refused) state = after.view
  }
  return {
    changes: changes.filter((_, at) => places.has(at)),
    calls: calls.map((call) => ({ ...call, of: call.of.flatMap((at) => places.get(at) ?? []) })),
  }
}
