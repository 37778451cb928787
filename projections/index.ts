import { auditTrailReadModel } from '#projections/audit-trail'
import { bulkSendsReadModel } from '#projections/bulk-sends'
import { contactsReadModel } from '#projections/contacts'
import { feedReadModel } from '#projections/feed'
import { inboxReadModel } from '#projections/inbox'
import { listReadModel } from '#projections/list'
import type { ReadModel } from '#projections/runner'

/** Every read model, a line each, by the name that `paraph rebuild` takes. */
export const READ_MODELS = {
  list: listReadModel,
  'audit-trail': auditTrailReadModel,
  inbox: inboxReadModel,
  contacts: contactsReadModel,
  'bulk-sends': bulkSendsReadModel,
  feed: feedReadModel,
} as const
type All = typeof READ_MODELS

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer A) => void ? A : never
/** What the read models take of the program. */
export type ReadModelNeeds = Parameters<All[keyof All]['answers']>[1] extends infer N ? Intersection<N> : never
/** What may be asked of all read models. An answer holds every change acknowledged before the question, unless that takes too long. */
export type Queries = Intersection<All[keyof All] extends infer R ? (R extends ReadModel<never, infer A> ? A : never) : never>
