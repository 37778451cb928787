import { Button, Progress } from '@mantine/core'
import { Ban, RotateCcw, ShieldCheck, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { disclosed } from '#domain/kernel'
import { liveSignatories } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { recover, sealAgain } from './actions.ts'
import classes from './Banners.module.css'
import { useWatched } from './context.ts'
import { nameOf, sealingOf } from './summary.ts'

/** What is out of the ordinary: rejected, being sealed, could not be sealed, in the trash. */
export function Banners() {
  const words = useWords('progress')
  const { view, store, key, may } = useWatched()
  const rejected = view.status === 'rejected' ? liveSignatories(view).filter(({ status }) => status === 'rejected') : []
  const sealing = sealingOf(view)
  const running = Object.values(store.progress).find(({ kind, done, total }) => kind === 'sealing' && done < total)
  const failure = view.documents.map(({ sealing: state }) => state).find(({ state }) => state === 'failed')
  return (
    <>
      {view.trashed !== null && (
        <Banner kind="warning" icon={<Trash2 size={18} aria-hidden />} title={words('trashed')}>
          {may({ do: 'RestorePack' }) && (
            <Button size="sm" variant="default" onClick={() => void recover(key)}>
              {words('recover')}
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
          text={words('sealing_failed_lead', { reason: failure.final ? failure.reason : words('sealing_again') })}
        >
          <Button size="sm" variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => void sealAgain(key)}>
            {words('retry_sealing')}
          </Button>
        </Banner>
      )}
    </>
  )
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
