import { Button } from '@mantine/core'
import { UserCheck, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { liveSignatories, signatoriesInOrder } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useSession } from '../../auth/index.ts'
import { SignerOrder } from '../../request-signatures/index.ts'
import { addSigner } from '../state/add-signer.ts'
import { useEditor, useUi, useView } from '../view/context.ts'
import { lead } from '../view/lead.ts'
import classes from './inspector.module.css'
import { SignerCard } from './SignerCard.tsx'

export function SignersPanel() {
  const words = useWords('editor')
  const context = useEditor()
  const { editor } = context
  const { user } = useSession()
  const view = useView((whole) => whole)
  const signers = useMemo(() => signatoriesInOrder(view), [view])
  const { signer: open } = useUi()
  const add = (more: Parameters<typeof addSigner>[1] = () => []) =>
    lead(context, { kind: 'signer', keys: [addSigner(editor, more)], detail: 'name' })
  const setOpen = (signer: string | null) => {
    editor.ui.signer = signer
  }
  const mine = user !== null && liveSignatories(view).some((signer) => signer.user === user.key)
  return (
    <div className={classes.section}>
      {signers.length === 0 && <p className={classes.hint}>{words('no_signers')}</p>}
      <SignerOrder signers={signers} className={classes.list} view={editor.view} onOrder={(order) => editor.step([order])}>
        {signers.map((signer, at) => (
          <SignerCard
            key={signer.uuid}
            signer={signer}
            at={at}
            count={signers.length}
            open={open === signer.uuid}
            onToggle={() => setOpen(open === signer.uuid ? null : signer.uuid)}
          />
        ))}
      </SignerOrder>
      <div className={classes.tools}>
        <Button size="sm" variant="default" data-add="signer" leftSection={<UserPlus size={14} aria-hidden />} onClick={() => add()}>
          {words('add_signer')}
        </Button>
        {user && !mine && (
          <Button
            size="sm"
            variant="default"
            leftSection={<UserCheck size={14} aria-hidden />}
            onClick={() =>
              add((signatory) => [
                { do: 'NameSignatory', signatory, name: user.full_name },
                { do: 'SetSignatoryEmail', signatory, email: user.email_address },
                { do: 'LinkSignatoryToUser', signatory, user: user.key },
              ])
            }
          >
            {words('add_me')}
          </Button>
        )}
      </div>
    </div>
  )
}
