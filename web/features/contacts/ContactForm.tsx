import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { CONTACT_REFUSALS, type ContactRefusalCode, contactDetails } from '#domain/contacts'
import { HttpRefused } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import classes from './AddressBook.module.css'
import { addContact, type ContactRecord, changeContact } from './calls.ts'

interface Props {
  /** null: somebody new. */
  readonly contact: ContactRecord | null
  /** Into which somebody new comes, too; '': into none. */
  readonly list: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved: () => void
}
const NOBODY = { name: '', email: '', mobile_number: '' }
type Problem = { readonly code: string; readonly message: string }

export function ContactForm({ contact, list, opened, onClose, onSaved }: Props) {
  const words = useWords('contacts')
  const { busy, send } = useSending(opened)
  const [typed, setTyped] = useState(NOBODY)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (!opened) return
    setProblem(null)
    setTyped(contact ? { name: contact.name, email: contact.email, mobile_number: contact.mobile_number } : NOBODY)
  }, [opened, contact])

  const change = (what: Partial<typeof NOBODY>) => {
    setTyped({ ...typed, ...what })
    setProblem(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wrong = wrongWith(typed)
    if (wrong) return setProblem({ code: wrong, message: CONTACT_REFUSALS[wrong].says })
    const name = typed.name.trim() || typed.email.trim() || typed.mobile_number.trim()
    void send({
      async does() {
        try {
          await (contact ? changeContact(contact.key, typed) : addContact(typed, list ? [list] : []))
        } catch (thrown) {
          if (thrown instanceof HttpRefused) setProblem({ code: thrown.code, message: thrown.message })
          throw thrown
        }
        say.success(words(contact ? 'changed' : 'added', { name }))
        onSaved()
      },
      failed: words('save_failed'),
      refused: (message) => setProblem((now) => now ?? { code: '', message }),
      done: onClose,
    })
  }
  const at = (...codes: readonly string[]) => (problem && codes.includes(problem.code) ? problem.message : null)
  const elsewhere =
    problem && !at('contact-email-invalid', 'contact-mobile-invalid', 'contact-name-too-long', 'contact-address-missing', 'contact-twice')
  return (
    <Dialog opened={opened} onClose={onClose} title={words(contact ? 'edit_title' : 'add_title')} centered size={440}>
      <form className={classes.form} onSubmit={save} noValidate>
        {contact && <p>{words('edit_lead')}</p>}
        {elsewhere && (
          <p className={classes.problem} role="alert">
            {problem.message}
          </p>
        )}
        <TextInput
          data-autofocus
          label={words('name')}
          value={typed.name}
          maxLength={200}
          autoComplete="off"
          error={at('contact-name-too-long')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          type="email"
          label={words('email')}
          value={typed.email}
          maxLength={320}
          autoComplete="off"
          error={at('contact-email-invalid', 'contact-address-missing', 'contact-twice')}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <TextInput
          type="tel"
          label={words('mobile')}
          description={words('mobile_hint')}
          value={typed.mobile_number}
          maxLength={50}
          autoComplete="off"
          error={at('contact-mobile-invalid')}
          onChange={(event) => change({ mobile_number: event.currentTarget.value })}
        />
        <Button type="submit" loading={busy}>
          {words('save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The checks possible here. The server knows the country of a number without a code. */
function wrongWith({ name, email, mobile_number: mobile }: typeof NOBODY): ContactRefusalCode | null {
  if (email.trim() === '' && mobile.trim() === '') return 'contact-address-missing'
  if (email.trim() === '') return null
  const judged = contactDetails({ name, email, mobile: '' }, '')
  return typeof judged === 'string' ? judged : null
}
