import { Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Card } from './Card.tsx'
import classes from './DeclineCard.module.css'
import screen from './signing.module.css'

interface Props {
  readonly sender: string
  readonly busy: boolean
  /** Each may be declined alone; none where only all may. */
  readonly documents: readonly { readonly key: string; readonly name: string }[]
  readonly problem: string | null
  /** null: all of it. */
  onDecline(reason: string, document: string | null): void
  onCancel(): void
}

/** Asks for the reason, and once more where none is given: the sender has nothing else to go by. */
export function DeclineCard({ sender, documents, busy, problem, onDecline, onCancel }: Props) {
  const words = useWords('signing')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [document, setDocument] = useState<string | null>(null)
  const group = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const given = reason.trim()
  const decline = () => {
    if (given !== '' || asked) return onDecline(given, document)
    setAsked(true)
    input.current?.focus()
  }
  return (
    <Card title={words('decline_title')} lead={words(document === null ? 'decline_lead' : 'decline_one_lead', { sender })}>
      {documents.length > 1 && (
        <fieldset className={classes.which}>
          <legend>{words('decline_which')}</legend>
          {[{ key: null, name: '' }, ...documents].map(({ key, name }) => (
            <label key={key}>
              <input type="radio" name={group} checked={document === key} onChange={() => setDocument(key)} />
              <span dir="auto">{key === null ? words('decline_all') : words('decline_one', { name })}</span>
            </label>
          ))}
        </fieldset>
      )}
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
      {problem && (
        <p className={screen.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={screen.buttons}>
        <button type="button" className={screen.back} onClick={onCancel}>
          {words('cancel')}
        </button>
        <button type="button" className={`${screen.next} ${screen.danger}`} disabled={busy} onClick={decline}>
          {words(document === null ? 'decline_confirm' : 'decline_one_confirm')}
        </button>
      </div>
    </Card>
  )
}
