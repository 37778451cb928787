import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import dayjs from 'dayjs'
import { Copy, Link2 } from 'lucide-react'
import { type CSSProperties, memo, useEffect, useRef } from 'react'
import type { AuditRecord } from '#contract/documents'
import type { ReplayOverview } from '#contract/replay'
import { useWords } from '../../messages/index.ts'
import { copyToClipboard, exactTime, initialsOf, say } from '../../ui/index.ts'
import { sentenceOf } from '../audit/index.ts'
import { Avatar } from './Avatar.tsx'
import classes from './EventList.module.css'
import { shortHash } from './timeline.ts'

interface Props {
  readonly records: readonly AuditRecord[]
  readonly at: number
  readonly overview: ReplayOverview
  readonly colourOf: (principal: string) => string | null
  onChoose(at: number): void
}

const ROW = 56

/** Every event with who, when, from where and its hash; only those near the view are in the page. */
export const EventList = memo(function EventList({ records, at, overview, colourOf, onChoose }: Props) {
  const words = useWords('replay')
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // It follows what is dragged elsewhere: laying it out at once would cost that a frame.
    useFlushSync: false,
  })
  // On a narrow screen the list is there and not shown: nothing scrolls in it until it has a height, and then it stands at its beginning.
  const shown = (rows.scrollRect?.height ?? 0) > 0
  useEffect(() => {
    if (shown) rows.scrollToIndex(at, { align: 'center' })
  }, [at, rows, shown])
  return (
    <>
      <div className={classes.asideHead}>
        <h2>{words('events')}</h2>
        <span>{words('events_of', { at: String(at + 1), count: String(records.length) })}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={classes.events} aria-label={words('events')} tabIndex={0}>
        <ol style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start, key }) => {
            const record = records[index]!
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={classes.event}
                data-now={index === at || undefined}
                data-later={index > at || undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Entry record={record} index={index} colour={colourOf(record.principal)} onChoose={onChoose} now={index === at} />
                {index === at && <Details record={record} before={records[index - 1]?.hash ?? ''} overview={overview} />}
              </li>
            )
          })}
        </ol>
      </section>
    </>
  )
})

interface EntryProps {
  readonly record: AuditRecord
  readonly index: number
  readonly now: boolean
  readonly colour: string | null
  onChoose(at: number): void
}

const Entry = memo(function Entry({ record, index, now, colour, onChoose }: EntryProps) {
  const { who, words: said } = sentenceOf(record)
  return (
    <button
      type="button"
      className={classes.entry}
      aria-current={now ? 'step' : undefined}
      style={colour ? ({ '--c': colour } as CSSProperties) : undefined}
      onClick={() => onChoose(index)}
    >
      <Avatar initials={initialsOf(record.who)} large />
      <span className={classes.what}>
        <span>
          {who && <b>{who}</b>} {said}
        </span>
        <small>{record.address ?? ''}</small>
      </span>
      <span className={classes.when}>
        <time dateTime={record.date_created}>{dayjs(record.date_created).format('HH:mm:ss')}</time>
        {!now && <code>{shortHash(record.hash)}</code>}
      </span>
    </button>
  )
})

function Details({ record, before, overview }: { record: AuditRecord; before: string; overview: ReplayOverview }) {
  const words = useWords('replay')
  const visit = overview.visits.find(({ revision }) => revision === record.revision)
  const rows = [
    ['from_where', record.address],
    ['device', record.agent],
    ['hash', record.hash],
    ['before', before],
    ['view_matches', visit ? words(visit.matches === null ? 'matches_gone' : visit.matches ? 'matches_yes' : 'matches_no') : null],
  ] as const
  const copy = async (text: string, said: string) => {
    if (await copyToClipboard(text)) say.success(said)
  }
  return (
    <div className={classes.details}>
      <p>{exactTime(record.date_created)}</p>
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{words(label)}</dt>
              <dd
                data-code={label === 'hash' || label === 'before' || undefined}
                data-wrong={(visit?.matches === false && label === 'view_matches') || undefined}
              >
                {value}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Copy size={14} aria-hidden />}
          onClick={() => void copy(`${record.hash}\n${before}`, words('copied'))}
        >
          {words('copy_hashes')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Link2 size={14} aria-hidden />}
          onClick={() => void copy(location.href, words('link_copied'))}
        >
          {words('copy_link')}
        </Button>
      </div>
    </div>
  )
}
