import { Button, Progress } from '@mantine/core'
import {
  Ban,
  CalendarClock,
  CalendarX2,
  CheckCheck,
  Gavel,
  Link2Off,
  RotateCcw,
  Send,
  ShieldCheck,
  Trash2,
  TriangleAlert,
  UserX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { expiryDayInWords, hasExpired, liveSignatories, nobodyIsLeft, signatoryOf, signedBeforeRejection } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { exactTime } from '../../ui/index.ts'
import { requestAgain } from '../documents/index.ts'
import { type HoldState, renewalOf } from '../evidence/index.ts'
import { ExpirySheet } from '../expiry/index.ts'
import { markComplete, recover, sealAgain } from './actions.ts'
import classes from './Banners.module.css'
import { useWatched } from './context.ts'
import { linkless, nameOf, sealingOf } from './summary.ts'

/** What is out of the ordinary: rejected, nobody left to sign, being sealed, could not be sealed, in the trash, under a hold. */
export function Banners({ hold }: { hold: HoldState['hold'] }) {
  const words = useWords('progress')
  const evidence = useWords('evidence')
  const { view, store, key, may } = useWatched()
  const rejected = view.status === 'rejected' ? liveSignatories(view).filter(({ status }) => status === 'rejected') : []
  const sealing = sealingOf(view)
  const running = Object.values(store.progress).find(({ kind, done, total }) => kind === 'sealing' && done < total)
  const renewal = renewalOf(view)
  const cutOff = linkless(view)
  const [extending, setExtending] = useState(false)
  const failure = view.documents.map(({ sealing: state }) => state).find(({ state }) => state === 'failed')
  const because = ({ reason, details, final }: { reason: string; details: string | null; final: boolean }) =>
    `${words(reasonIn(reason), { details: details ?? '' }).trim()} ${final ? '' : words('sealing_again')}`.trim()
  return (
    <>
      {hold && (
        <Banner
          kind="info"
          icon={<Gavel size={18} aria-hidden />}
          title={evidence('held', { date: exactTime(hold.date) })}
          text={hold.reason || evidence('held_lead')}
        />
      )}
      {view.trashed !== null && (
        <Banner kind="warning" icon={<Trash2 size={18} aria-hidden />} title={words('trashed')}>
          {may({ do: 'RestorePack' }) && (
            <Button size="sm" variant="default" onClick={() => void recover(key, view)}>
              {words('recover')}
            </Button>
          )}
        </Banner>
      )}
      {hasExpired(view) && view.expiry && view.trashed === null && (
        <Banner
          kind="warning"
          icon={<CalendarX2 size={18} aria-hidden />}
          title={words('expired', { day: expiryDayInWords(view.expiry.day) })}
          text={words('expired_lead')}
        >
          {may({ do: 'SetExpiry', day: null, remindDays: null }) && (
            <Button size="sm" variant="default" leftSection={<CalendarClock size={14} aria-hidden />} onClick={() => setExtending(true)}>
              {words('extend')}
            </Button>
          )}
        </Banner>
      )}
      <ExpirySheet document={key} expiry={view.expiry} opened={extending} onClose={() => setExtending(false)} />
      {cutOff.length > 0 && (
        <Banner
          kind="warning"
          icon={<Link2Off size={18} aria-hidden />}
          title={words('links_ended')}
          text={words('links_ended_lead', { names: new Intl.ListFormat('en').format(cutOff), count: cutOff.length })}
        >
          {may({ do: 'ResendRequest', signatory: '', request: '' }) && (
            <Button size="sm" variant="default" leftSection={<Send size={14} aria-hidden />} onClick={() => void requestAgain([key])}>
              {words('request_again')}
            </Button>
          )}
        </Banner>
      )}
      {rejected.map((signatory) => (
        <Banner
          key={signatory.uuid}
          kind="danger"
          icon={<Ban size={18} aria-hidden />}
          title={words('rejected_by', { name: nameOf(signatory) })}
          text={disclosed(signatory.rejectionReason, '')}
        />
      ))}
      {view.status !== 'rejected' &&
        view.documents.map(({ key: child, name, rejected: one }) => {
          const by = one && signatoryOf(view, one.by)
          if (!by) return null
          const before = signedBeforeRejection(view, child).flatMap((uuid) => signatoryOf(view, uuid) ?? [])
          const reason = disclosed(one.reason, '')
          return (
            <Banner
              key={child}
              kind="danger"
              icon={<Ban size={18} aria-hidden />}
              title={words('document_rejected', { name: nameOf(by), document: disclosed(name, '') })}
              text={
                before.length > 0 ? words('signed_before', { reason, names: new Intl.ListFormat('en').format(before.map(nameOf)) }) : reason
              }
            />
          )
        })}
      {nobodyIsLeft(view) && view.trashed === null && (
        <Banner kind="warning" icon={<UserX size={18} aria-hidden />} title={words('nobody_left')} text={words('nobody_left_lead')}>
          {may({ do: 'MarkAsComplete' }) && (
            <Button
              size="sm"
              variant="default"
              leftSection={<CheckCheck size={14} aria-hidden />}
              onClick={() => void markComplete(key, store.revision)}
            >
              {words('mark_complete')}
            </Button>
          )}
        </Banner>
      )}
      {sealing === 'running' && view.status === 'complete' && (
        <Banner
          kind="info"
          icon={<ShieldCheck size={18} aria-hidden />}
          title={running ? words('sealing_pages', { done: String(running.done), total: String(running.total) }) : words('sealing')}
          text={words('sealing_lead')}
          below={
            <Progress
              size={4}
              radius={2}
              value={running ? (running.done / running.total) * 100 : 100}
              animated={!running}
              striped={!running}
              aria-label={words('sealing')}
            />
          }
        />
      )}
      {sealing === 'failed' && failure?.state === 'failed' && (
        <Banner
          kind="danger"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={words('sealing_failed')}
          text={words('sealing_failed_lead', { reason: because(failure) })}
        >
          <Button size="sm" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => void sealAgain(key)}>
            {words('retry_sealing')}
          </Button>
        </Banner>
      )}
      {renewal.state === 'running' && (
        <Banner
          kind="info"
          icon={<ShieldCheck size={18} aria-hidden />}
          title={evidence('renewing')}
          text={evidence('renewing_lead')}
          below={<Progress size={4} radius={2} value={100} animated striped aria-label={evidence('renewing')} />}
        />
      )}
      {renewal.state === 'failed' && (
        <Banner
          kind="danger"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={evidence('renewal_failed')}
          text={evidence('renewal_failed_lead', { reason: because(renewal) })}
        >
          <Button size="sm" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => void sealAgain(key)}>
            {words('retry_sealing')}
          </Button>
        </Banner>
      )}
    </>
  )
}

const REASONS = [
  'no-space',
  'took-too-long',
  'took-too-much-memory',
  'certificate',
  'revoked',
  'revocation-service',
  'timestamp-authority',
  'damaged',
] as const

/** Why a document could not be sealed, as the catalogue knows it. */
function reasonIn(code: string) {
  const known = REASONS.find((reason) => reason === code)
  return known ? (`sealing_${known}` as const) : ('sealing_internal' as const)
}

interface BannerProps {
  readonly kind: 'info' | 'warning' | 'danger'
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  readonly below?: ReactNode
  readonly children?: ReactNode
}

function Banner({ kind, icon, title, text, below, children }: BannerProps) {
  return (
    <section className={classes.banner} data-kind={kind} role="status">
      {icon}
      <div className={classes.text}>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {below}
      </div>
      {children}
    </section>
  )
}
