import { Ban, Check, Clock, Download, FileCheck, FileKey2 } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { fileUrl } from '#contract/uploads'
import { disclosed, type Private } from '#domain/kernel'
import { type PackState, pageAddress, remainingDocuments } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { VERIFY_PAGE } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import classes from './EndCards.module.css'
import { FileToSave } from './FileToSave.tsx'
import { Onward } from './Onward.tsx'
import { PendingList } from './PendingList.tsx'
import type { Pending } from './pending.ts'
import { Supporting } from './Supporting.tsx'
import screen from './signing.module.css'
import toast from './Toast.module.css'

/** How long the word of thanks just after signing stays (D-081). */
const POPOVER_MS = 10_000

interface DoneProps {
  readonly view: PackState
  readonly sender: string
  /** Signed on the host's device: its way back. */
  readonly handBack: ReactNode
  /** It was this page that signed, and not an earlier one. */
  readonly justSigned: boolean
  /** They sign next too, in another role. */
  readonly next: string | null
}

export function DoneCard({ view, sender, handBack, justSigned, next }: DoneProps) {
  const words = useWords('signing')
  const [popover, setPopover] = useState(true)
  useEffect(() => {
    if (!justSigned) return
    const timer = window.setTimeout(() => setPopover(false), POPOVER_MS)
    return () => window.clearTimeout(timer)
  }, [justSigned])
  const everybody = view.status === 'complete'
  const sealed = everybody && remainingDocuments(view).every((document) => document.sealing.state === 'sealed')
  const declined = view.status === 'rejected'
  // Of several, each by its name.
  const named = (name: Private<string>) => ({ count: view.documents.length, name: disclosed(name, '') })
  const address = disclosed(view.settings.postSigningUrl, '')
  const onward = useMemo(() => pageAddress(address), [address])
  return (
    <div className={screen.screen}>
      <Card
        mark={declined ? <Ban size={24} /> : <Check size={24} />}
        isBad={declined}
        title={words('done_title')}
        lead={words(declined ? 'done_declined' : sealed ? 'done_ready' : everybody ? 'done_all' : 'done_lead', { sender })}
      >
        {handBack}
        {next !== null && (
          <a className={screen.next} href={next}>
            <span>{words('sign_next_too')}</span>
          </a>
        )}
        {everybody &&
          !handBack &&
          view.documents.map(({ key, name, sealing }) =>
            sealing.state === 'sealed' ? (
              <FileToSave
                key={key}
                className={screen.next}
                icon={<Download size={18} aria-hidden="true" />}
                label={words('download', named(name))}
                path={fileUrl(sealing.file)}
                filename={`${disclosed(name, 'document')}.signed.pdf`}
              />
            ) : (
              <button key={key} type="button" className={screen.next} disabled>
                <Download size={18} aria-hidden="true" />
                <span>{words('download_waiting', named(name))}</span>
              </button>
            ),
          )}
        {sealed &&
          !handBack &&
          view.documents.map(({ key, name }) => (
            <FileToSave
              key={key}
              className={`${screen.quiet} ${classes.alone}`}
              icon={<FileKey2 size={18} aria-hidden="true" />}
              label={words('disclosures', named(name))}
              path={`/app/evidence/${key}/disclosures`}
              filename={`${disclosed(name, 'document')}.disclosures.json`}
            />
          ))}
        {sealed && !handBack && (
          <a className={`${screen.quiet} ${classes.alone}`} href={VERIFY_PAGE} target="_blank" rel="noopener">
            <FileCheck size={18} aria-hidden="true" />
            <span>{words('verify')}</span>
          </a>
        )}
        {!handBack && <Supporting view={view} />}
        {onward && !handBack && <Onward key={String(justSigned)} to={onward} byItself={justSigned} />}
      </Card>
      {justSigned && popover && (
        <div className={classes.lastWord}>
          <div className={toast.toast} role="status">
            <p>{words('done_popover', { sender })}</p>
          </div>
        </div>
      )}
    </div>
  )
}

export function RejectedCard({ sender, handBack }: { readonly sender: string; readonly handBack: ReactNode }) {
  const words = useWords('signing')
  return (
    <div className={screen.screen}>
      <Card title={words('rejected_title')} lead={words('rejected_lead', { sender })}>
        {handBack}
      </Card>
    </div>
  )
}

interface LaterProps {
  /** null where only the link leads back */
  readonly onResume: (() => void) | null
  readonly handBack?: ReactNode
  readonly pending?: Pending
}

export function LaterCard({ onResume, handBack = null, pending = [] }: LaterProps) {
  const words = useWords('signing')
  return (
    <div className={screen.screen}>
      <Card mark={<Clock size={24} />} title={words('later_title')} lead={words(handBack ? 'later_lead_in_person' : 'later_lead')}>
        {handBack}
        {onResume && (
          <button type="button" className={screen.next} onClick={onResume}>
            {words('later_resume')}
          </button>
        )}
        <PendingList pending={pending} />
      </Card>
    </div>
  )
}
