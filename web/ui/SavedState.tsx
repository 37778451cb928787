import { CloudCheck, CloudOff, RefreshCw } from 'lucide-react'
import { useWords } from '../messages/index.ts'
import classes from './SavedState.module.css'

export interface SavedStateProps {
  /** Changes that are not on the server yet. */
  readonly waiting: number
  readonly offline: boolean
  /** Saving has been waited for a while. */
  readonly slow?: boolean
  /** What waits is kept in the browser too: closing the tab does not lose it. */
  readonly guarded?: boolean
}

/** "Saved" is on disk; said politely wherever a person may look for it. */
export function SavedState({ waiting, offline, slow = false, guarded = true }: SavedStateProps) {
  const words = useWords('ui')
  const state = offline ? 'offline' : waiting > 0 ? 'saving' : 'saved'
  const Icon = { offline: CloudOff, saving: RefreshCw, saved: CloudCheck }[state]
  return (
    <span
      className={classes.saved}
      data-state={state}
      role="status"
      aria-live="polite"
      title={waiting > 0 && !guarded ? words('saving_here') : undefined}
    >
      <Icon size={16} aria-hidden />
      {state === 'offline'
        ? words(guarded ? 'offline' : 'offline_here', { count: waiting })
        : words(state === 'saving' && slow ? 'saving_slow' : state)}
    </span>
  )
}
