import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { PackState } from '#domain/pack'
import type { PackSession } from './session.ts'

/** A part of the view; the component renders again only when that part is another. `select` must not build new values. */
export function usePack<T>(session: PackSession, select: (view: PackState) => T): T {
  const latest = useRef(select)
  latest.current = select
  const read = useCallback(() => latest.current(session.view()), [session])
  return useSyncExternalStore(session.subscribe, read)
}
