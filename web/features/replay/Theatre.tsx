import { Button, Drawer } from '@mantine/core'
import { ListOrdered } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AuditRecord } from '#contract/documents'
import type { ReplayOverview } from '#contract/replay'
import { hasForm } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { ErrorState, signerColour, takesLetters, useLeftByEscape } from '../../ui/index.ts'
import { Controls } from './Controls.tsx'
import { changedBetween, lastTouch, touchedBy } from './changes.ts'
import { EventList } from './EventList.tsx'
import { Head } from './Head.tsx'
import { Paper } from './Paper.tsx'
import classes from './replay.module.css'
import { SeenBy } from './SeenBy.tsx'
import { bandsOf, neighbouringVisit, whereabouts } from './timeline.ts'
import { useFilm } from './use-film.ts'
import { usePlayer } from './use-player.ts'

interface Props {
  readonly documentKey: string
  readonly overview: ReplayOverview
  readonly records: readonly AuditRecord[]
  readonly start: { readonly at: number | undefined; readonly as: string }
}

const LINK_MS = 300
const REST_MS = 80

/** Pages, events and timeline, all at one event. */
export function Theatre({ documentKey, overview, records, start }: Props) {
  const words = useWords('replay')
  const last = records.length - 1
  const [as, setAs] = useState(start.as)
  const [compared, setCompared] = useState(false)
  const [formShown, setFormShown] = useState(false)
  const [listed, setListed] = useState(false)
  useLeftByEscape(listed, () => setListed(false))
  const player = usePlayer(last, Math.max(0, Math.min(start.at ?? last, last)))
  const { film, there, failed, retry } = useFilm(documentKey, as)
  const { at, go, step, toggle } = player
  const bands = useMemo(() => bandsOf(records, overview), [records, overview])
  const colourOf = useCallback(
    (principal: string) => {
      const index = overview.signatories.findIndex(({ uuid }) => principal === `signatory:${uuid}`)
      return index < 0 ? null : signerColour(index)
    },
    [overview],
  )
  const view = at < there ? film.at(at) : null
  const before = at > 0 && at < there ? film.at(at - 1) : null
  const visit = bands.findLast(({ who, to }) => (as === 'team' ? who !== null : who === as) && to < at)
  const changed = useMemo(
    () => (view === null ? NONE : changedBetween(compared && visit ? film.at(visit.to) : before, view)),
    [view, before, compared, visit, film],
  )
  const about = at < there ? touchedBy(film, at) : []
  const found = whereabouts(bands, as, at)
  const away = found.here || as === 'team' ? null : { since: found.last === null ? null : records[found.last]!.date_created }
  useLink(documentKey, as, at, (moment) => {
    if (moment.as !== null && (moment.as === 'team' || overview.signatories.some(({ uuid }) => uuid === moment.as))) setAs(moment.as)
    if (moment.at !== null) go(moment.at)
  })
  useKeys({
    k: toggle,
    j: () => step(-1),
    l: () => step(1),
    '[': () => go(neighbouringVisit(bands, at, -1) ?? at),
    ']': () => go(neighbouringVisit(bands, at, 1) ?? at),
  })

  const listAt = useRested(at)
  const list = <EventList records={records} at={listAt} overview={overview} colourOf={colourOf} onChoose={go} />
  const now = useRef({ at, film, there })
  now.current = { at, film, there }
  const here = useCallback(() => now.current.at, [])
  const toField = useCallback(
    (field: string) => {
      const { at: from, film: of, there: length } = now.current
      go(lastTouch(of, field, from, length) ?? from)
    },
    [go],
  )
  return (
    <div className={classes.screen}>
      <Head documentKey={documentKey} overview={overview} count={records.length} here={here} />
      <main className={classes.stage}>
        <div className={classes.bar}>
          <SeenBy overview={overview} as={as} onChoose={setAs} />
          {as !== 'team' && view !== null && hasForm(view) && (
            <Button
              size="xs"
              variant="default"
              className={classes.asForm ?? ''}
              aria-pressed={formShown}
              onClick={() => setFormShown(!formShown)}
            >
              {words('as_form')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            className={classes.compare ?? ''}
            aria-pressed={compared}
            disabled={!visit}
            onClick={() => setCompared(!compared)}
          >
            {words('since_visit')}
          </Button>
        </div>
        {failed ? (
          <ErrorState message={words('failed')} onRetry={retry} />
        ) : (
          <Paper
            view={view}
            as={as}
            asForm={formShown && view !== null && hasForm(view)}
            away={away}
            overview={overview}
            time={records[at]?.date_created ?? ''}
            changed={about.some((key) => !changed.has(key)) ? new Set([...changed, ...about]) : changed}
            about={about[0] ?? null}
            onField={toField}
          />
        )}
      </main>
      <aside className={classes.aside} aria-label={words('events')}>
        {list}
      </aside>
      <Drawer opened={listed} onClose={() => setListed(false)} position="bottom" size="70%" title={words('events')}>
        <div className={classes.drawer}>{listed && list}</div>
      </Drawer>
      <Controls
        records={records}
        bands={bands}
        player={player}
        colourOf={colourOf}
        events={
          <Button
            size="xs"
            variant="default"
            className={classes.listButton ?? ''}
            leftSection={<ListOrdered size={16} aria-hidden />}
            onClick={() => setListed(true)}
          >
            {words('show_events')}
          </Button>
        }
      />
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Follows step by step at once, and jumps once they rest: while the timeline is dragged every frame would lay out another
 * part of the list, which takes longer than a frame.
 */
function useRested(at: number): number {
  const [rested, setRested] = useState(at)
  useEffect(() => {
    if (at === rested) return
    if (Math.abs(at - rested) === 1) return setRested(at)
    const timer = setTimeout(() => setRested(at), REST_MS)
    return () => clearTimeout(timer)
  }, [at, rested])
  return rested
}

/** The address always leads back to this moment; not at every pixel of a drag. A link that is opened over it leads there. */
function useLink(document: string, as: string, at: number, onMoment: (moment: { as: string | null; at: number | null }) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      history.replaceState(history.state, '', `#replay/${document}?${new URLSearchParams({ as, at: String(at) })}`)
    }, LINK_MS)
    return () => clearTimeout(timer)
  }, [document, as, at])
  useEffect(() => {
    // The address written above is no such change: only opening a link or going back makes one.
    const followed = ({ newURL }: HashChangeEvent) => {
      // Not the address as it is: what is written above may have come in between.
      const [path, search = ''] = new URL(newURL).hash.split('?', 2)
      if (path !== `#replay/${document}`) return
      const asked = new URLSearchParams(search)
      const number = Number(asked.get('at') ?? Number.NaN)
      onMoment({ as: asked.get('as'), at: Number.isSafeInteger(number) ? number : null })
    }
    window.addEventListener('hashchange', followed)
    return () => window.removeEventListener('hashchange', followed)
  })
}

function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || takesLetters(event.target)) return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
