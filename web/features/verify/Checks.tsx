import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProblemCode, Report } from '#pdf/verification'
import { useWords } from '../../messages/index.ts'
import classes from './Checks.module.css'
import { Fingerprint } from './Fingerprint.tsx'
import type { Anchor } from './installation.ts'
import { counted } from './sizes.ts'
import { whole } from './times.ts'
import shared from './verify.module.css'

type Tone = 'ok' | 'unknown' | 'no'
const ICONS = { ok: CircleCheck, unknown: CircleAlert, no: CircleX } as const
const HISTORY: readonly ProblemCode[] = ['history', 'event', 'event-order', 'event-missing', 'event-added', 'disclosure']

/** The four things that were looked at: bytes, seal, history, time. */
export function Checks({ report, anchors }: { report: Report; anchors: readonly Anchor[] }) {
  const words = useWords('verify')
  const { bytes, seal, events, timestamps, head, disclosures, document } = report
  const ofFile = report.problems.filter(({ beside }) => !beside)
  const has = (...codes: readonly ProblemCode[]) => ofFile.some(({ code }) => codes.includes(code))
  const unchanged = report.intact || ofFile.length === 0
  const newer = report.problems.find(({ code }) => code === 'newer-version')
  const own = anchors.some(({ fingerprint }) => fingerprint === seal?.fingerprint)
  return (
    <section className={shared.card} aria-label={words('title')}>
      <Row tone={has('bytes', 'page', 'attachment', 'update') || bytes.covered < bytes.total ? 'no' : 'ok'} name={words('bytes')}>
        {bytesWords()}
        {document && document.added.seal + document.added.audit > 0 && (
          <span className={classes.line}>{words('pages_added', document.added)}</span>
        )}
      </Row>
      <Row
        tone={!seal || has('signature', 'certificate') ? 'no' : unchanged && !report.trusted && !own ? 'unknown' : 'ok'}
        name={words('seal')}
      >
        {!seal || has('signature')
          ? words('seal_broken')
          : words(own && unchanged ? 'seal_own' : unchanged ? 'seal_unknown' : 'seal_genuine', {
              name: seal.name,
              level: seal.level,
            })}
        {seal?.unvouched.map((name) => ` ${words('unvouched', { name })}`)}
        {seal && <Fingerprint of={seal.fingerprint} label={words('fingerprint')} />}
      </Row>
      <Row tone={has(...HISTORY) || events.length === 0 ? 'no' : newer ? 'unknown' : 'ok'} name={words('history')}>
        {historyWords()}
        {head !== null && (
          <span className={shared.mono}>
            <span className="visually-hidden">{`${words('head')}: `}</span>
            {head}
          </span>
        )}
      </Row>
      {(timestamps.length > 0 || has('timestamp')) && (
        <Row tone={has('timestamp') ? 'no' : timestamps.every(({ trusted }) => trusted) ? 'ok' : 'unknown'} name={words('anchor')}>
          {has('timestamp') && words('anchor_changed')}
          {timestamps.map(({ of, time, authority, trusted, unvouched }) => (
            <span key={`${of} ${time}`} className={classes.line}>
              {words(of === 'seal' ? 'anchor_seal' : 'anchor_file', { time: whole(time), authority })}
              {!trusted && ` ${words('anchor_unknown')}`}
              {unvouched.map((name) => ` ${words('unvouched', { name })}`)}
            </span>
          ))}
        </Row>
      )}
      {report.revocations.length > 0 && (
        <Row
          tone={has('revoked') ? 'no' : report.revocations.some(({ status }) => status === 'unknown') ? 'unknown' : 'ok'}
          name={words('revocation')}
        >
          {report.revocations.map(({ of, fingerprint, certificate, status, authority, time, revoked }) => (
            <span key={`${of} ${fingerprint}`} className={classes.line}>
              {words(`revocation_${status}`, {
                certificate,
                authority: authority ?? '',
                time: time ? whole(time) : '',
                revoked: revoked ? whole(revoked) : '',
              })}
            </span>
          ))}
        </Row>
      )}
      {report.anchors.length > 0 && (
        <Row tone={report.anchors.every(({ right }) => right) ? 'ok' : 'no'} name={words('anchors')}>
          {report.anchors.map(({ number, time, event, right, timestamp }) => (
            <span key={`${number} ${event}`} className={classes.line}>
              {right ? words('anchors_right', { time: whole(time), number: String(number), event: String(event) }) : words('anchors_wrong')}
              {right && timestamp && ` ${words('anchors_stamped', { time: whole(timestamp.time), authority: timestamp.authority })}`}
            </span>
          ))}
        </Row>
      )}
      {disclosures.given > 0 && (
        <Row tone={disclosures.right === disclosures.given ? 'ok' : 'no'} name={words('disclosures')}>
          {words('disclosures_words', { right: String(disclosures.right), given: String(disclosures.given) })}
        </Row>
      )}
    </section>
  )

  function historyWords(): string {
    if (events.length === 0) return words('history_none')
    if (has(...HISTORY)) return words('history_changed')
    if (newer) return words('history_newer', { number: /\d+/.exec(newer.where)?.[0] ?? '' })
    return words('history_fine', { count: events.length })
  }
  function bytesWords(): string {
    const outside = bytes.total - Math.max(bytes.covered, 0)
    if (bytes.covered === bytes.total && bytes.sealed === bytes.total) return words('bytes_all', { total: counted(bytes.total) })
    if (bytes.covered === bytes.total) return words('bytes_later', { total: counted(bytes.total), sealed: counted(bytes.sealed) })
    if (bytes.covered === 0) return words('bytes_changed')
    return words('bytes_outside', { outside: counted(outside), total: counted(bytes.total) })
  }
}

function Row({ tone, name, children }: { tone: Tone; name: string; children: ReactNode }) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.row} data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <h2>{name}</h2>
      <div className={classes.what}>{children}</div>
    </div>
  )
}
