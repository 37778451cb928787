import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import screen from './signing.module.css'

interface Props {
  readonly sender: string
  readonly busy: boolean
  onDecline(reason: string): void
  onCancel(): void
}

/** Asks for the reason, and once more where none is given: the sender has nothing else to go by. */
export function DeclineCard({ sender, busy, onDecline, onCancel }: Props) {
  const words = useWords('signing')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const given = reason.trim()
  const decline = () => {
    if (given !== '' || asked) return onDecline(given)
    setAsked(true)
    input.current?.focus()
  }
  return (
    <Card title={words('decline_title')} lead={words('decline_lead', { sender })}>
      <Textarea
        ref={input}
        label={words('decline_reason')}
        error={asked && given === '' && words('decline_reason_missing', { sender })}
        size="md"
        autosize
        minRows={3}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={screen.buttons}>
        <button type="button" className={screen.back} onClick={onCancel}>
          {words('cancel')}
        </button>
        <button type="button" className={`${screen.next} ${screen.danger}`} disabled={busy} onClick={decline}>
          {words('decline_confirm')}
        </button>
      </div>
    </Card>
  )
}
