import { Button } from '@mantine/core'
import { ScanSearch, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { useState } from 'react'
import type { GuardAnswer, GuardReport } from '#contract/evidence'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { exactTime, hrefOf, RelativeTime, say } from '../../ui/index.ts'
import { checkEverything } from './calls.ts'
import classes from './records.module.css'

interface Props {
  readonly account: string
  readonly guard: GuardAnswer
  readonly onChecked: (guard: GuardAnswer) => void
}

/** What the guard found, and when it last looked at everything. */
export function Guard({ account, guard: { report }, onChecked }: Props) {
  const words = useWords('records')
  const [busy, setBusy] = useState(false)
  const bad = report.findings.length > 0
  const state = bad ? 'changed' : report.began === null ? 'first' : 'intact'
  const Icon = { changed: ShieldAlert, first: ShieldQuestionMark, intact: ShieldCheck }[state]
  const check = async () => {
    setBusy(true)
    try {
      onChecked(await checkEverything(account))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('check_failed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={words('guard')}>
      <div className={classes.verdict} data-state={state} role={bad ? 'alert' : undefined}>
        <Icon size={24} aria-hidden />
        <div>
          <b>{words(`guard_${state}`, { count: report.findings.length })}</b>
          <p>
            {words(`guard_${state}_more`)} {report.began && words('guard_began', { date: exactTime(report.began) })}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<ScanSearch size={16} aria-hidden />}
          loading={busy || report.checking}
          onClick={() => void check()}
        >
          {words('check')}
        </Button>
      </div>
      <Numbers report={report} />
      {bad && <Findings findings={report.findings} />}
    </section>
  )
}

function Numbers({ report }: { report: GuardReport }) {
  const words = useWords('records')
  return (
    <dl className={classes.numbers}>
      {(['events', 'streams', 'files', 'anchors'] as const).map((what) => (
        <div key={what}>
          <dt>{words(`number_${what}`)}</dt>
          <dd>{report[what].toLocaleString('en')}</dd>
        </div>
      ))}
      <div>
        <dt>{words('number_round')}</dt>
        <dd>{report.began ? <RelativeTime iso={report.began} /> : words('number_round_none')}</dd>
      </div>
    </dl>
  )
}

/** By document; what belongs to none, or to another workspace's, comes last. */
function Findings({ findings }: { findings: GuardReport['findings'] }) {
  const words = useWords('records')
  const groups = [...Map.groupBy(findings, ({ document_name, document_key }) => (document_name === null ? '' : (document_key ?? '')))]
  return (
    <div className={classes.findings}>
      <h2>{words('findings')}</h2>
      <ul className={classes.card}>
        {groups
          .sort(([a], [b]) => Number(a === '') - Number(b === ''))
          .map(([key, of]) => (
            <li key={key} className={classes.finding}>
              {key === '' ? (
                <b>{words('finding_elsewhere')}</b>
              ) : (
                <a href={hrefOf(`replay/${key}${of[0]?.revision == null ? '' : `?at=${of[0].revision}`}`)}>
                  {of[0]?.document_name || words('unnamed')}
                </a>
              )}
              <ul>
                {of.map(({ kind, revision, words: said }) => (
                  <li key={`${kind} ${revision} ${said}`}>
                    <b>{words(`kind_${kind}`)}</b>
                    <code>{said}</code>
                  </li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
      <p className={classes.note}>{words('findings_do')}</p>
    </div>
  )
}
