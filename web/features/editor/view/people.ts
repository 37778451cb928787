import { disclosed } from '#domain/kernel'
import { type Assignee, type Field, fieldTypeOf, liveSignatories, type PackState, type Signatory } from '#domain/pack'
import { wordsOf } from '../../../messages/index.ts'

/** What a signer is called: their name, or their role while they have none. */
export function callOf(signatory: Signatory): string {
  return disclosed(signatory.name, '').trim() || disclosed(signatory.role, '')
}

export function nameOfAssignee(view: PackState, assignee: Assignee): string {
  const words = wordsOf('editor')
  if (assignee === 'self') return words('self')
  const signatory = view.signatories.find(({ uuid }) => uuid === assignee)
  return signatory ? callOf(signatory) : words('unassigned')
}

/** Whose a field is, in words. Where it is nobody's by its type, nobody is missing. */
export function whoseIs(view: PackState, field: Pick<Field, 'type' | 'assignee'>): string {
  const { assignable, belongsTo } = fieldTypeOf(field)
  if (assignable) return nameOfAssignee(view, field.assignee)
  return belongsTo === null ? wordsOf('editor')('nobodys') : nameOfAssignee(view, belongsTo)
}

export interface AssigneeChoice {
  readonly value: string
  readonly label: string
  readonly role: string
  readonly assignee: Assignee
}
/** Everybody a field can be for; a select holds only text, so nobody is ''. */
export function choicesOf(view: PackState): readonly AssigneeChoice[] {
  const words = wordsOf('editor')
  const signers = liveSignatories(view).map((signatory) => {
    const [label, role] = [callOf(signatory), disclosed(signatory.role, '')]
    return { value: signatory.uuid, label, role: role === label ? '' : role, assignee: signatory.uuid }
  })
  return [...signers, { value: 'self', label: words('self'), role: '', assignee: 'self' }]
}
