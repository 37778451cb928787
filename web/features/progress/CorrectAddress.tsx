import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { Dialog, say, useSending } from '../../ui/index.ts'
import { ContactSuggestions } from '../contacts/index.ts'
import classes from './CorrectAddress.module.css'
import { correctAddress } from './calls.ts'
import { useWatched } from './context.ts'
import type { SignerRow } from './summary.ts'

/** The details typed for a signer. Only those are sent: the rest may have been corrected by somebody else meanwhile. */
interface Draft {
  readonly uuid: string | undefined
  readonly email?: string
  readonly mobile?: string
  readonly problem: string | null
}

interface Props {
  /** Whose address was asked for last: the sheet still says it while it goes. */
  readonly row: SignerRow | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** A new address for somebody who is waited for: the old link dies, a new request goes out. */
export function CorrectAddress({ row, opened, onClose }: Props) {
  const words = useWords('progress')
  const { key, view } = useWatched()
  const [draft, setDraft] = useState<Draft | null>(null)
  const { busy, send } = useSending(opened)
  const uuid = row?.signatory.uuid
  // Typed for somebody, it waits for them until it is sent.
  const typed: Draft = draft?.uuid === uuid && draft ? draft : { uuid, problem: null }
  const email = typed.email ?? disclosed(row?.signatory.email ?? '', '')
  const mobile = typed.mobile ?? disclosed(row?.signatory.mobile ?? '', '')
  const change = (what: Partial<Draft>) => setDraft({ ...typed, problem: null, ...what })

  const correct = (event: FormEvent) => {
    event.preventDefault()
    if (!uuid) return
    void send({
      async does() {
        await correctAddress(key, uuid, typed.email?.trim(), typed.mobile?.trim())
        say.success(words('corrected'))
        setDraft((now) => (now?.uuid === uuid ? null : now))
      },
      failed: words('correct_failed'),
      refused: (why) => change({ problem: why }),
      done: onClose,
    })
  }
  const channel = row?.signatory.channel ?? 'email'
  const suggested = {
    list: view.settings.contactList ?? '',
    known: { name: row?.name ?? '', email },
    // Who they are stays: only where they are written to is another.
    onPick: (contact: { readonly email: string; readonly mobile_number: string }) =>
      change({
        ...(contact.email && { email: contact.email }),
        ...(channel !== 'email' && contact.mobile_number && { mobile: contact.mobile_number }),
      }),
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={words('correct_title', { name: row?.name ?? '' })} centered size={440}>
      <form className={classes.form} onSubmit={correct} noValidate>
        <p>{words('correct_lead')}</p>
        <ContactSuggestions by="email" {...suggested}>
          <TextInput
            data-autofocus
            type="email"
            label={words('correct_email')}
            value={email}
            autoComplete="off"
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={typed.problem}
          />
        </ContactSuggestions>
        {channel !== 'email' && (
          <ContactSuggestions by="mobile_number" {...suggested}>
            <TextInput
              type="tel"
              label={words('correct_mobile')}
              value={mobile}
              autoComplete="off"
              onChange={(event) => change({ mobile: event.currentTarget.value })}
            />
          </ContactSuggestions>
        )}
        <Button type="submit" loading={busy}>
          {words('correct_submit')}
        </Button>
      </form>
    </Dialog>
  )
}
