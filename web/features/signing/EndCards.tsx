import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import classes from './signing.module.css'

/** How long the word that the signature was recorded stays (D-081). */
const POPOVER_MS = 10_000

export function DoneCard({
  view,
  sender,
  download,
}: {
  readonly view: PackState
  readonly sender: string
  download(file: string, filename: string): void
}) {
  const words = useWords('signing')
  const [popover, setPopover] = useState(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setPopover(false), POPOVER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const everybody = view.status === 'complete'
  const sealed = everybody && view.documents.every((document) => document.sealing.state === 'sealed')
  const onward = disclosed(view.settings.postSigningUrl, '')
  return (
    <div className={classes.screen}>
      <Card
        title={words('done_title')}
        lead={sealed ? words('done_ready') : everybody ? words('done_all') : words('done_lead', { sender })}
      >
        {everybody &&
          view.documents.map(({ key, name, sealing }) => (
            <button
              key={key}
              type="button"
              className={classes.next}
              disabled={sealing.state !== 'sealed'}
              onClick={() => sealing.state === 'sealed' && download(sealing.file, `${disclosed(name, 'document')}.pdf`)}
            >
              <Download size={18} aria-hidden="true" />
              <span>{sealing.state === 'sealed' ? words('download') : words('download_waiting')}</span>
            </button>
          ))}
        {onward !== '' && (
          <a className={classes.quiet} href={onward} rel="noreferrer">
            {words('continue_to')}
          </a>
        )}
      </Card>
      {popover && (
        <p className={classes.toast} role="status">
          {words('done_popover')}
        </p>
      )}
    </div>
  )
}

export function RejectedCard({ sender }: { readonly sender: string }) {
  const words = useWords('signing')
  return (
    <div className={classes.screen}>
      <Card title={words('rejected_title')} lead={words('rejected_lead', { sender })} />
    </div>
  )
}

export function LaterCard({ onResume }: { onResume(): void }) {
  const words = useWords('signing')
  return (
    <div className={classes.screen}>
      <Card title={words('later_title')} lead={words('later_lead')}>
        <button type="button" className={classes.next} onClick={onResume}>
          {words('later_resume')}
        </button>
      </Card>
    </div>
  )
}
