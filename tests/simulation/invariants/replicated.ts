import { canonicalise, type Json } from '#domain/kernel'
import type { Ceremony } from '../ceremony/index.ts'
import { type Folded, isOneAppend, type Say } from './folded.ts'

/** Once an append is whole, both fields hold an entry made in one of them, and the other says where it came from. */
export function checkReplicated({ replicated }: Ceremony, { steps, state }: Folded, say: Say): void {
  if (!replicated) return
  for (const [at, { event, after }] of steps.entries()) {
    const next = steps[at + 1]
    if (next && isOneAppend(event, next.event)) continue
    const [from, into] = [after.fields[replicated.from], after.fields[replicated.into]]
    if (!from || !into || from.removed || into.removed) continue
    const [entered, copied] = [from, into].map(({ value }) => canonicalise(value as Json))
    if (entered !== copied) say('an entry stands in its own field, and not in the other of the same id')
  }
  const into = state.fields[replicated.into]
  if (into && into.value !== null && into.filledFrom !== replicated.from) say('a copied value does not say where it came from')
}
