import { Button, Progress } from '@mantine/core'
import { CircleAlert, CircleCheck, FileDown, ListChecks, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PINNED_NAMES } from '#domain/bulk-send'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, Loading } from '../../ui/index.ts'
import { useMay } from '../auth/index.ts'
import { type DryRunRecord, dryRunCsvUrl } from './calls.ts'
import classes from './DryRun.module.css'
import { ProblemRows } from './ProblemRows.tsx'
import type { DryRunOfBulkSend } from './use-dry-run.ts'

interface Props {
  readonly bulkSend: string
  readonly dryRun: DryRunOfBulkSend
  /** What can be done once all rows are checked. */
  readonly children?: ReactNode
}

/** The check of all rows before anything is sent: how far it is, and what it found. */
export function DryRun({ bulkSend, dryRun: { report, loading, problem, busy, news, load, start }, children }: Props) {
  const words = useWords('bulk_mapping')
  const mayDownload = useMay('can_download_document_csv_data')
  const isCurrent = report?.state === 'done' && report.changed.length === 0
  const hasRows = report?.state === 'done' && report.with_problems + report.with_warnings > 0
  return (
    <section className={classes.check} aria-labelledby="dry-run">
      <header>
        <div>
          <h2 id="dry-run">{words('check_title')}</h2>
          <p>{words('check_lead')}</p>
        </div>
        <div className={classes.actions}>
          {hasRows && mayDownload && (
            <Button component="a" href={dryRunCsvUrl(bulkSend)} download variant="default" leftSection={<FileDown size={16} aria-hidden />}>
              {words('download')}
            </Button>
          )}
          <Button
            variant={isCurrent && children ? 'default' : 'filled'}
            leftSection={<ListChecks size={16} aria-hidden />}
            loading={busy}
            onClick={() => void start()}
          >
            {words(report === null ? 'check' : 'check_again')}
          </Button>
        </div>
      </header>
      {problem !== null && <ErrorState message={problem} onRetry={() => void load()} />}
      {loading && (
        <Loading>
          <Bone width="60%" />
        </Loading>
      )}
      {report !== null && <Report bulkSend={bulkSend} report={report} news={news} onChanged={() => void load()} />}
      {children}
    </section>
  )
}

interface ReportProps {
  readonly bulkSend: string
  readonly report: DryRunRecord
  /** Grows when rows may have changed. */
  readonly news: number
  onChanged(): void
}

function Report({ bulkSend, report, news, onChanged }: ReportProps) {
  const words = useWords('bulk_mapping')
  const { state, rows, checked, with_problems: bad, with_warnings: warned, kinds, changed } = report
  if (state === 'waiting' || state === 'running') {
    const says =
      state === 'waiting' ? words('waiting') : words('running', { checked: checked.toLocaleString('en'), rows: rows.toLocaleString('en') })
    return (
      <div className={classes.progress}>
        <p role="status">{says}</p>
        <Progress value={rows === 0 ? 0 : (100 * checked) / rows} aria-label={says} />
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <p className={classes.verdict} data-kind="bad" role="alert">
        <CircleAlert size={18} aria-hidden />
        {report.message}
      </p>
    )
  }
  const kind = rows === 0 || bad > 0 ? 'bad' : warned > 0 ? 'warned' : 'good'
  const Icon = { bad: CircleAlert, warned: TriangleAlert, good: CircleCheck }[kind]
  return (
    <>
      {changed.length > 0 && (
        <p className={classes.changed} role="status">
          <TriangleAlert size={16} aria-hidden />
          {words('changed', { what: changed.map((one) => PINNED_NAMES[one]).join(', ') })}
        </p>
      )}
      <p className={classes.verdict} data-kind={kind} role="status">
        <Icon size={18} aria-hidden />
        {rows === 0
          ? words('no_rows_checked')
          : bad > 0
            ? words('some_bad', { count: bad, rows: rows.toLocaleString('en') })
            : words('all_good', { rows: rows.toLocaleString('en') })}
        {warned > 0 && <span>{words('some_warnings', { count: warned })}</span>}
      </p>
      {kinds.length > 0 && (
        <ul className={classes.kinds} aria-label={words('kinds')}>
          {kinds.map(({ code, message, rows: count }) => (
            <li key={`${code} ${message}`}>
              <span>{message}</span>
              <b>{words('kind_rows', { count })}</b>
            </li>
          ))}
        </ul>
      )}
      {bad + warned + report.left_out > 0 && <ProblemRows key={report.key} {...{ bulkSend, news, onChanged }} />}
    </>
  )
}
