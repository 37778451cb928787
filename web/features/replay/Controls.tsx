import { Button } from '@mantine/core'
import dayjs from 'dayjs'
import { ChevronFirst, ChevronLast, Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import type { AuditRecord } from '#contract/documents'
import { useWords } from '../../messages/index.ts'
import { IconButton, initialsOf, Tip } from '../../ui/index.ts'
import { sentenceOf } from '../audit/index.ts'
import classes from './Controls.module.css'
import screen from './replay.module.css'
import { type Band, daysOf, marksOf, neighbouringVisit, placesOf } from './timeline.ts'
import type { Player } from './use-player.ts'

interface Props {
  readonly records: readonly AuditRecord[]
  readonly bands: readonly Band[]
  readonly player: Player
  readonly colourOf: (principal: string) => string | null
  readonly events: ReactNode
}

/** Play, step, jump, and the timeline to drag along. */
export function Controls({ records, bands, player, colourOf, events }: Props) {
  const words = useWords('replay')
  const { at, playing, speed, go, step, toggle, faster } = player
  const last = records.length - 1
  const record = records[at]
  const moment = dayjs(record?.date_created)
  const [back, on] = [neighbouringVisit(bands, at, -1), neighbouringVisit(bands, at, 1)]
  const sentence = record ? `${sentenceOf(record).who ?? ''} ${sentenceOf(record).words}`.trim() : ''
  return (
    <footer className={screen.foot}>
      <div className={classes.buttons}>
        <IconButton
          icon={ChevronFirst}
          name={words('visit_back')}
          aria-keyshortcuts="["
          disabled={back === null}
          onClick={() => back !== null && go(back)}
        />
        <IconButton icon={SkipBack} name={words('step_back')} aria-keyshortcuts="j" disabled={at === 0} onClick={() => step(-1)} />
        <IconButton
          className={classes.play ?? ''}
          icon={playing ? Pause : Play}
          name={words(playing ? 'pause' : 'play')}
          aria-keyshortcuts="k"
          onClick={toggle}
        />
        <IconButton icon={SkipForward} name={words('step_on')} aria-keyshortcuts="l" disabled={at === last} onClick={() => step(1)} />
        <IconButton
          icon={ChevronLast}
          name={words('visit_on')}
          aria-keyshortcuts="]"
          disabled={on === null}
          onClick={() => on !== null && go(on)}
        />
      </div>
      <div className={classes.clock}>
        <b>{moment.format('HH:mm:ss')}</b>
        <span>{moment.format('ddd D MMM YYYY')}</span>
      </div>
      <div className={classes.timeline}>
        <Bands bands={bands} last={last} colourOf={colourOf} onGo={go} />
        <div className={classes.track}>
          <Marks records={records} colourOf={colourOf} />
          <div className={classes.done} style={{ width: `${(at / Math.max(1, last)) * 100}%` }} />
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label={words('timeline')}
            aria-valuetext={words('position', {
              at: String(at + 1),
              count: String(last + 1),
              sentence,
              time: moment.format('D MMM YYYY HH:mm:ss'),
            })}
            onChange={(event) => go(Number(event.currentTarget.value))}
          />
        </div>
        <Days records={records} />
      </div>
      <Tip label={words('speed', { speed: String(speed) })}>
        <Button
          size="xs"
          variant="default"
          className={classes.speed ?? ''}
          aria-label={words('speed', { speed: String(speed) })}
          onClick={faster}
        >
          {speed}×
        </Button>
      </Tip>
      {events}
    </footer>
  )
}

const part = (at: number, last: number) => `${(at / Math.max(1, last)) * 100}%`

interface BandsProps {
  readonly bands: readonly Band[]
  readonly last: number
  readonly colourOf: (principal: string) => string | null
  onGo(at: number): void
}
const Bands = memo(function Bands({ bands, last, colourOf, onGo }: BandsProps) {
  const words = useWords('replay')
  const places = placesOf(bands, last)
  return (
    <div className={classes.bands} style={{ '--count': bands.length } as CSSProperties}>
      {bands.map(({ who, name, from, to, visit }, at) => {
        const label = who === null ? words('setup') : visit > 1 ? words('second_visit', { name, visit: String(visit) }) : name
        const colour = who === null ? null : colourOf(`signatory:${who}`)
        return (
          <button
            key={`${who} ${from}`}
            type="button"
            title={label}
            aria-label={label}
            style={
              {
                '--left': places[at],
                width: part(Math.max(to - from, 0), last),
                ...(colour ? { '--c': colour } : {}),
              } as CSSProperties
            }
            onClick={() => onGo(from)}
          >
            <span className={classes.name}>{label}</span>
            <span className={classes.initials}>{initialsOf(name || label)}</span>
          </button>
        )
      })}
    </div>
  )
})

/** Fewer than a screen has pixels, however long the history is. */
const MOST_MARKS = 1_000

const Marks = memo(function Marks({ records, colourOf }: Pick<Props, 'records' | 'colourOf'>) {
  const marks = useMemo(() => marksOf(records, MOST_MARKS), [records])
  const last = Math.max(1, records.length - 1)
  return (
    <svg className={classes.marks} viewBox={`0 0 ${last} 1`} preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ at, principal }) => (
        <line key={at} x1={at} x2={at} y1={0} y2={1} stroke={colourOf(principal) ?? 'var(--text-3)'} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
})

/** A day is named where the name before it leaves room. */
const ROOM = 9

const Days = memo(function Days({ records }: Pick<Props, 'records'>) {
  const last = Math.max(1, records.length - 1)
  const days = useMemo(() => daysOf(records, (iso) => dayjs(iso).format('ddd D MMM')), [records])
  const shown: { at: number; day: string }[] = []
  for (const day of days) {
    const before = shown.at(-1)
    if (before === undefined || ((day.at - before.at) / last) * 100 >= ROOM) shown.push(day)
  }
  return (
    <div className={classes.days} aria-hidden="true">
      {shown.map(({ at, day }) => (
        <span key={at} style={at / last > 0.9 ? { right: 0 } : { left: part(at, last) }}>
          {day}
        </span>
      ))}
    </div>
  )
})
