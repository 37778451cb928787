import { Button, Popover, UnstyledButton } from '@mantine/core'
import dayjs from 'dayjs'
import {
  Ban,
  CircleCheck,
  Eye,
  FileCheck2,
  History,
  Link2,
  type LucideIcon,
  Mail,
  PenLine,
  RotateCcw,
  Send,
  ShieldCheck,
  Signature,
  Trash2,
} from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { type AuditFilter, auditMatches } from '#contract/audit-trail'
import type { AuditRecord } from '#contract/documents'
import { capitalised } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, exactTime, Loading } from '../../ui/index.ts'
import classes from './Trail.module.css'
import { TrailTools } from './TrailTools.tsx'
import { byDay, type Line, sentenceOf, sinceSent } from './trail.ts'

const ICONS: readonly (readonly [begins: string, icon: LucideIcon])[] = [
  ['SignaturesRequested', Send],
  ['SignatureRequest', Mail],
  ['SigningLink', Link2],
  ['FinalCopy', Mail],
  ['PackVisited', Eye],
  ['PackOpened', Eye],
  ['ConsentGiven', ShieldCheck],
  ['SignatoryCompleted', CircleCheck],
  ['SignatoryRejected', Ban],
  ['PackRejected', Ban],
  ['PackCompleted', FileCheck2],
  ['RevertedToSetup', RotateCcw],
  ['PackTrashed', Trash2],
  ['DocumentSealed', ShieldCheck],
  ['DocumentStamped', Signature],
  ['Field', PenLine],
]
const iconOf = (code: string) => ICONS.find(([begins]) => code.startsWith(begins))?.[1] ?? History

const NEW_MS = 2000

interface TrailProps {
  readonly documentKey: string
  readonly records: readonly AuditRecord[] | null
  readonly failed: boolean
  readonly onRetry: () => void
  /** CSS colour of a principal, where it is a signer. */
  readonly colourOf: (principal: string) => string | null
}

/** What happened, newest first, by day. */
export function Trail({ documentKey, records, failed, onRetry, colourOf }: TrailProps) {
  const words = useWords('audit')
  const [whole, setWhole] = useState(false)
  const [filter, setFilter] = useState<AuditFilter>({})
  const seen = useRef<number | null>(null)
  const newest = records?.at(-1)?.revision ?? null
  const known = seen.current ?? newest ?? -1
  useEffect(() => {
    if (newest === null) return
    if (seen.current === null) {
      seen.current = newest
      return
    }
    const timer = setTimeout(() => {
      seen.current = newest
    }, NEW_MS)
    return () => clearTimeout(timer)
  }, [newest])

  if (records === null) return failed ? <ErrorState message={words('failed')} onRetry={onRetry} /> : <TrailSkeleton />
  const narrowed = filter.topic !== undefined || filter.who !== undefined
  // A search covers all of it.
  const shown = narrowed ? records.filter((record) => auditMatches(record, filter)) : whole ? records : sinceSent(records)
  const today = dayjs()
  const dayName = (day: string) => {
    const of = dayjs(day)
    if (of.isSame(today, 'day')) return words('today')
    if (of.isSame(today.subtract(1, 'day'), 'day')) return words('yesterday')
    return of.format(of.isSame(today, 'year') ? 'ddd D MMMM' : 'D MMMM YYYY')
  }
  return (
    <div className={classes.trail}>
      <TrailTools documentKey={documentKey} records={records} filter={filter} onFilter={setFilter} />
      {shown.length === 0 && <p className={classes.none}>{words(narrowed ? 'filter_none' : 'empty')}</p>}
      {byDay(shown, (iso) => dayjs(iso).format('YYYY-MM-DD')).map(({ day, lines }) => (
        <section key={day} aria-label={dayName(day)}>
          <h3 className={classes.day}>{dayName(day)}</h3>
          <ol>
            {lines.map((line) => (
              <Entry key={line.first.revision} line={line} fresh={line.newest.revision > known} colour={colourOf(line.newest.principal)} />
            ))}
          </ol>
        </section>
      ))}
      {!narrowed && sinceSent(records).length < records.length && (
        <Button size="sm" variant="subtle" className={classes.more ?? ''} onClick={() => setWhole(!whole)}>
          {words(whole ? 'hide_setup' : 'show_setup')}
        </Button>
      )}
    </div>
  )
}

function Entry({ line, fresh, colour }: { line: Line; fresh: boolean; colour: string | null }) {
  const { newest: record, first, times } = line
  const words = useWords('audit')
  const Icon = iconOf(record.code)
  const { who, words: said } = sentenceOf(record)
  const details = [
    ['when', exactTime(record.date_created)],
    ['first', times > 1 && exactTime(first.date_created)],
    ['who', record.who],
    ['capacity', record.capacity],
    ['where', record.address],
    ['device', record.agent],
    ['revision', String(record.revision)],
    ['hash', record.hash],
  ] as const
  return (
    <li>
      <Popover width={320} position="left-start" shadow="md" withinPortal trapFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.entry}
            data-fresh={fresh || undefined}
            style={colour ? ({ '--c': colour } as CSSProperties) : undefined}
          >
            <span className={classes.icon}>
              <Icon size={16} aria-hidden />
            </span>
            <span className={classes.said}>
              {who && <b>{who}</b>} {said} {times > 1 && <em>{words('times', { count: String(times) })}</em>}
              {record.address && <small>{words('from', { address: record.address })}</small>}
            </span>
            <time dateTime={record.date_created}>{dayjs(record.date_created).format('HH:mm')}</time>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={words('details', { sentence: `${who ?? ''} ${said}`.trim() })}>
          <dl className={classes.details} tabIndex={0} data-autofocus>
            {details.map(([label, value]) =>
              value ? (
                <div key={label}>
                  <dt>{words(label)}</dt>
                  <dd data-code={label === 'hash' || undefined}>{value}</dd>
                </div>
              ) : null,
            )}
            {record.holds && record.holds.length > 0 && (
              <div data-stacked>
                <dt>{words('holds')}</dt>
                <dd>
                  <ol className={classes.holds}>
                    {/* Two fields may have the same label. */}
                    {record.holds.map((sentence, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
                      <li key={at}>{capitalised(sentence)}</li>
                    ))}
                  </ol>
                </dd>
              </div>
            )}
          </dl>
        </Popover.Dropdown>
      </Popover>
    </li>
  )
}

function TrailSkeleton() {
  return (
    <Loading className={classes.trail}>
      {[70, 52, 64, 46, 58].map((width) => (
        <div key={width} className={classes.bone}>
          <Bone width={18} height={18} round />
          <Bone width={`${width}%`} />
        </div>
      ))}
    </Loading>
  )
}
