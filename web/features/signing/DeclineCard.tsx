import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import screen from './signing.module.css'

interface Props {
  readonly sender: string
  readonly busy: boolean
  onDecline(reason: string): void
  onCancel(): void
}

export function DeclineCard({ sender, busy, onDecline, onCancel }: Props) {
  const words = useWords('signing')
  const [reason, setReason] = useState('')
  return (
    <Card title={words('decline_title')} lead={words('decline_lead', { sender })}>
      <Textarea
        label={words('decline_reason')}
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
        <button type="button" className={screen.next} disabled={busy} onClick={() => onDecline(reason.trim())}>
          {words('decline_confirm')}
        </button>
      </div>
    </Card>
  )
}
