import { Button } from '@mantine/core'
import { UserCheck, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { liveSignatories, type PackCommand, signatoriesInOrder } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { useSession } from '../../auth/index.ts'
import { SignerOrder } from '../../request-signatures/index.ts'
import type { Editor } from '../state/editor.ts'
import { useEditor, useUi, useView } from '../view/context.ts'
import classes from './inspector.module.css'
import { SignerCard } from './SignerCard.tsx'

/** Adds somebody. */
export function addSigner(editor: Editor, more: (signatory: string) => readonly PackCommand[] = () => []): string {
  const signatory = newKey()
  editor.step([{ do: 'AddSignatory', signatory }, ...more(signatory)])
  return signatory
}

/** Who signs, and in which order. */
export function SignersPanel() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { user } = useSession()
  const view = useView((whole) => whole)
  const signers = useMemo(() => signatoriesInOrder(view), [view])
  const { signer: open } = useUi()
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
        <Button
          size="sm"
          variant="default"
          data-add="signer"
          leftSection={<UserPlus size={14} aria-hidden />}
          onClick={() => setOpen(addSigner(editor))}
        >
          {words('add_signer')}
        </Button>
        {user && !mine && (
          <Button
            size="sm"
            variant="default"
            leftSection={<UserCheck size={14} aria-hidden />}
            onClick={() =>
              setOpen(
                addSigner(editor, (signatory) => [
                  { do: 'NameSignatory', signatory, name: user.full_name },
                  { do: 'SetSignatoryEmail', signatory, email: user.email_address },
                  { do: 'LinkSignatoryToUser', signatory, user: user.key },
                ]),
              )
            }
          >
            {words('add_me')}
          </Button>
        )}
      </div>
    </div>
  )
}
