import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight, Eraser, Eye, EyeOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReplayOverview } from '#contract/replay'
import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Bone, IconButton, Loading } from '../../ui/index.ts'
import { Pages, type PagesHandle, useZoom } from '../pages/index.ts'
import { FieldLayer, stepsOf } from '../signing/index.ts'
import { FormPaper } from './FormPaper.tsx'
import classes from './Paper.module.css'
import { TeamLayer } from './TeamLayer.tsx'

interface Props {
  /** null: its events are on their way. */
  readonly view: PackState | null
  readonly as: string
  /** The signer's form in the place of the pages. */
  readonly asForm: boolean
  /** The signer was not there: since when, or null where they had not come yet. */
  readonly away: { readonly since: string | null } | null
  readonly overview: ReplayOverview
  readonly time: string
  readonly changed: ReadonlySet<string>
  /** The field that the event is about: it is brought into view. */
  readonly about: string | null
  onField(field: string): void
}

/** The pages as they stood, painted by what painted them then. */
export function Paper({ view, as, asForm, away, overview, time, changed, about, onField }: Props) {
  const words = useWords('replay')
  const pages = useRef<PagesHandle>(null)
  const holder = useRef<HTMLDivElement>(null)
  const zoom = useZoom()
  const [seen, setSeen] = useState({ document: '', page: 0 })
  const onVisible = useCallback((document: string, page: number) => setSeen({ document, page }), [])
  const signer = overview.signatories.find(({ uuid }) => uuid === as)
  const name = signer ? signer.name || signer.role : ''
  const erased = useMemo(
    () => new Map(overview.signatories.flatMap(({ uuid, erased: on }) => (on === null ? [] : [[uuid, on] as const]))),
    [overview],
  )
  const steps = useMemo(() => (view && signer ? stepsOf(view, signer.uuid) : []), [view, signer])

  const field = about === null ? undefined : view?.fields[about]
  const place = field && !field.removed ? { document: field.document, page: field.page, y: field.y } : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event, another field; where it stands, only then
  useEffect(() => {
    if (!place) return
    const timer = setTimeout(() => isInView(holder.current, about) || pages.current?.show(place), FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [about, time, view === null])

  if (view === null) {
    return (
      <Loading className={classes.paperBone}>
        <Bone width="100%" height={720} />
      </Loading>
    )
  }
  const all = view.documents.flatMap((document) => document.pages.map((_, page) => ({ document: document.key, page })))
  const index = all.findIndex(({ document, page }) => document === seen.document && page === seen.page)
  const show = (to: number) => all[to] && pages.current?.show(all[to])
  const document = view.documents.find(({ key }) => key === seen.document) ?? view.documents[0]
  const moment = dayjs(time)
  return (
    <div ref={holder} className={classes.paper}>
      <div className={classes.notices}>
        <div className={classes.said}>
          <Eye size={16} aria-hidden />
          <span>
            {name ? words(away ? 'could_see' : 'saw', { name }) : words('saw_team')}, {moment.format('ddd D MMM YYYY')},{' '}
            <b>{moment.format('HH:mm:ss')}</b>
          </span>
        </div>
        {away && all.length > 0 && (
          <p className={classes.hidden}>
            <EyeOff size={14} aria-hidden />
            {away.since === null
              ? words('not_opened', { name })
              : words('was_away', { name, time: dayjs(away.since).format('ddd D MMM, HH:mm:ss') })}
          </p>
        )}
        {erased.size > 0 && (
          <p className={classes.hidden}>
            <Eraser size={14} aria-hidden />
            {words('erased_on', { count: erased.size, date: dayjs([...erased.values()].at(-1)).format('D MMM YYYY') })}
          </p>
        )}
        {signer?.drafts_hidden && signer.erased === null && (
          <p className={classes.hidden}>
            <EyeOff size={14} aria-hidden /> {words('drafts_hidden', { name })}
          </p>
        )}
      </div>
      {all.length === 0 ? (
        <p className={classes.unseen}>{name ? words('not_shown', { name }) : words('not_yet')}</p>
      ) : asForm && signer ? (
        <FormPaper view={view} steps={steps} changed={changed} />
      ) : (
        <>
          <Pages
            ref={pages}
            documents={view.documents}
            zoom={zoom}
            label={words('pages')}
            onVisible={onVisible}
            className={classes.scroller ?? ''}
            renderOverlay={(of, page, size) =>
              signer ? (
                <FieldLayer
                  view={view}
                  document={of.key}
                  page={page}
                  scale={size.scale}
                  signatory={signer.uuid}
                  steps={steps}
                  current={-1}
                  changed={changed}
                  onChoose={(at) => steps[at] && onField(steps[at].key)}
                />
              ) : (
                <TeamLayer
                  view={view}
                  document={of.key}
                  page={page}
                  scale={size.scale}
                  changed={changed}
                  erased={erased}
                  onField={onField}
                />
              )
            }
          />
          <div className={classes.pager}>
            <IconButton size="sm" icon={ChevronLeft} name={words('previous_page')} disabled={index <= 0} onClick={() => show(index - 1)} />
            <span>
              {words('page_of', {
                document: disclosed(document?.name ?? '', ''),
                page: String(seen.page + 1),
                count: String(document?.pages.length ?? 0),
              })}
            </span>
            <IconButton
              size="sm"
              icon={ChevronRight}
              name={words('next_page')}
              disabled={index < 0 || index >= all.length - 1}
              onClick={() => show(index + 1)}
            />
          </div>
        </>
      )}
    </div>
  )
}

/** While the timeline is dragged the pages stay where they are. */
const FOLLOW_MS = 80

function isInView(holder: HTMLElement | null, field: string | null): boolean {
  const box = holder?.querySelector(`[data-field="${field}"]`)?.getBoundingClientRect()
  const room = holder?.getBoundingClientRect()
  return box !== undefined && room !== undefined && box.top >= room.top && box.bottom <= room.bottom
}
