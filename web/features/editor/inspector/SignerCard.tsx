import { NativeSelect } from '@mantine/core'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { disclosed } from '#domain/kernel'
import { fieldsDue, fieldsOf, groupColour, groupOf, groupsOf, type Signatory } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { confirm, DraftInput, IconButton, signerColour } from '../../../ui/index.ts'
import { intoGroup, moved, PersonInputs, useSignerRow } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { PersonDot } from '../view/PersonDot.tsx'
import { callOf } from '../view/people.ts'
import { ChannelPicker } from './Channel.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

interface CardProps {
  readonly signer: Signatory
  readonly open: boolean
  onToggle(): void
}

/** One signer in the order, with the details folded away. */
export function SignerCard({ signer, open, onToggle }: CardProps) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { uuid: signatory } = signer
  const name = callOf(signer)
  const { ref, style, grip } = useSignerRow(signatory, name)
  const due = useView((view) => fieldsDue(view, signatory).due)
  const group = useView((view) => groupOf(view, signatory))
  const hue = useView((view) => (group ? groupColour(view, group.uuid) : null))
  const earlier = useView((view) => moved(view, signatory, -1) !== null)
  const later = useView((view) => moved(view, signatory, 1) !== null)
  const move = (by: -1 | 1) => {
    const order = moved(editor.view(), signatory, by)
    if (order) editor.step([order])
  }
  const remove = async () => {
    const count = fieldsOf(editor.view(), signatory).length
    const text = `${words('remove_refused')}. ${words('remove_text', { name, count })}`
    if (count > 0 && !(await confirm({ title: words('remove_title'), text, yes: words('remove_yes'), danger: true }))) return
    editor.step([{ do: 'RemoveSignatory', signatory, withFields: count > 0 }])
  }
  return (
    <li
      ref={ref}
      className={classes.card}
      data-signer={signatory}
      data-open={open || undefined}
      data-in-group={group?.uuid}
      style={hue === null ? style : ({ ...style, '--c': hue === 0 ? 'var(--signer-more)' : signerColour(hue - 1) } as CSSProperties)}
    >
      <div className={classes.cardHead}>
        {grip}
        <PersonDot assignee={signatory} />
        <button type="button" className={classes.who} aria-expanded={open} onClick={onToggle}>
          <b dir="auto">{name}</b>
          <small>
            {disclosed(signer.role, '') === name ? '' : `${disclosed(signer.role, '')} · `}
            {words('fields_count', { count: due })}
          </small>
        </button>
        <div className={classes.order}>
          <IconButton
            icon={ArrowUp}
            size="sm"
            iconSize={16}
            name={words('earlier', { name })}
            disabled={!earlier}
            onClick={() => move(-1)}
          />
          <IconButton icon={ArrowDown} size="sm" iconSize={16} name={words('later', { name })} disabled={!later} onClick={() => move(1)} />
          <IconButton icon={Trash2} size="sm" iconSize={16} name={words('remove_signer', { name })} onClick={() => void remove()} />
        </div>
      </div>
      {open && <SignerDetails signer={signer} />}
    </li>
  )
}

/** Saved by the delay for a detail that is being edited; no undo step, since they are no part of the page. */
function SignerDetails({ signer }: { readonly signer: Signatory }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { session } = editor
  const { uuid: signatory } = signer
  const groups = useView(groupsOf)
  const group = useView((view) => groupOf(view, signatory)?.uuid ?? '')
  return (
    <div className={classes.details}>
      <DraftInput
        label={words('role')}
        value={disclosed(signer.role, '')}
        maxLength={200}
        onCommit={(role) => session.do({ do: 'SetSignatoryRole', signatory, role }, 'typing')}
      />
      {groups.length > 0 && (
        <NativeSelect
          label={words('group')}
          value={group}
          data={[
            { value: '', label: words('group_none') },
            ...groups.map(({ uuid, name }) => ({ value: uuid, label: disclosed(name, '') })),
          ]}
          onChange={(event) => editor.step([intoGroup(editor.view(), signatory, event.currentTarget.value || null)])}
        />
      )}
      <PersonInputs session={session} signer={signer} details={['name', 'email', 'mobile']} />
      <ChannelPicker signer={signer} />
      <div>
        <Switched
          label={words('notify_signing')}
          hint={signer.notified.signing ? '' : words('notify_signing_off')}
          on={signer.notified.signing}
          onChange={(on) => session.do({ do: 'SwitchNotifications', signatory, about: 'signing', on })}
        />
        <Switched
          label={words('notify_viewing')}
          on={signer.notified.viewing}
          onChange={(on) => session.do({ do: 'SwitchNotifications', signatory, about: 'viewing', on })}
        />
        <Switched
          label={words('optional')}
          hint={signer.optional ? words('optional_hint') : ''}
          on={signer.optional}
          onChange={(optional) => session.do({ do: 'SetSignatoryOptional', signatory, optional })}
        />
      </div>
    </div>
  )
}
