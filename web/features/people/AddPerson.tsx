import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import classes from './AddPerson.module.css'
import { addMember } from './calls.ts'

interface AddPersonProps {
  readonly account: string
  /** Only administrators make others administrators. */
  readonly administers: boolean
  readonly opened: boolean
  readonly onClose: () => void
  readonly onAdded: () => void
}

const address = z.email()

export function AddPerson({ account, administers, opened, onClose, onAdded }: AddPersonProps) {
  const words = useWords('people')
  const { busy, send } = useSending(opened)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    initialValues: { first_name: '', last_name: '', email_address: '', is_admin: false },
    validate: {
      first_name: (name) => (name.trim() ? null : words('name_required')),
      email_address: (email) => (address.safeParse(email.trim()).success ? null : words('email_required')),
    },
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (form.validate().hasErrors) return
    setProblem(null)
    const person = { ...form.values, email_address: form.values.email_address.trim() }
    void send({
      async does() {
        await addMember(account, person)
        say.success(words('added', { name: `${person.first_name} ${person.last_name}`.trim() }))
        onAdded()
        form.reset()
      },
      failed: words('add_failed'),
      refused: setProblem,
      done: onClose,
    })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('add_title')} centered size={440}>
      <form className={classes.form} onSubmit={add} noValidate>
        <p>{words('add_lead')}</p>
        {problem && (
          <p className={classes.problem} role="alert" data-kind="danger">
            {problem}
          </p>
        )}
        <div className={classes.pair}>
          <TextInput data-autofocus label={words('first_name')} {...form.getInputProps('first_name')} />
          <TextInput label={words('last_name')} {...form.getInputProps('last_name')} />
        </div>
        <TextInput type="email" label={words('email')} {...form.getInputProps('email_address')} />
        {administers && (
          <Checkbox
            label={words('is_admin')}
            description={words('is_admin_hint')}
            {...form.getInputProps('is_admin', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" loading={busy}>
          {words('add_submit')}
        </Button>
      </form>
    </Dialog>
  )
}
