import { useEffect, useRef, useState } from 'react'

/** Of the specification (file 2, section 9): after the last change, and at once where nothing more is to come. */
export const SAVE_MS = 250
export const SAVE_NOW_MS = 1

interface Autosave<C> {
  save(change: C): Promise<unknown>
  failed(thrown: unknown, change: C): void
  /** What waits and what came after it, as one change; left out: the later takes the place of the earlier. */
  join?(waiting: C, next: C): C
  /** How many changes are not on the server yet. */
  counted?(waiting: number): void
}

/** Saves changes after a pause, one save after the other. One that fails holds up none. */
export function autosave<C>({ save, failed, join = (_, next) => next, counted = () => undefined }: Autosave<C>) {
  let next: { readonly change: C } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let before: Promise<void> = Promise.resolve()
  let open = 0
  const count = (by: number) => {
    open += by
    counted(open)
  }
  const send = async (change: C) => {
    try {
      await save(change)
    } catch (thrown) {
      failed(thrown, change)
    } finally {
      count(-1)
    }
  }
  const queue = (change: C) => {
    before = before.then(() => send(change))
  }
  const flush = () => {
    clearTimeout(timer)
    if (next !== null) queue(next.change)
    next = null
    return before
  }
  return {
    /** Saves what waits; resolves once everything is saved or has failed. */
    flush,
    later(change: C, ms = SAVE_MS) {
      if (next === null) count(1)
      next = { change: next === null ? change : join(next.change, change) }
      clearTimeout(timer)
      timer = setTimeout(flush, ms)
    },
    /** Saved whether something else waits or not, which stays as it is. */
    now(change: C) {
      count(1)
      queue(change)
    },
    /** Forgets what waits. */
    drop() {
      clearTimeout(timer)
      if (next !== null) count(-1)
      next = null
    },
  }
}

/** The same for as long as a component is shown; what still waits when it goes is saved then. */
export function useAutosave<C>(of: Omit<Autosave<C>, 'counted'>) {
  const latest = useRef(of)
  latest.current = of
  const [waiting, setWaiting] = useState(0)
  const saver = useRef<ReturnType<typeof autosave<C>>>(undefined)
  saver.current ??= autosave<C>({
    save: (change) => latest.current.save(change),
    failed: (thrown, change) => latest.current.failed(thrown, change),
    join: (earlier, next) => latest.current.join?.(earlier, next) ?? next,
    counted: setWaiting,
  })
  useEffect(() => () => void saver.current?.flush(), [])
  return { ...saver.current, waiting }
}
