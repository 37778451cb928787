import { Button } from '@mantine/core'
import { UserCheck, UserPlus, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { groupsOf, liveSignatories, mayBeNamed, signatoryOf } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { refusalWords } from '../../../live/index.ts'
import { useWords } from '../../../messages/index.ts'
import { confirm, say } from '../../../ui/index.ts'
import { useSession } from '../../auth/index.ts'
import { useListed } from '../../contacts/index.ts'
import { SignerOrder, signerListRows } from '../../request-signatures/index.ts'
import { addSigner } from '../state/add-signer.ts'
import { useEditor, useUi, useView } from '../view/context.ts'
import { lead } from '../view/lead.ts'
import classes from './inspector.module.css'
import { SignerCard } from './SignerCard.tsx'
import { SignerGroupCard } from './SignerGroupCard.tsx'
import { Switched } from './Switched.tsx'

export function SignersPanel() {
  const words = useWords('editor')
  const context = useEditor()
  const { editor } = context
  const { user } = useSession()
  const view = useView((whole) => whole)
  const rows = useMemo(() => signerListRows(view).map(({ uuid }) => uuid), [view])
  const contactLists = useListed(view.settings)
  const groups = groupsOf(view)
  const usesGroups = view.settings.signerGroups === true
  const switchGroups = async (on: boolean) => {
    const count = groupsOf(editor.view()).length
    const question = { title: words('groups_off'), text: words('groups_off_text', { count }), yes: words('groups_off_yes'), danger: true }
    if (!on && count > 0 && !(await confirm(question))) return
    editor.step([{ do: 'SetSignerGroups', on }])
  }
  const { signer: open } = useUi()
  const add = (more: Parameters<typeof addSigner>[1] = () => []) =>
    lead(context, { kind: 'signer', keys: [addSigner(editor, more)], detail: 'name' })
  const setOpen = (signer: string | null) => {
    editor.ui.signer = signer
  }
  const mine = user !== null && liveSignatories(view).some((signer) => signer.user === user.key)
  return (
    <div className={classes.section}>
      {rows.length === 0 && <p className={classes.hint}>{words('no_signers')}</p>}
      <Switched
        label={words('signer_groups')}
        hint={words('signer_groups_hint')}
        on={usesGroups}
        onChange={(on) => void switchGroups(on)}
      />
      <SignerOrder rows={rows} className={classes.list} view={editor.view} onOrder={(order) => editor.step([order])}>
        {rows.map((uuid) => {
          const group = groups.find((one) => one.uuid === uuid)
          const signer = signatoryOf(view, uuid)
          if (group) return <SignerGroupCard key={uuid} group={group} />
          return (
            signer && <SignerCard key={uuid} signer={signer} open={open === uuid} onToggle={() => setOpen(open === uuid ? null : uuid)} />
          )
        })}
      </SignerOrder>
      <div className={classes.tools}>
        <Button size="sm" variant="default" data-add="signer" leftSection={<UserPlus size={14} aria-hidden />} onClick={() => add()}>
          {words('add_signer')}
        </Button>
        {usesGroups && (
          <Button
            size="sm"
            variant="default"
            leftSection={<UsersRound size={14} aria-hidden />}
            onClick={() => editor.step([{ do: 'AddSignerGroup', group: newKey() }])}
          >
            {words('add_group')}
          </Button>
        )}
        {user && !mine && (
          <Button
            size="sm"
            variant="default"
            leftSection={<UserCheck size={14} aria-hidden />}
            onClick={() => {
              if (!mayBeNamed(user.email_address, view.settings, { contactLists }))
                return say.danger(refusalWords({ refused: 'contact-not-listed' }))
              add((signatory) => [
                { do: 'NameSignatory', signatory, name: user.full_name },
                { do: 'SetSignatoryEmail', signatory, email: user.email_address },
                { do: 'LinkSignatoryToUser', signatory, user: user.key },
              ])
            }}
          >
            {words('add_me')}
          </Button>
        )}
      </div>
    </div>
  )
}
