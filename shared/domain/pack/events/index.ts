import type { FactsOf } from '#domain/kernel'
import { appendices } from './appendices.ts'
import { customFields } from './custom-fields.ts'
import { documents } from './documents.ts'
import { erasure } from './erasure.ts'
import { expiry } from './expiry.ts'
import { fields } from './fields.ts'
import { form } from './form.ts'
import { lifecycle } from './lifecycle.ts'
import { notifications } from './notifications.ts'
import { requests } from './requests.ts'
import { rules } from './rules.ts'
import { sealing } from './sealing.ts'
import { settings } from './settings.ts'
import { signatories } from './signatories.ts'
import { signing } from './signing.ts'
import { visits } from './visits.ts'

/** Every event of a pack, by topic. A projection or process names the topics it follows and is exhaustive in those. */
export const TOPICS = {
  lifecycle,
  documents,
  fields,
  rules,
  form,
  signatories,
  settings,
  customFields,
  appendices,
  requests,
  expiry,
  notifications,
  signing,
  visits,
  sealing,
  erasure,
} as const
export type TopicName = keyof typeof TOPICS

type FactsByTopic = { [N in TopicName]: FactsOf<(typeof TOPICS)[N]> }
/** The facts of one or more topics, as a union. */
export type TopicFact<N extends TopicName> = FactsByTopic[N]
export type PackFact = TopicFact<TopicName>
export type PackFactType = PackFact['type']

export const EVENTS = {
  ...lifecycle,
  ...documents,
  ...fields,
  ...rules,
  ...form,
  ...signatories,
  ...settings,
  ...customFields,
  ...appendices,
  ...requests,
  ...expiry,
  ...notifications,
  ...signing,
  ...visits,
  ...sealing,
  ...erasure,
}
const topicOfType = new Map(
  Object.entries(TOPICS).flatMap(([topic, events]) => Object.keys(events).map((type) => [type, topic as TopicName])),
)

export function topicOf(type: string): TopicName {
  const topic = topicOfType.get(type)
  if (!topic) throw new Error(`no event of a pack is called ${type}`)
  return topic
}

export function inTopic<N extends TopicName>(fact: PackFact, ...names: N[]): fact is PackFact & TopicFact<N> {
  return (names as TopicName[]).includes(topicOf(fact.type))
}

export { APPENDIX_AUDIENCES } from './appendices.ts'
export { CLAIMED_STANDARDS, CONVERSION_FAILURES } from './documents.ts'
export { MOST_EXPIRY_REMINDER } from './expiry.ts'
export { type FieldValue, value as fieldValueSchema } from './fields.ts'
export { FORM_ENTRY_TYPES } from './form.ts'
export { NOTIFICATION_ACTIONS, NOTIFICATION_EVENTS } from './notifications.ts'
export { MOST_DETAILS, SEALING_FAILURES, type SealingFailure } from './sealing.ts'
export { CHANNELS } from './signatories.ts'
export { moment as visitMomentSchema, type VisitMoment } from './visits.ts'
