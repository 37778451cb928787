import { useId } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../../messages/index.ts'
import { Dialog, DraftArea, DraftInput } from '../../../ui/index.ts'
import { MailPreview } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import classes from './inspector.module.css'

/** Everything sent with the document: subject and message of the mail, and how it will read. */
export function ExtrasModal({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords('editor')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('extras')} centered size={560}>
      <Extras />
    </Dialog>
  )
}

function Extras() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const preview = useId()
  const { subject, message } = view.settings
  const { session } = editor
  return (
    <div className={classes.extras}>
      <DraftInput
        data-autofocus
        label={words('subject')}
        description={words('subject_hint')}
        value={disclosed(subject, '')}
        maxLength={500}
        onCommit={(text) => session.do({ do: 'SetSubject', subject: text })}
      />
      <DraftArea
        label={words('message')}
        value={disclosed(message, '')}
        minRows={4}
        maxLength={10_000}
        onCommit={(text) => session.do({ do: 'SetMessage', message: text })}
      />
      <MailPreview id={preview} view={view} sender={editor.sender} />
    </div>
  )
}
