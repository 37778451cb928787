import { Button } from '@mantine/core'
import { CopyPlus, Inbox, Link2, Mail, Mails, UserPlus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { disclosed } from '#domain/kernel'
import {
  contactOf,
  contactProblems,
  fieldsDue,
  groupOf,
  type PackState,
  type Signatory,
  signatoriesInOrder,
  signsInOrder,
  stepsInOrder,
} from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { initialsOf, signerColour } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Detail, FixLocation } from './checklist.ts'
import { PersonInputs } from './PersonInputs.tsx'
import classes from './request.module.css'
import { SignerOrder, useSignerRow } from './SignerOrder.tsx'

interface Props {
  readonly session: PackSession
  readonly view: PackState
  onAdd(): void
  onShow(place: FixLocation): void
}

/** The signers in their order, to be dragged into another. */
export function Signers({ session, view, onAdd, onShow }: Props) {
  const words = useWords('request')
  const signers = signatoriesInOrder(view)
  const copies = view.copyRecipients.filter(({ removed }) => !removed)
  return (
    <>
      {signers.length === 0 && <p className={classes.nobody}>{words('nobody')}</p>}
      <SignerOrder
        rows={signers.map(({ uuid }) => uuid)}
        className={classes.signers}
        view={session.view}
        onOrder={(order) => session.step([order])}
      >
        {signers.map((signer) => (
          <Line key={signer.uuid} session={session} view={view} signer={signer} />
        ))}
      </SignerOrder>
      <div className={classes.below}>
        <Button size="sm" variant="subtle" color="gray" leftSection={<UserPlus size={16} aria-hidden />} onClick={onAdd}>
          {words('add_signer')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          leftSection={<CopyPlus size={16} aria-hidden />}
          onClick={() => onShow({ kind: 'document', keys: [] })}
        >
          {words('add_copy')}
        </Button>
        {copies.length > 0 && (
          <span className={classes.copies}>
            <Mails size={16} aria-hidden="true" />
            {words('copy_to')}
            {copies.map((copy) => (
              <span key={copy.uuid} className={classes.token}>
                {disclosed(copy.email, '') || disclosed(copy.name, '')}
              </span>
            ))}
          </span>
        )}
      </div>
    </>
  )
}

interface LineProps extends Pick<Props, 'session' | 'view'> {
  readonly signer: Signatory
}

function Line({ session, view, signer }: LineProps) {
  const words = useWords('request')
  const role = disclosed(signer.role, '')
  const name = disclosed(signer.name, '').trim() || role
  const { ref, style, grip } = useSignerRow(signer.uuid, name)
  const { mailsAreSent } = useSession()
  const Channel = !signer.notified.signing ? Link2 : mailsAreSent ? Mail : Inbox
  const colour = signerColour(view.signatories.indexOf(signer))
  // Those of a group sign at the same time: they have one number.
  const step = stepsInOrder(view).findIndex((members) => members.includes(signer)) + 1
  const group = groupOf(view, signer.uuid)
  return (
    <li ref={ref} className={classes.signer} data-signer={signer.uuid} style={{ ...style, '--c': colour } as CSSProperties}>
      {grip}
      <span className={classes.number} aria-hidden="true">
        {signsInOrder(view) ? step : '•'}
      </span>
      <span className={classes.dot} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.person}>
        {role !== '' && disclosed(signer.name, '').trim() === '' && <span className={classes.nameless}>{role}</span>}
        <PersonInputs session={session} signer={signer} details={detailsOf(session, view, signer)} compact />
      </span>
      <span className={classes.signerAbout}>
        {role && <span>{role}</span>}
        {group && <span>{disclosed(group.name, '')}</span>}
        <span>{words('fields_count', { count: fieldsDue(view, signer.uuid).due })}</span>
        <span className={classes.channel}>
          <Channel size={14} aria-hidden="true" />
          {words(!signer.notified.signing ? 'channel_link' : mailsAreSent ? 'channel_email' : 'channel_outbox')}
        </span>
      </span>
    </li>
  )
}

/** A number is asked for where they may be reached by it, or have to be. */
function detailsOf(session: PackSession, view: PackState, signer: Signatory): readonly Detail[] {
  const contact = contactOf(signer)
  const problems = contactProblems(contact, view.settings, { defaultCountry: session.defaultCountry })
  const isByMailAlone =
    contact.channel === 'email' && contact.mobile === '' && !problems.some(({ property }) => property === 'mobile_number')
  return isByMailAlone ? ['name', 'email'] : ['name', 'email', 'mobile']
}
