import { useMediaQuery } from '@mantine/hooks'
import { BookOpen, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { Field, PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { IconButton, useNarrow } from '../../ui/index.ts'
import { Pages, type PagesHandle, useZoom } from '../pages/index.ts'
import classes from './DocumentPane.module.css'
import { FieldLayer } from './FieldLayer.tsx'
import { useFollow } from './follow.ts'
import screen from './signing.module.css'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly signatory: string
  readonly steps: readonly Field[]
  /** The step that is outlined; -1: none. */
  readonly current: number
  /** What the pages scroll to. */
  readonly follow: Field | null
  /** Further fields to point out. */
  readonly changed?: ReadonlySet<string>
  readonly reading: boolean
  /** A part of something else: without controls of its own. */
  readonly inPanel?: boolean
  /** What leads back from reading. */
  readonly back?: string
  /** Left out where there is nothing to fill in yet. */
  onChoose?(at: number): void
  onBack(): void
}

/** The pages with their fields, and what floats over them. */
export function DocumentPane({
  pack,
  view,
  signatory,
  steps,
  current,
  follow,
  changed,
  reading,
  inPanel = false,
  back,
  onChoose,
  onBack,
}: Props) {
  const words = useWords('signing')
  const pages = useRef<PagesHandle>(null)
  const zoom = useZoom()
  const room = useRoomForControls()
  const inset = inPanel ? NO_CONTROLS : room
  const Area = inPanel ? 'div' : 'main'
  useFollow(pages, zoom, reading ? null : follow)
  const { fitWidth } = zoom
  // Close to a field, a phone shows no whole line.
  useEffect(() => {
    if (reading) fitWidth()
  }, [reading, fitWidth])
  // The same one each time: a new one would be called for every change of the document, and tell everybody again.
  const seen = useCallback((_: string, page: number) => pack.here({ page }), [pack])
  return (
    <Area className={classes.pages} data-in-panel={inPanel || undefined}>
      <Pages
        ref={pages}
        documents={view.documents}
        zoom={zoom}
        inset={inset}
        label={words('document_pages')}
        text="select"
        renderOverlay={(document, page, size) => (
          <FieldLayer
            view={view}
            document={document.key}
            page={page}
            scale={size.scale}
            signatory={signatory}
            steps={steps}
            current={reading ? -1 : current}
            changed={changed ?? NONE}
            onChoose={onChoose}
          />
        )}
        onVisible={seen}
      />
      <div className={`${classes.float} ${classes.readAll}`}>
        <button type="button" className={screen.quiet} onClick={() => pages.current?.toStart()}>
          <BookOpen size={16} aria-hidden="true" />
          <span>{words('read_all')}</span>
        </button>
      </div>
      <div className={`${classes.float} ${classes.zoom}`}>
        <IconButton size={44} icon={ZoomIn} name={words('zoom_in')} onClick={zoom.larger} />
        <IconButton size={44} icon={ZoomOut} name={words('zoom_out')} onClick={zoom.smaller} />
        <IconButton size={44} icon={MoveHorizontal} name={words('fit')} onClick={zoom.fitWidth} />
      </div>
      {reading && (
        <div className={classes.back}>
          <button type="button" className={screen.next} onClick={onBack}>
            {back ?? words('back_to_fields')}
          </button>
        </div>
      )}
    </Area>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** So that no control lies on the page: on both sides of it where there is room, at least on the left, or else below it. */
function useRoomForControls() {
  const wide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const enough = useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false })
  const narrow = useNarrow()
  return wide ? ON_BOTH_SIDES : enough ? ON_THE_LEFT : narrow ? NO_CONTROLS : BELOW
}
const ON_BOTH_SIDES = { left: 116, right: 116 }
const ON_THE_LEFT = { left: 68 }
const BELOW = { bottom: 76 }
const NO_CONTROLS = {}
