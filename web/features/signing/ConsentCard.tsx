import { Checkbox } from '@mantine/core'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { expiryDayInWords } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import classes from './ConsentCard.module.css'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'

interface Props {
  readonly session: OpenedSession
  /** Their name; '' where it is not known. */
  readonly signer: string
  readonly document: string
  readonly message: string
  /** The last day on which it can be signed; null: without end. */
  readonly until: string | null
  readonly fields: number
  readonly pages: number
  readonly busy: boolean
  onRead(): void
  onBegin(): void
  onDecline(): void
}

/** Before anything: who asks, what for, and the consent. */
export function ConsentCard({ session, signer, document, message, until, fields, pages, busy, onRead, onBegin, onDecline }: Props) {
  const words = useWords('signing')
  const { sender_name: sender, workspace_name: workspace, consent } = session
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  return (
    <Card title={document} lead={words('asks', { sender, workspace })}>
      {session.in_person && <p className={classes.handOver}>{words('in_person_lead', { name: signer || words('the_signer') })}</p>}
      <ul className={classes.facts} style={{ listStyle: 'none' }}>
        <li>{words('pages', { count: pages })}</li>
        <li>{words('fields_for_you', { count: fields })}</li>
        {until && <li>{words('sign_until', { day: expiryDayInWords(until) })}</li>}
        {session.drafts_shown_to_team && <li>{words('drafts_shown')}</li>}
      </ul>
      <button type="button" className={`${screen.back} ${classes.read}`} onClick={onRead}>
        <BookOpen size={18} aria-hidden="true" />
        {words('read_first')}
      </button>
      {message !== '' && <blockquote className={classes.message}>{message}</blockquote>}
      <p className={classes.consentText}>{consent.text}</p>
      <Checkbox
        size="md"
        label={words('consent_agree')}
        checked={agreed}
        error={missing && !agreed ? words('consent_needed') : undefined}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <div className={screen.buttons}>
        <button type="button" className={screen.back} onClick={onDecline}>
          {words('decline')}
        </button>
        <button type="button" className={screen.next} disabled={busy} onClick={() => (agreed ? onBegin() : setMissing(true))}>
          {words('begin')}
        </button>
      </div>
    </Card>
  )
}
