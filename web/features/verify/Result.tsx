import { Braces, Download, FileCheck, History as HistoryIcon, ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Checks } from './Checks.tsx'
import type { Checked } from './check.ts'
import { History } from './History.tsx'
import type { Anchor } from './installation.ts'
import { LeftOut } from './LeftOut.tsx'
import { Preview } from './Preview.tsx'
import { Problems } from './Problems.tsx'
import classes from './Result.module.css'
import { reportPage } from './report-page.ts'
import { Signers } from './Signers.tsx'
import { saveAs } from './save.ts'
import { whole } from './times.ts'
import { verdictOf } from './verdict.ts'
import shared from './verify.module.css'

const SHIELDS = { ok: ShieldCheck, unknown: ShieldAlert, no: ShieldX } as const

export function Result({ checked, anchors }: { checked: Checked; anchors: readonly Anchor[] }) {
  const words = useWords('verify')
  const { report, name, bytes } = checked
  const [history, setHistory] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // A screen reader reads the verdict first.
  useEffect(() => heading.current?.focus(), [])
  const { tone, says } = verdictOf(report)
  const Shield = SHIELDS[tone]
  const stem = name.replace(/\.pdf$/i, '')
  const wasAdded = report.updates.some(({ allowed }) => !allowed) && report.sealed && report.bytes.sealed < report.bytes.total

  function lead(): string {
    if (says === 'changed' || says === 'given_file') {
      const places = [...new Set(report.problems.map(({ where }) => where))]
      const where = places.slice(0, 3).join(', ') + (places.length > 3 ? ' …' : '')
      return words(`${says}_lead`, { count: report.problems.length, where })
    }
    if (says !== 'intact') return words(`${says}_lead`)
    const time = report.seal?.time
    return time ? words('intact_lead', { time: whole(time) }) : words('intact_lead_bare')
  }

  return (
    <div className={classes.result}>
      <Preview checked={checked} />
      <div className={classes.findings}>
        <div className={classes.verdict} data-tone={tone}>
          <span className={classes.shield} aria-hidden="true">
            <Shield size={28} />
          </span>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {words(says)}
            </h1>
            <p>{lead()}</p>
          </div>
        </div>
        {(says === 'changed' || says === 'revoked' || says === 'given_file') && <Problems report={report} />}
        {report.seal !== null || report.events.length > 0 ? <Checks report={report} anchors={anchors} /> : null}
        {report.events.length > 0 && <Signers report={report} />}
        {report.leftOut.length > 0 && <LeftOut report={report} />}
        <div className={classes.actions}>
          {wasAdded && (
            <button
              type="button"
              className={shared.primary}
              onClick={() => saveAs(`${stem} (as signed).pdf`, bytes.slice(0, report.bytes.sealed), 'application/pdf')}
            >
              <FileCheck size={16} aria-hidden="true" />
              {words('save_signed')}
            </button>
          )}
          <button
            type="button"
            className={wasAdded ? shared.button : shared.primary}
            onClick={() => saveAs(`${stem} – verification.html`, reportPage(checked), 'text/html')}
          >
            <Download size={16} aria-hidden="true" />
            {words('save_report')}
          </button>
          <button
            type="button"
            className={shared.button}
            onClick={() =>
              saveAs(`${stem} – verification.json`, `${JSON.stringify({ file: name, ...report }, null, 2)}\n`, 'application/json')
            }
          >
            <Braces size={16} aria-hidden="true" />
            {words('save_json')}
          </button>
          {report.events.length > 0 && (
            <button type="button" className={shared.button} aria-expanded={history} onClick={() => setHistory(!history)}>
              <HistoryIcon size={16} aria-hidden="true" />
              {words(history ? 'hide_history' : 'read_history')}
            </button>
          )}
        </div>
        {history && <History report={report} />}
      </div>
    </div>
  )
}
