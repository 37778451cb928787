import { startTransition, useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { InspectorTab } from '../state/ui.ts'
import { useEditor } from '../view/context.ts'

/** What the panel is about. */
export interface Shown {
  readonly at: InspectorTab
  readonly selection: readonly string[]
}

/** Nobody waits longer for the panel, even without a save. */
const PATIENCE_MS = 80

/**
 * Follows the selection once its changes are stored: drawing a panel takes longer than that, in one piece, and
 * each answer of the browser's storage, and the server's, would wait for its end. A placed field is safe first.
 */
export function useOnceStored(at: InspectorTab, selection: readonly string[]): Shown {
  const { store } = useEditor().editor.session
  const [shown, setShown] = useState<Shown>({ at, selection })
  useEffect(() => {
    const show = () => startTransition(() => setShown({ at, selection }))
    if (store.saved.waiting === 0) return show()
    const stop = subscribeKey(store, 'saved', ({ waiting }) => waiting === 0 && show())
    const timer = setTimeout(show, PATIENCE_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, at, selection])
  return shown
}
