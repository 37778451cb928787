import { useEffect, useRef } from 'react'
import { type ApplicationChange, type ApplicationRow, changeApplication } from './calls.ts'

/** A pause in typing after which a name is saved (specification file 2, section 9). */
const PAUSE_MS = 500

interface Ends {
  saved(application: ApplicationRow): void
  failed(thrown: unknown, change: ApplicationChange): void
}

/** Saves what is changed of an application, one change after the other; what still waits when it is left is saved then. */
export function useSaving(key: string, ends: Ends) {
  const latest = useRef(ends)
  latest.current = ends
  const saving = useRef<ReturnType<typeof savingOf>>(undefined)
  saving.current ??= savingOf(key, {
    saved: (application) => latest.current.saved(application),
    failed: (thrown, change) => latest.current.failed(thrown, change),
  })
  useEffect(() => () => saving.current?.flush(), [])
  return saving.current
}

function savingOf(key: string, ends: Ends) {
  let waiting: ApplicationChange = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let before: Promise<void> = Promise.resolve()
  const send = async (change: ApplicationChange) => {
    try {
      ends.saved(await changeApplication(key, change))
    } catch (thrown) {
      ends.failed(thrown, change)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    const change = waiting
    waiting = {}
    if (Object.keys(change).length > 0) before = before.then(() => send(change))
  }
  return {
    flush,
    now: (change: ApplicationChange) => {
      before = before.then(() => send(change))
    },
    /** Takes the place of what waits. */
    later: (change: ApplicationChange) => {
      clearTimeout(timer)
      waiting = change
      timer = setTimeout(flush, PAUSE_MS)
    },
  }
}
