import { type ChangeScope, changeScopeOf } from './change-scopes.ts'
import { factsOfDefinition } from './definition.ts'
import { type PackFact, type TopicFact, type TopicName, topicOf } from './events/index.ts'
import { evolveAppendices } from './evolve/appendices.ts'
import { laterThan, type When } from './evolve/change.ts'
import { evolveCustomFields } from './evolve/custom-fields.ts'
import { evolveDocuments } from './evolve/documents.ts'
import { evolveErasure } from './evolve/erasure.ts'
import { evolveExpiry } from './evolve/expiry.ts'
import { evolveFields } from './evolve/fields.ts'
import { evolveForm } from './evolve/form.ts'
import { evolveLifecycle } from './evolve/lifecycle.ts'
import { evolveNotifications } from './evolve/notifications.ts'
import { evolveRequests } from './evolve/requests.ts'
import { evolveRules } from './evolve/rules.ts'
import { evolveSealing } from './evolve/sealing.ts'
import { evolveSettings } from './evolve/settings.ts'
import { evolveSignatories } from './evolve/signatories.ts'
import { evolveSigning } from './evolve/signing.ts'
import { evolveVisits } from './evolve/visits.ts'
import type { PackState } from './state.ts'

export type { When } from './evolve/change.ts'

type Evolve<N extends TopicName> = (state: PackState, fact: TopicFact<N>, when: When) => PackState

const byTopic: { readonly [N in TopicName]: Evolve<N> } = {
  lifecycle: (state, fact, when) =>
    fact.type === 'DefinitionTaken' ? takenOn(state, factsOfDefinition(fact.data), when) : evolveLifecycle(state, fact, when),
  documents: evolveDocuments,
  fields: evolveFields,
  rules: evolveRules,
  form: evolveForm,
  signatories: evolveSignatories,
  settings: evolveSettings,
  customFields: evolveCustomFields,
  appendices: evolveAppendices,
  requests: evolveRequests,
  expiry: evolveExpiry,
  notifications: evolveNotifications,
  signing: evolveSigning,
  visits: evolveVisits,
  sealing: evolveSealing,
  erasure: evolveErasure,
}

/**
 * What a fact means. The same function folds the log on the server, the live copy in a browser and the evidence in
 * a sealed file, so every confidential leaf may arrive withheld, and no rule of permission stands here.
 */
export function evolve(state: PackState, fact: PackFact, when: When): PackState {
  // The topic of a fact's type is the topic of the fact: what the compiler cannot follow through the lookup.
  const next = (byTopic[topicOf(fact.type)] as Evolve<TopicName>)(state, fact, when)
  return {
    ...next,
    moved: state.moved && movedOn(state.moved, changeScopeOf(fact.type), when.revision),
    // It is the same document: no list shows it as changed, and no period that is counted from its last change begins again.
    updated: fact.type === 'PackTakenOver' ? state.updated : laterThan(state.updated, when.time),
  }
}

/** Nobody sees the states between them: the fields are copied once. */
function takenOn(state: PackState, facts: readonly PackFact[], when: When): PackState {
  const once = { ...when, copied: when.copied ?? new Set<object>() }
  return facts.reduce((before, each) => evolve(before, each, once), state)
}

/** Grounds come in any order: a spread is slow for objects of so many shapes. */
function movedOn(moved: NonNullable<PackState['moved']>, ground: ChangeScope, revision: number): PackState['moved'] {
  const next: { [ground in ChangeScope]?: number } = Object.assign({}, moved)
  next[ground] = revision
  return next
}
