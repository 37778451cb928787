import { disclosed, isWithheld } from '#domain/kernel'
import { type Condition, fieldTypeOf, heldIn, type PackState, spelledOut, type Test, type TestName } from '#domain/pack'
import { wordsOf } from '../../../messages/index.ts'
import { fieldLabel } from '../../fields/index.ts'

export const testWords = (is: TestName): string => wordsOf('rules')(`is_${is.replace('-', '_') as Underscored<TestName>}`)
type Underscored<T extends string> = T extends `${infer A}-${infer B}` ? `${A}_${B}` : T

/** A condition in words, with the fields' labels. */
export function conditionWords(view: PackState, condition: Condition): string {
  const words = wordsOf('rules')
  return spelledOut(condition, (test) => writtenTest(view, test), { and: words('and'), or: words('or') })
}

function writtenTest(view: PackState, { field: key, is, operands }: Test): string {
  const field = view.fields[key]
  const name = field ? fieldLabel(field) : wordsOf('rules')('field_gone')
  return [name, testWords(is), operands.map((operand) => `“${operand}”`).join(', ')].filter(Boolean).join(' ')
}

/** What stands in a field now, for somebody who looks why a condition is true or not. */
export function valueNow(view: PackState, key: string): string {
  const words = wordsOf('rules')
  const field = view.fields[key]
  if (!field || field.removed || field.disabled) return words('now_empty')
  const { value } = heldIn(field)
  if (isWithheld(value)) return words('now_withheld')
  if (fieldTypeOf(field).hasGroup) return words(value !== null && fieldTypeOf(field).completes(value) ? 'now_ticked' : 'now_unticked')
  const text = disclosed(value ?? '', '')
  if (text === '') return words('now_empty')
  return typeof text === 'string' ? `“${text}”` : words('now_given')
}
