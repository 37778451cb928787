import { Button } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { ErrorState, say } from '../../ui/index.ts'
import { CorrectRow } from './CorrectRow.tsx'
import { type DryRunRow, type DryRunRows, fetchDryRunRows, leaveOutRow } from './calls.ts'
import classes from './DryRun.module.css'

interface Props {
  readonly bulkSend: string
  /** Grows when rows may have changed. */
  readonly news: number
  onChanged(): void
}
const MOST_AT_ONCE = 500

/** Rows that the check found something about, to be corrected in their list or left out, and those that are left out. */
export function ProblemRows({ bulkSend, news, onChanged }: Props) {
  const words = useWords('bulk_mapping')
  const [held, setHeld] = useState<DryRunRows | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<number | null>(null)
  const count = useRef(0)
  count.current = held?.rows.length ?? 0
  const load = useCallback(
    async (from: string | null, limit?: number) => {
      try {
        const page = await fetchDryRunRows(bulkSend, from, limit)
        setHeld((before) => (before && from !== null ? { ...before, rows: [...before.rows, ...page.rows], cursor: page.cursor } : page))
        setProblem(null)
      } catch (thrown) {
        setProblem(messageOf(thrown, words('report_failed')))
      }
    },
    [bulkSend, words],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with news, as far as rows are shown
  useEffect(() => void load(null, Math.min(count.current, MOST_AT_ONCE) || undefined), [load, news])
  const choose = async (row: number, left_out: boolean) => {
    try {
      await leaveOutRow(bulkSend, row, left_out)
      await load(null, Math.min(count.current, MOST_AT_ONCE) || undefined)
      onChanged()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('row_failed')))
    }
  }
  if (held === null) return problem === null ? null : <ErrorState message={problem} onRetry={() => void load(null)} />
  const { rows, cursor, left_out: leftOut, list } = held
  const shown = rows.filter((row) => !row.left_out)
  const open = rows.find(({ number }) => number === correcting)
  return (
    <div className={classes.rows}>
      {shown.length > 0 && (
        /* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keyboard, too */
        <section className={classes.scroller} tabIndex={0} aria-label={words('problem_rows')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words('row')}</th>
                <th scope="col">{words('problem')}</th>
                <th scope="col">{words('row_values')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.number} data-warning={row.is_warning || undefined} data-corrected={row.corrected || undefined}>
                  <th scope="row">{row.number}</th>
                  <td>
                    <Problems row={row} />
                    <span className={classes.deeds}>
                      {list && row.values && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={words('correct_named', { row: String(row.number) })}
                          onClick={() => setCorrecting(row.number)}
                        >
                          {words('correct')}
                        </Button>
                      )}
                      {row.values && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={words('leave_out_named', { row: String(row.number) })}
                          onClick={() => void choose(row.number, true)}
                        >
                          {words('leave_out')}
                        </Button>
                      )}
                    </span>
                  </td>
                  <td>
                    <bdi>{row.values === null ? words('row_gone') : valuesOf(row.values)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {problem !== null && <ErrorState message={problem} onRetry={() => void load(cursor)} />}
      {cursor !== null && (
        <Button variant="default" onClick={() => void load(cursor)}>
          {words('more_rows')}
        </Button>
      )}
      {leftOut.length > 0 && (
        <section className={classes.leftOut} aria-label={words('rows_left_out')}>
          <h3>{words('rows_left_out')}</h3>
          <ul>
            {leftOut.map(({ number, values }) => (
              <li key={number}>
                <b>{number}</b>
                <bdi>{values === null ? words('row_gone') : valuesOf(values)}</bdi>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={words('take_in_named', { row: String(number) })}
                  onClick={() => void choose(number, false)}
                >
                  {words('take_in')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {list && (
        <CorrectRow
          list={list}
          row={open?.values ? { ...open, values: open.values } : null}
          onClose={() => setCorrecting(null)}
          onChanged={async () => {
            await load(null, Math.min(count.current, MOST_AT_ONCE) || undefined)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

/** A row's values in the order of the columns: one that is missing keeps its place. */
const valuesOf = (values: readonly string[]) => values.map((value) => value || '–').join(' · ')

/** Found by the check; a row with other values since then may have none of them any more. */
function Problems({ row }: { readonly row: DryRunRow }) {
  const words = useWords('bulk_mapping')
  return (
    <>
      {row.problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {row.corrected && (
        <span className={classes.corrected}>
          <CircleCheck size={14} aria-hidden />
          {words('corrected')}
        </span>
      )}
    </>
  )
}
