import { useId } from 'react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../../messages/index.ts'
import { Dialog, DraftArea, DraftInput } from '../../../ui/index.ts'
import { Completion } from '../../completion/index.ts'
import { MailPreview } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { useCustomFieldItems } from './CustomFields.tsx'
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
  const items = useCustomFieldItems()
  return (
    <div className={classes.extras}>
      <Completion items={items}>
        <DraftInput
          data-autofocus
          label={words('subject')}
          description={words('subject_hint')}
          value={disclosed(subject, '')}
          maxLength={500}
          onCommit={(text) => session.do({ do: 'SetSubject', subject: text })}
        />
      </Completion>
      <Completion items={items}>
        <DraftArea
          label={words('message')}
          value={disclosed(message, '')}
          minRows={4}
          maxLength={10_000}
          onCommit={(text) => session.do({ do: 'SetMessage', message: text })}
        />
      </Completion>
      <MailPreview id={preview} view={view} sender={editor.sender} />
    </div>
  )
}
