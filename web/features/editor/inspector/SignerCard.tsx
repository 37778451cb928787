import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { fieldsDue, fieldsOf, type Signatory } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { confirm, DraftInput, IconButton } from '../../../ui/index.ts'
import { PersonInputs, reordered, useSignerRow } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { PersonDot } from '../view/PersonDot.tsx'
import { callOf } from '../view/people.ts'
import { ChannelPicker } from './Channel.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

interface CardProps {
  readonly signer: Signatory
  readonly at: number
  readonly count: number
  readonly open: boolean
  onToggle(): void
}

/** One signer in the order, with the details folded away. */
export function SignerCard({ signer, at, count, open, onToggle }: CardProps) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { uuid: signatory } = signer
  const name = callOf(signer)
  const { ref, style, grip } = useSignerRow(signatory, name)
  const due = useView((view) => fieldsDue(view, signatory).due)
  const move = (to: number) => editor.step([reordered(editor.view(), signatory, to)])
  const remove = async () => {
    const count = fieldsOf(editor.view(), signatory).length
    const text = `${words('remove_refused')}. ${words('remove_text', { name, count })}`
    if (count > 0 && !(await confirm({ title: words('remove_title'), text, yes: words('remove_yes'), danger: true }))) return
    editor.step([{ do: 'RemoveSignatory', signatory, withFields: count > 0 }])
  }
  return (
    <li ref={ref} className={classes.card} data-signer={signatory} data-open={open || undefined} style={style}>
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
            disabled={at === 0}
            onClick={() => move(at - 1)}
          />
          <IconButton
            icon={ArrowDown}
            size="sm"
            iconSize={16}
            name={words('later', { name })}
            disabled={at === count - 1}
            onClick={() => move(at + 1)}
          />
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
  const { session } = useEditor().editor
  const { uuid: signatory } = signer
  return (
    <div className={classes.details}>
      <DraftInput
        label={words('role')}
        value={disclosed(signer.role, '')}
        maxLength={200}
        onCommit={(role) => session.do({ do: 'SetSignatoryRole', signatory, role }, 'typing')}
      />
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
