import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog, say } from '../../ui/index.ts'
import { setHold } from './calls.ts'
import classes from './evidence.module.css'

interface Props {
  readonly document: string
  readonly opened: boolean
  onClose(): void
  onChanged(): Promise<void>
}

/** Places a legal hold, with the reason that stands beside it from then on. */
export function HoldSheet({ document, opened, onClose, onChanged }: Props) {
  const words = useWords('evidence')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const place = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await setHold(document, true, reason.trim())
      say.success(words('hold_placed'))
      setReason('')
      onClose()
      await onChanged()
    } catch (thrown) {
      setProblem(messageOf(thrown, words('hold_failed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('hold_title')} centered size={440}>
      <form className={classes.form} onSubmit={(event) => void place(event)}>
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
