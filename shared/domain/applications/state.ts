import { type EvolveMeta, ownMap, type Private } from '#domain/kernel'
import type { ApplicationsFact } from './events.ts'

export interface Application {
  readonly key: string
  readonly name: Private<string>
  /** The member who created it, last refreshed its secret, or took it over. It may never do more than they may. */
  readonly owner: string
  readonly permissions: readonly string[]
  readonly secret: Private<string>
  /** Grows with each secret, so that sessions of an earlier secret can be recognised. */
  readonly secretIssue: number
  readonly created: string
}

export interface ApplicationsState {
  /** In the order in which they were created. */
  readonly living: ReadonlyMap<string, Application>
  /** What deleted ones were called: their acts stay in audit trails. */
  readonly deleted: ReadonlyMap<string, Private<string>>
}

export function evolve(state: ApplicationsState, fact: ApplicationsFact, meta: EvolveMeta): ApplicationsState {
  const { time, revision } = meta
  switch (fact.type) {
    case 'ApplicationCreated': {
      const { application: key, owner, name, secret } = fact.data
      const created: Application = { key, name, owner, permissions: [], secret, secretIssue: revision, created: time }
      return { ...state, living: ownMap(state.living, meta).set(key, created) }
    }
    case 'ApplicationRenamed':
      return changed(state, fact.data.application, { name: fact.data.name }, meta)
    case 'ApplicationPermissionsChosen':
      return changed(state, fact.data.application, { permissions: fact.data.permissions }, meta)
    case 'ApplicationSecretRefreshed': {
      const { application, owner, secret } = fact.data
      return changed(state, application, { owner, secret, secretIssue: revision }, meta)
    }
    case 'ApplicationTakenOver':
      return changed(state, fact.data.application, { owner: fact.data.to }, meta)
    case 'ApplicationDeleted': {
      const living = ownMap(state.living, meta)
      const name = living.get(fact.data.application)?.name ?? ''
      living.delete(fact.data.application)
      return { living, deleted: ownMap(state.deleted, meta).set(fact.data.application, name) }
    }
    default:
      return fact satisfies never
  }
}

function changed(state: ApplicationsState, key: string, change: Partial<Application>, meta: EvolveMeta): ApplicationsState {
  const was = state.living.get(key)
  return was ? { ...state, living: ownMap(state.living, meta).set(key, { ...was, ...change }) } : state
}

export const initial: ApplicationsState = { living: new Map(), deleted: new Map() }
