import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { useWords } from '../../messages/index.ts'
import { Answers, Dialog, useSending } from '../../ui/index.ts'
import { beginSupport } from '../auth/index.ts'
import classes from './support.module.css'

const address = z.email()
const MINUTES = [15, 30, 60]

/** An administrator of the installation says as whom they act, and why. */
export function ActAs({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('support')
  const { busy, send } = useSending(opened)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    initialValues: { email_address: '', reason: '', minutes: '15' },
    validate: {
      email_address: (email) => (address.safeParse(email.trim()).success ? null : words('email_required')),
      reason: (reason) => (reason.trim() ? null : words('reason_required')),
    },
  })
  const begin = (event: FormEvent) => {
    event.preventDefault()
    if (form.validate().hasErrors) return
    setProblem(null)
    const { email_address, reason, minutes } = form.values
    void send({
      does: () => beginSupport({ email_address: email_address.trim(), reason, minutes: Number(minutes) }),
      failed: words('failed'),
      refused: setProblem,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('title')} centered size={480}>
      <form className={classes.form} onSubmit={begin} noValidate>
        <p>{words('lead')}</p>
        {problem && (
          <p className={classes.problem} role="alert" data-kind="danger">
            {problem}
          </p>
        )}
        <TextInput type="email" data-autofocus label={words('email')} autoComplete="off" {...form.getInputProps('email_address')} />
        <Textarea label={words('reason')} description={words('reason_hint')} autosize minRows={2} {...form.getInputProps('reason')} />
        <NativeSelect
          label={words('minutes')}
          data={MINUTES.map((count) => ({
            value: String(count),
            label: count === 60 ? words('hour') : words('minutes_count', { count }),
          }))}
          {...form.getInputProps('minutes')}
        />
        <Answers>
          <Button type="submit" loading={busy}>
            {words('submit')}
          </Button>
        </Answers>
      </form>
    </Dialog>
  )
}
