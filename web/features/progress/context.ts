import { createContext, use } from 'react'
import { useSnapshot } from 'valtio'
import { type PackCommand, type PackState, permits, type Who } from '#domain/pack'
import type { PackSession, PackStore } from '../../live/index.ts'

export interface Watched {
  readonly session: PackSession
  readonly who: Who
  /** Names of the team, by principal or key. */
  readonly people: Readonly<Record<string, string>>
}

const Context = createContext<Watched | null>(null)
export const WatchedPack = Context.Provider

export function useWatched() {
  const watched = use(Context)
  if (!watched) throw new Error('outside a watched pack')
  // Immutable values under a mutable type: the store keeps them by reference.
  const store = useSnapshot(watched.session.store) as PackStore
  const view = store.view as PackState
  return {
    ...watched,
    store,
    view,
    key: watched.session.documentKey,
    may: (command: PackCommand) => permits(command, view, watched.who) === null,
  }
}
