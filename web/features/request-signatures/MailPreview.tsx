import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Correspondent } from '#contract/mail-content'
import { requestParts } from '#contract/request-mail'
import { disclosed } from '#domain/kernel'
import { asFilled, type PackState, signatoriesInOrder } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import classes from './preview.module.css'

/** Who asks, as the recipient knows them. */
export interface Sender extends Correspondent {
  readonly workspace: string
}
interface Props {
  readonly id: string
  readonly view: PackState
  readonly sender: Sender
}

/** The mail as one of the signers gets it: made of the very words that are sent. */
export function MailPreview({ id, view, sender }: Props) {
  const words = useWords('request')
  const signers = signatoriesInOrder(view)
  const [chosen, setChosen] = useState<string | null>(null)
  const signatory = signers.find(({ uuid }) => uuid === chosen) ?? signers[0]
  if (!signatory) {
    return (
      <p id={id} className={classes.nobody}>
        {words('preview_nobody')}
      </p>
    )
  }
  const { subject, before, button, after } = requestParts({ state: asFilled(view), signatory, sender, link: '' })
  return (
    <section id={id} className={classes.preview} aria-label={words('preview_title')}>
      <header className={classes.head}>
        <Select
          size="sm"
          aria-label={words('preview_for')}
          allowDeselect={false}
          value={signatory.uuid}
          data={signers.map(({ uuid, name, role }) => ({ value: uuid, label: disclosed(name, '').trim() || disclosed(role, '') }))}
          onChange={setChosen}
        />
        <span className={classes.to}>
          {signatory.notified.signing ? words('preview_to', { address: disclosed(signatory.email, '') || '…' }) : words('preview_unmailed')}
        </span>
      </header>
      <p className={classes.subject}>{subject}</p>
      {before.map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
      <p>
        <span className={classes.button}>{button.label}</span>
      </p>
      {after.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}
