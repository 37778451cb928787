import { boxesWith, type Field, fieldTypeOf, isExclusive, type PackState } from '#domain/pack'
import { type Loss, refusalWords } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'

/** A field that was shown and is gone again, and why: in the server's words where it gave any. */
export function lossWords({ code, message, commands }: Loss, view: PackState): string {
  const words = wordsOf('signing')
  const why = message || refusalWords({ refused: code }, '')
  const [command] = commands
  const field = command && 'field' in command ? view.fields[command.field] : undefined
  if (why === '') return words('not_kept')
  return field ? words('lost_field', { label: fieldLabel(field), why }) : why
}

/** What a required field still needs, in the specification's words where it has any. */
export function neededWords(view: PackState, field: Field): string {
  const words = wordsOf('signing')
  const { isSignature, hasGroup } = fieldTypeOf(field)
  if (hasGroup) return words(isExclusive(boxesWith(view, field)) ? 'tick_one' : 'tick_this')
  return words(isSignature && view.settings.methods.drawn ? 'draw_needed' : 'fill_needed')
}
