import { BookOpen, CircleX, Clock, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { Field, PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import { Pages, type PagesHandle, useZoom } from '../pages/index.ts'
import { FieldLayer } from './FieldLayer.tsx'
import { FieldStep } from './FieldStep.tsx'
import { useFollow } from './follow.ts'
import { StepList } from './StepList.tsx'
import type { OpenedSession } from './session.ts'
import classes from './signing.module.css'
import { nextOpen, signerOf, stepsOf } from './steps.ts'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly steps: readonly Field[]
  readonly current: number
  onCurrent(at: number): void
  onReview(): void
  onLater(): void
  onDecline(): void
}

/** One field at a time: the page beside (or above) the panel that asks for it. */
export function Filling({ pack, view, session, steps, current, onCurrent, onReview, onLater, onDecline }: Props) {
  const words = useWords('signing')
  const [reading, setReading] = useState(false)
  const pages = useRef<PagesHandle>(null)
  const field = steps[current]
  const me = signerOf(view, session.signatory_uuid)

  const zoom = useZoom()
  useFollow(pages, zoom, reading ? null : (field ?? null))

  const isOpen = (each: Field) => each.value === null && !each.autoDate
  const advance = () => {
    // Asked of the view as it is now: what was filled in with this very press counts.
    const open = nextOpen(stepsOf(pack.view(), session.signatory_uuid), current, isOpen)
    if (open === null) onReview()
    else onCurrent(open)
  }
  const choose = (at: number) => {
    setReading(false)
    onCurrent(at)
  }
  const role = disclosed(me?.role ?? '', '')
  const name = disclosed(me?.name ?? '', '')

  return (
    <>
      <main className={classes.pages}>
        <Pages
          ref={pages}
          documents={view.documents}
          zoom={zoom}
          label={words('document_pages')}
          readable={reading}
          renderOverlay={(document, page, size) => (
            <FieldLayer
              view={view}
              document={document.key}
              page={page}
              scale={size.scale}
              signatory={session.signatory_uuid}
              steps={steps}
              current={reading ? -1 : current}
              onChoose={choose}
            />
          )}
          onVisible={(_, page) => pack.here(page)}
        />
        <div className={`${classes.float} ${classes.readAll}`}>
          <button type="button" className={classes.quiet} onClick={() => pages.current?.toStart()}>
            <BookOpen size={16} aria-hidden="true" />
            {words('read_all')}
          </button>
        </div>
        <div className={`${classes.float} ${classes.zoom}`}>
          <IconButton size={44} icon={ZoomIn} name={words('zoom_in')} onClick={zoom.larger} />
          <IconButton size={44} icon={ZoomOut} name={words('zoom_out')} onClick={zoom.smaller} />
          <IconButton size={44} icon={MoveHorizontal} name={words('fit')} onClick={zoom.fitWidth} />
        </div>
        {reading && (
          <button type="button" className={`${classes.next} ${classes.pageOnly} ${classes.backToFields}`} onClick={() => setReading(false)}>
            {words('back_to_fields')}
          </button>
        )}
      </main>
      <aside className={classes.panel} data-reading={reading || undefined} aria-label={words('your_fields')}>
        <div className={classes.progress}>
          <p className={classes.progressText}>
            {words('step', { at: String(Math.min(current + 1, steps.length)), count: String(steps.length) })}
            <span className={classes.progressWho}>{name === '' ? role : `${name}, ${role}`}</span>
          </p>
          <div className={classes.bars} aria-hidden="true">
            {steps.map((each, at) => (
              <span key={each.key} className={classes.bar} data-state={at === current ? 'now' : isOpen(each) ? 'open' : 'done'} />
            ))}
          </div>
        </div>
        {field && (
          <FieldStep
            key={field.key}
            pack={pack}
            view={view}
            session={session}
            field={field}
            steps={steps}
            next={nextLabel(steps, current, isOpen)}
            onBack={current > 0 ? () => onCurrent(current - 1) : null}
            onNext={advance}
          />
        )}
        <StepList steps={steps} current={current} onChoose={choose} />
        <footer className={classes.foot}>
          {name === '' ? words('signing_as_nameless', { role }) : words('signing_as', { name, role })}
        </footer>
        <div className={classes.sheetActions}>
          <button type="button" className={classes.quiet} onClick={() => setReading(true)}>
            <BookOpen size={16} aria-hidden="true" />
            {words('read')}
          </button>
          <button type="button" className={classes.quiet} onClick={onLater}>
            <Clock size={16} aria-hidden="true" />
            {words('later')}
          </button>
          <button type="button" className={classes.quiet} onClick={onDecline}>
            <CircleX size={16} aria-hidden="true" />
            {words('decline')}
          </button>
        </div>
      </aside>
    </>
  )
}

function nextLabel(steps: readonly Field[], current: number, isOpen: (field: Field) => boolean): Field | null {
  const at = nextOpen(steps, current, (field) => isOpen(field) && field !== steps[current])
  return at === null ? null : (steps[at] ?? null)
}
