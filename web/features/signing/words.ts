import { inWords, type Refused } from '#domain/kernel'
import { type Field, fieldTypeOf, PACK_REFUSALS, type PackRefusalCode } from '#domain/pack'
import { wordsOf } from '../../messages/index.ts'

/** Why the domain would not take a value. */
export function refusalWords(refused: Refused<PackRefusalCode>): string {
  return inWords(PACK_REFUSALS[refused.refused].says, refused.slots)
}

/** What a required field still needs, in the specification's words where it has any. */
export function neededWords(field: Field, drawn: boolean): string {
  const words = wordsOf('signing')
  const { isSignature, hasGroup } = fieldTypeOf(field)
  if (hasGroup) return words(field.exclusive ? 'tick_one' : 'tick_this')
  return words(isSignature && drawn ? 'draw_needed' : 'fill_needed')
}
