import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'

// One fact for all of them: thousands of facts would be more than one append can hold, and a change that is several appends
// could be seen, or cut off, half-way.

export function removing(fields: readonly string[]): readonly PackFact[] {
  return fields.length === 0 ? [] : [fact('FieldsRemoved', { fields: [...fields] })]
}

export function clearingForRevert(fields: readonly string[]): readonly PackFact[] {
  return fields.length === 0 ? [] : [fact('FieldsCleared', { fields: [...fields], because: 'reverted' })]
}
