import { CircleAlert } from 'lucide-react'
import type { Problem, ProblemCode, Report } from '#pdf/verification'
import { useWords } from '../../messages/index.ts'
import classes from './Problems.module.css'
import { counted } from './sizes.ts'

const MOST = 12

/** Changes and mismatches, each with where and how. */
export function Problems({ report }: { report: Report }) {
  const words = useWords('verify')
  const [first, ...others] = report.problems
  if (!first) return null
  const added = report.updates.filter(({ allowed }) => !allowed)
  const from = Math.min(...added.map((one) => one.from))
  const to = Math.max(...added.map((one) => one.to))
  return (
    <section className={classes.problem} aria-label={titleOf(first)}>
      <h2>
        <CircleAlert size={18} aria-hidden="true" />
        {titleOf(first)}
      </h2>
      <dl>
        <dt>{words('how_label')}</dt>
        <dd>{first.message}</dd>
        {added.length > 0 && (
          <>
            <dt>{words('where_label')}</dt>
            <dd>{words('update_where', { from: counted(from + 1), to: counted(to) })}</dd>
          </>
        )}
        {others.length > 0 && (
          <>
            <dt>{words('more_changes')}</dt>
            <dd>
              <ul>
                {others.slice(0, MOST).map(({ code, where, message }) => (
                  <li key={`${code} ${where}`}>{message}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  )

  function titleOf({ code, where, beside }: Problem): string {
    const number = /\d+/.exec(where)?.[0] ?? ''
    if (beside && code !== 'disclosure') return words('problem_proof')
    if (code === 'page') return number === '' ? words('problem_pages') : words('problem_page', { page: number })
    return words(TITLES[code], { number })
  }
}

const TITLES = {
  page: 'problem_pages',
  history: 'problem_history',
  event: 'problem_event',
  'event-order': 'problem_event_order',
  'event-missing': 'problem_event_missing',
  'event-added': 'problem_event_added',
  disclosure: 'problem_disclosure',
  attachment: 'problem_attachment',
  bytes: 'problem_bytes',
  signature: 'problem_signature',
  certificate: 'problem_certificate',
  timestamp: 'problem_timestamp',
  anchor: 'problem_anchor',
  update: 'problem_update',
  'newer-version': 'problem_newer_version',
  revoked: 'problem_revoked',
  'unknown-key': 'problem_unknown_key',
  'not-sealed': 'problem_not_sealed',
  'not-a-pdf': 'problem_not_a_pdf',
} as const satisfies Record<ProblemCode, string>
