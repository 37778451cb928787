import { Button, Menu, Popover, UnstyledButton } from '@mantine/core'
import dayjs from 'dayjs'
import { ArrowLeft, ChevronDown, Download, ShieldAlert, ShieldCheck } from 'lucide-react'
import { memo } from 'react'
import type { ReplayOverview } from '#contract/replay'
import { useWords } from '../../messages/index.ts'
import { exactTime, hrefOf, StatusChip } from '../../ui/index.ts'
import { exportUrl } from './calls.ts'
import classes from './replay.module.css'

interface Props {
  readonly documentKey: string
  readonly overview: ReplayOverview
  readonly count: number
  /** The event that is shown; asked for when somebody opens the menu, so that a drag of the timeline leaves this alone. */
  here(): number
}

/** Whose past this is, whether it is intact, and its export. */
export const Head = memo(function Head({ documentKey, overview, count, here }: Props) {
  const words = useWords('replay')
  return (
    <header className={classes.head}>
      <a className={classes.back} href={hrefOf(`documents/${documentKey}`)} aria-label={words('back')} title={words('back')}>
        <ArrowLeft size={20} aria-hidden />
      </a>
      <h1>{overview.name}</h1>
      <StatusChip status={overview.status} />
      <Intact overview={overview} count={count} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            className={classes.export ?? ''}
            leftSection={<Download size={16} aria-hidden />}
            // On a phone the word is not shown.
            aria-label={words('export')}
          >
            <span>{words('export')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ExportItems documentKey={documentKey} count={count} here={here} />
          {overview.history.anchor && (
            <Menu.Item component="a" href={`/app/evidence/${documentKey}/anchor`} download="anchor-proof.json">
              {words('export_proof')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  )
})

function ExportItems({ documentKey, count, here }: Omit<Props, 'overview'>) {
  const words = useWords('replay')
  const at = here()
  return (
    [
      ['export_jsonl', exportUrl(documentKey, 'jsonl', 0, count - 1)],
      ['export_csv', exportUrl(documentKey, 'csv', 0, count - 1)],
      ['export_jsonl_here', exportUrl(documentKey, 'jsonl', 0, at)],
      ['export_csv_here', exportUrl(documentKey, 'csv', 0, at)],
    ] as const
  ).map(([label, href]) => (
    <Menu.Item key={label} component="a" href={href} download>
      {words(label)}
    </Menu.Item>
  ))
}

function Intact({ overview: { history, visits }, count }: { overview: ReplayOverview; count: number }) {
  const words = useWords('replay')
  const { intact, anchor, broken_at } = history
  const differ = visits.filter(({ matches }) => matches === false).length
  const gone = visits.filter(({ matches }) => matches === null).length
  const Icon = intact ? ShieldCheck : ShieldAlert
  const short = anchor
    ? `${words('anchored', { date: dayjs(anchor.date).format('ddd D MMM HH:mm') })}${anchor.timestamped ? `, ${words('anchor_rfc')}` : ''}`
    : words('anchor_none')
  return (
    <Popover width={340} position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.intact} data-broken={!intact || undefined}>
          <Icon size={18} aria-hidden />
          <b>{words(intact ? 'intact' : 'broken')}</b>
          <span>
            {words('intact_events', { count: String(count) })}, {short}
          </span>
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={words(intact ? 'intact' : 'broken')}>
        <div className={classes.facts}>
          {anchor && <b>{words('anchor_head', { number: String(anchor.number), date: exactTime(anchor.date) })}</b>}
          <p>
            {!intact
              ? words('anchor_broken', { revision: String(broken_at) })
              : anchor
                ? words('anchor_holds', { revision: String(anchor.revision) })
                : words('anchor_waiting')}
          </p>
          {visits.length > gone && (
            <p>
              {differ === 0
                ? words('visits_match', { count: String(visits.length - gone) })
                : words('visits_differ', { count: String(differ) })}
            </p>
          )}
          {gone > 0 && <p>{words('visits_gone', { count: gone })}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
