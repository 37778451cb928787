import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditRecord } from '#contract/documents'
import type { ReplayOverview } from '#contract/replay'
import { HttpRefused, isGone } from '../../http/index.ts'
import { fetchOverview, fetchRecords, fetchSteps } from './calls.ts'
import { createFilm, type Film } from './film.ts'

export type Loaded =
  | { readonly state: 'loading' | 'failed' | 'nothing' | 'gone' }
  | { readonly state: 'there'; readonly overview: ReplayOverview; readonly records: readonly AuditRecord[] }

/** What there is to replay: the overview and every event in words. */
export function useHistory(document: string): readonly [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let left = false
    setLoaded({ state: 'loading' })
    Promise.all([fetchOverview(document), fetchRecords(document)])
      .then(([overview, records]) => {
        if (!left) setLoaded({ state: 'there', overview, records })
      })
      .catch((thrown: unknown) => {
        if (left) return
        const refused = thrown instanceof HttpRefused ? thrown : null
        setLoaded({ state: refused?.code === 'not-allowed' ? 'nothing' : refused && isGone(refused) ? 'gone' : 'failed' })
      })
    return () => {
      left = true
    }
  }, [document, attempt])
  return [loaded, useCallback(() => setAttempt((count) => count + 1), [])]
}

/** The film through somebody's eyes, growing while it comes. `there` counts its events. */
export function useFilm(
  document: string,
  as: string,
): { readonly film: Film; readonly there: number; readonly failed: boolean; retry(): void } {
  const films = useRef(new Map<string, Film>())
  const [there, setThere] = useState<{ readonly as: string; readonly length: number; readonly failed: boolean }>({
    as,
    length: 0,
    failed: false,
  })
  const [attempt, setAttempt] = useState(0)
  const film = filmOf(films.current, as)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt goes on loading
  useEffect(() => {
    let left = false
    async function load() {
      const own = filmOf(films.current, as)
      if (own.length > 0) return setThere({ as, length: own.length, failed: false })
      try {
        for await (const steps of fetchSteps(document, as)) {
          if (left) {
            films.current.delete(as)
            return
          }
          own.add(steps)
          setThere({ as, length: own.length, failed: false })
        }
      } catch {
        films.current.delete(as)
        if (!left) setThere({ as, length: 0, failed: true })
      }
    }
    void load()
    return () => {
      left = true
    }
  }, [document, as, attempt])
  return { film, there: there.as === as ? film.length : 0, failed: there.as === as && there.failed, retry: () => setAttempt(attempt + 1) }
}

function filmOf(films: Map<string, Film>, as: string): Film {
  const film = films.get(as) ?? createFilm()
  films.set(as, film)
  return film
}
