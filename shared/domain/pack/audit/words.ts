import { disclosed, type Private } from '#domain/kernel'
import type { TOPICS, TopicFact, TopicName } from '../events/index.ts'
import { fieldTypeOf } from '../field-types/index.ts'
import type { PackState } from '../state.ts'

type Data<N extends TopicName, T> = Extract<TopicFact<N>, { readonly type: T }>['data']
/** One line a type of event: what happened, without its actor, who stands before it. Never a field's value. `state` is the pack after it. */
export type AuditOf<N extends TopicName> = {
  readonly [T in keyof (typeof TOPICS)[N] & string]: string | ((data: Data<N, T>, state: PackState) => string)
}

export const quoted = (text: Private<string>) => `“${disclosed(text, '…')}”`

export function person(state: PackState, uuid: string): string {
  const found = state.signatories.find((each) => each.uuid === uuid)
  if (found?.erased !== undefined) return 'a person whose data was deleted'
  return (found && (disclosed(found.name, '') || disclosed(found.role, ''))) || 'a signatory'
}
export function recipient(state: PackState, uuid: string): string {
  const found = state.copyRecipients.find((each) => each.uuid === uuid)
  if (found) return disclosed(found.name, '') || 'a copy recipient'
  return state.signatories.some((each) => each.uuid === uuid) ? person(state, uuid) : 'the creator'
}
export function field(state: PackState, key: string): string {
  const found = state.fields[key]
  if (!found) return 'a field'
  const name = disclosed(found.label ?? '', '') || disclosed(found.customId, '')
  return `the ${fieldTypeOf(found).called}${name ? ` “${name}”` : ''} on page ${found.page + 1}`
}
export function fields(state: PackState, keys: readonly string[]): string {
  return keys.length === 1 ? field(state, keys[0]!) : `${keys.length} fields`
}
export function document(state: PackState, key: string): string {
  const found = state.documents.find((each) => each.key === key)
  return found ? quoted(found.name) : 'a document'
}
export const assignee = (state: PackState, who: string | null) =>
  who === null ? 'nobody' : who === 'self' ? 'the sender' : person(state, who)
export const counted = ({ length }: readonly unknown[], one: string, many = `${one}s`) => `${length} ${length === 1 ? one : many}`
export const switched = (what: string) => (data: { readonly on: boolean }) => `switched ${what} ${data.on ? 'on' : 'off'}`
