import { disclosed, type Private } from '#domain/kernel'
import type { TOPICS, TopicFact, TopicName } from '../events/index.ts'

/**
 * What a sentence is filled with. `signatory`, `recipient`, `field`, `document` and `user` hold keys, which whoever
 * shows the sentence replaces by names; no slot holds a field's value or an address.
 */
export type AuditSlots = { readonly [slot: string]: string | number }

type Data<N extends TopicName, T> = Extract<TopicFact<N>, { readonly type: T }>['data']
/** One line a type of event: its sentence, and what it is filled with. */
export type AuditOf<N extends TopicName> = {
  readonly [T in keyof (typeof TOPICS)[N] & string]: readonly [says: string, slots: (data: Data<N, T>) => AuditSlots]
}

export function readable(value: Private<string>): string {
  return disclosed(value, '…')
}
export const none = (): AuditSlots => ({})
export const ofSignatory = ({ signatory }: { readonly signatory: string }): AuditSlots => ({ signatory })
export const ofRecipient = ({ recipient }: { readonly recipient: string }): AuditSlots => ({ recipient })
export const ofField = ({ field }: { readonly field: string }): AuditSlots => ({ field })
export const ofDocument = ({ document }: { readonly document: string }): AuditSlots => ({ document })
export const onOrOff = ({ on }: { readonly on: boolean }): AuditSlots => ({ state: on ? 'on' : 'off' })
