import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog, say, useSending } from '../../ui/index.ts'
import { setHold } from './calls.ts'
import classes from './evidence.module.css'

interface Props {
  readonly document: string
  readonly opened: boolean
  onClose(): void
  onChanged(): Promise<void>
}

/** Places a legal hold, with its reason shown from then on. */
export function HoldSheet({ document, opened, onClose, onChanged }: Props) {
  const words = useWords('evidence')
  const [reason, setReason] = useState('')
  const { busy, send } = useSending(opened)
  const [problem, setProblem] = useState<string | null>(null)
  const place = (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    void send({
      async does() {
        await setHold(document, true, reason.trim())
        say.success(words('hold_placed'))
        setReason('')
        void onChanged()
      },
      failed: words('hold_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('hold_title')} centered size={440}>
      <form className={classes.form} onSubmit={place}>
        <p>{words('hold_lead')}</p>
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          maxLength={2000}
          label={words('hold_reason')}
          description={words('hold_reason_hint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={problem}
        />
        <Answers>
          <Button variant="default" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {words('hold_place')}
          </Button>
        </Answers>
      </form>
    </Dialog>
  )
}
