import type { Private } from '#domain/kernel'
import type { ApplicationsFact } from './events.ts'

export interface Application {
  readonly key: string
  readonly name: Private<string>
  /** The member who created it or last refreshed its secret. It may never do more than they may. */
  readonly owner: string
  readonly permissions: readonly string[]
  readonly secret: Private<string>
  /** Grows with each secret: it distinguishes what was opened with an earlier one. */
  readonly secretIssue: number
  readonly created: string
}

export interface ApplicationsState {
  /** In the order in which they were created. */
  readonly living: ReadonlyMap<string, Application>
  /** What deleted ones were called: their acts stay in audit trails. */
  readonly deleted: ReadonlyMap<string, Private<string>>
}

export function evolve(
  state: ApplicationsState,
  fact: ApplicationsFact,
  { time, revision }: { time: string; revision: number },
): ApplicationsState {
  switch (fact.type) {
    case 'ApplicationCreated': {
      const { application: key, owner, name, secret } = fact.data
      const created: Application = { key, name, owner, permissions: [], secret, secretIssue: revision, created: time }
      return { ...state, living: new Map([...state.living, [key, created]]) }
    }
    case 'ApplicationRenamed':
      return changed(state, fact.data.application, { name: fact.data.name })
    case 'ApplicationPermissionsChosen':
      return changed(state, fact.data.application, { permissions: fact.data.permissions })
    case 'ApplicationSecretRefreshed': {
      const { application, owner, secret } = fact.data
      return changed(state, application, { owner, secret, secretIssue: revision })
    }
    case 'ApplicationDeleted': {
      const living = new Map(state.living)
      const name = living.get(fact.data.application)?.name ?? ''
      living.delete(fact.data.application)
      return { living, deleted: new Map([...state.deleted, [fact.data.application, name]]) }
    }
    default:
      return fact satisfies never
  }
}

function changed(state: ApplicationsState, key: string, change: Partial<Application>): ApplicationsState {
  const was = state.living.get(key)
  return was ? { ...state, living: new Map([...state.living, [key, { ...was, ...change }]]) } : state
}

export const initial: ApplicationsState = { living: new Map(), deleted: new Map() }
