import { inWords, type Refused } from '#domain/kernel'
import { type Field, fieldTypeOf, PACK_REFUSALS, type PackRefusalCode, type PackState } from '#domain/pack'
import type { Loss } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'

/** Why the domain would not take a value. */
export function refusalWords(refused: Refused<PackRefusalCode>): string {
  return inWords(PACK_REFUSALS[refused.refused].says, refused.slots)
}

/** What was shown and is gone again, and why: in the server's words where it has said any. */
export function lossWords({ code, message, commands }: Loss, view: PackState): string {
  const words = wordsOf('signing')
  const known = Object.entries(PACK_REFUSALS).find(([each]) => each === code)
  const why = message || (known ? inWords(known[1].says, undefined) : '')
  const [command] = commands
  const field = command && 'field' in command ? view.fields[command.field] : undefined
  if (why === '') return words('not_kept')
  return field ? words('lost_field', { label: fieldLabel(field), why }) : why
}

/** What a required field still needs, in the specification's words where it has any. */
export function neededWords(field: Field, methods: PackState['settings']['methods']): string {
  const words = wordsOf('signing')
  const { isSignature, hasGroup } = fieldTypeOf(field)
  if (hasGroup) return words(field.exclusive ? 'tick_one' : 'tick_this')
  return words(isSignature && methods.drawn ? 'draw_needed' : 'fill_needed')
}
