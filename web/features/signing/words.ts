import { inWords, type Refused } from '#domain/kernel'
import { type Field, fieldTypeOf, PACK_REFUSALS, type PackRefusalCode, type PackState } from '#domain/pack'
import type { Loss } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'

/** Why the domain would not take a value. */
export function refusalWords(refused: Refused<PackRefusalCode>): string {
  return inWords(PACK_REFUSALS[refused.refused].says, refused.slots)
}

/** Why a change that was shown is gone again: the server's words where it has said any. */
export function lossWords({ code, message }: Loss): string {
  const known = Object.entries(PACK_REFUSALS).find(([each]) => each === code)
  return message ?? (known ? inWords(known[1].says, undefined) : wordsOf('signing')('not_kept'))
}

/** What a required field still needs, in the specification's words where it has any. */
export function neededWords(field: Field, methods: PackState['settings']['methods']): string {
  const words = wordsOf('signing')
  const { isSignature, hasGroup } = fieldTypeOf(field)
  if (hasGroup) return words(field.exclusive ? 'tick_one' : 'tick_this')
  return words(isSignature && methods.drawn ? 'draw_needed' : 'fill_needed')
}
