import { useEffect, useRef, useState } from 'react'
import { type BulkSendChange, type Opened, saveBulkSend } from './calls.ts'

/** Of the specification (file 2, section 9): after the last change, and at once where nothing more is to come. */
export const SAVE_MS = 250
export const SAVE_NOW_MS = 1

interface Ends {
  saved(opened: Opened): void
  failed(thrown: unknown): void
}

/** Saves changes of a bulk send one after the other; what still waits when it is left is saved then. */
export function useSaving(key: string, ends: Ends) {
  const latest = useRef(ends)
  latest.current = ends
  const [waiting, setWaiting] = useState(0)
  const saving = useRef<ReturnType<typeof savingOf>>(undefined)
  saving.current ??= savingOf(key, setWaiting, {
    saved: (opened) => latest.current.saved(opened),
    failed: (thrown) => latest.current.failed(thrown),
  })
  useEffect(() => () => void saving.current?.flush(), [])
  return { waiting, ...saving.current }
}

export function savingOf(key: string, counted: (waiting: number) => void, ends: Ends, save = saveBulkSend) {
  let change: BulkSendChange = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let before: Promise<void> = Promise.resolve()
  let open = 0
  const count = (by: number) => {
    open += by
    counted(open)
  }
  const send = async (wanted: BulkSendChange) => {
    try {
      ends.saved(await save(key, wanted, true))
    } catch (thrown) {
      ends.failed(thrown)
    } finally {
      count(-1)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const wanted = change
    change = {}
    if (Object.keys(wanted).length > 0) {
      count(1)
      before = before.then(() => send(wanted))
    }
    return before
  }
  const add = (more: BulkSendChange, ms: number) => {
    change = { ...change, ...more }
    clearTimeout(timer)
    timer = setTimeout(flush, ms)
  }
  return {
    flush,
    /** Typed text. */
    later: (more: BulkSendChange) => add(more, SAVE_MS),
    /** A choice. */
    now: (more: BulkSendChange) => add(more, SAVE_NOW_MS),
  }
}
