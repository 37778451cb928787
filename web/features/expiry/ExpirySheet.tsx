import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { documentSavedAnswer } from '#contract/documents'
import { type Expiry, expiryDayInWords } from '#domain/pack'
import { http } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import { ExpiryInputs, isPastDay, type Until } from './ExpiryInputs.tsx'
import classes from './expiry.module.css'

interface Props {
  readonly document: string
  readonly expiry: Pick<Expiry, 'day' | 'remindDays'> | undefined
  readonly opened: boolean
  onClose(): void
}

/** The date of a request that is out: a later one lets signers go on where they were. */
export function ExpirySheet({ document, expiry, opened, onClose }: Props) {
  const words = useWords('expiry')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} centered size={440}>
      <Form document={document} expiry={expiry} opened={opened} onClose={onClose} />
    </Dialog>
  )
}

function Form({ document, expiry, opened, onClose }: Props) {
  const words = useWords('expiry')
  const [until, setUntil] = useState<Until>({ day: expiry?.day ?? '', remindDays: expiry ? expiry.remindDays : 3 })
  const { busy, send } = useSending(opened)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPastDay(until.day)) return
    void send({
      async does() {
        await http.post(`/app/documents/${document}/update_document`, documentSavedAnswer, {
          data: { expires_on: until.day || null, expiry_reminder_days: until.day ? until.remindDays : null },
        })
        say.success(until.day ? words('saved', { day: expiryDayInWords(until.day) }) : words('removed'))
      },
      failed: words('failed'),
      refused: (why) => void say.danger(why),
      done: onClose,
    })
  }
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <p>{words('lead')}</p>
      <ExpiryInputs value={until} onChange={setUntil} />
      <Button type="submit" loading={busy}>
        {words('save')}
      </Button>
    </form>
  )
}
