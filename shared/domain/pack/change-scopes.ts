import { type PackFactType, type TopicName, topicOf } from './events/index.ts'

/**
 * What a decision may depend on: the topics of the events, with two exceptions. A value typed into a field is not
 * how the field was set up, and a look at the pack is not a signature.
 */
export type ChangeScope = TopicName | 'values' | 'visits'

const APART: Partial<Readonly<Record<PackFactType, ChangeScope>>> = {
  // The name belongs with message and subject: a new one changes nothing about the pack's phase.
  PackRenamed: 'settings',
  PackTakenOver: 'settings',
  FieldFilled: 'values',
  FieldFilledBySender: 'values',
  FieldsFilled: 'values',
  FieldsFilledBySender: 'values',
  FieldCleared: 'values',
  FieldsCleared: 'values',
  FieldsDisabled: 'values',
  FieldsEnabled: 'values',
  AutoDatesSet: 'values',
  PackOpened: 'visits',
  PackVisited: 'visits',
  ConsentGiven: 'visits',
  SigningPostponed: 'visits',
}

/** Somebody was at the pack and changed nothing about it: no reason to call it changed, or to move it up in a list. */
export const isVisit = (type: PackFactType): boolean => changeScopeOf(type) === 'visits'

export function changeScopeOf(type: PackFactType): ChangeScope {
  return APART[type] ?? topicOf(type)
}
