import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import classes from './signing.module.css'

interface Props {
  readonly sender: string
  readonly workspace: string
  readonly document: string
  readonly message: string
  readonly fields: number
  readonly pages: number
  readonly consent: { readonly version: string; readonly text: string }
  readonly draftsShown: boolean
  readonly busy: boolean
  onBegin(): void
  onDecline(): void
}

/** Before anything: who asks, what for, and the consent. */
export function ConsentCard({
  sender,
  workspace,
  document,
  message,
  fields,
  pages,
  consent,
  draftsShown,
  busy,
  onBegin,
  onDecline,
}: Props) {
  const words = useWords('signing')
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  return (
    <Card title={document} lead={words('asks', { sender, workspace })}>
      <ul className={classes.facts} style={{ listStyle: 'none' }}>
        <li>{words('pages', { count: pages })}</li>
        <li>{words('fields_for_you', { count: fields })}</li>
        {draftsShown && <li>{words('drafts_shown')}</li>}
      </ul>
      {message !== '' && <p className={classes.cardLead}>{message}</p>}
      <p className={classes.consentText}>{consent.text}</p>
      <Checkbox
        size="md"
        label={words('consent_agree')}
        checked={agreed}
        error={missing && !agreed ? words('consent_needed') : undefined}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <button type="button" className={classes.back} onClick={onDecline}>
          {words('decline')}
        </button>
        <button type="button" className={classes.next} disabled={busy} onClick={() => (agreed ? onBegin() : setMissing(true))}>
          {words('begin')}
        </button>
      </div>
    </Card>
  )
}
