import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { HttpRefused, isGone, messageOf } from '../http/index.ts'
import { ErrorState, Stale } from './States.tsx'

/** What a screen asked the server for. */
export interface Loaded<T> {
  /** null until the first answer is there. */
  readonly value: T | null
  /** Why the last time of asking failed. */
  readonly problem: string | null
  /** The server says that there is none. */
  readonly isGone: boolean
  /** Asks again. `quietly`: nobody waits for it. */
  load(quietly?: boolean): Promise<void>
  /** Something newer is known of it than the loaded data. */
  put(change: (value: T) => T): void
}

/** Asks once, and whenever it is asked to. Loaded data stays, also where asking again fails; another `ask` is about something else. */
export function useLoaded<T>(ask: (quietly: boolean) => Promise<T>, failed: string): Loaded<T> {
  const [held, setHeld] = useState<{ readonly ask: unknown; readonly value: T } | null>(null)
  const [problem, setProblem] = useState<{ readonly why: string; readonly gone: boolean } | null>(null)
  const asked = useRef(0)
  const answered = useRef(0)
  const load = useCallback(
    async (quietly = false) => {
      const mine = ++asked.current
      try {
        const value = await ask(quietly)
        if (mine !== asked.current) return
        setHeld({ ask, value })
        setProblem(null)
      } catch (thrown) {
        if (mine !== asked.current) return
        setProblem({ why: messageOf(thrown, failed), gone: thrown instanceof HttpRefused && isGone(thrown) })
      } finally {
        answered.current = Math.max(answered.current, mine)
      }
    },
    [ask, failed],
  )
  useEffect(() => {
    setProblem(null)
    void load()
  }, [load])
  const put = useCallback(
    (change: (value: T) => T) => {
      setHeld((before) => (before?.ask === ask ? { ask, value: change(before.value) } : before))
      // An answer that is still on its way may be older.
      if (answered.current < asked.current) void load(true)
    },
    [ask, load],
  )
  return { value: held?.ask === ask ? held.value : null, problem: problem?.why ?? null, isGone: problem?.gone ?? false, load, put }
}

interface ShownProps<T> {
  readonly of: Loaded<T>
  /** The shapes of it. */
  readonly waiting: ReactNode
  /** In its place where there is none: asking again would not find it either. */
  readonly gone?: ReactNode
  readonly children: (value: T) => ReactNode
}

/** Loaded data in each state: on its way, not to be had, there, or there and perhaps no longer true. */
export function Shown<T>({ of: { value, problem, isGone, load }, waiting, gone, children }: ShownProps<T>) {
  const again = () => void load()
  if (value === null && isGone && gone) return gone
  if (value === null) return problem === null ? waiting : <ErrorState message={problem} onRetry={again} />
  return (
    <>
      {problem !== null && <Stale message={problem} onRetry={again} />}
      {children(value)}
    </>
  )
}
