import { Button } from '@mantine/core'
import { ClipboardCopy, Copy, CopyPlus, Trash2 } from 'lucide-react'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { ACTIONS } from '../actions/index.ts'
import { useEditor, useView } from '../view/context.ts'
import classes from './inspector.module.css'

/** What can be done with all that is selected. */
export function Foot({ remove }: { readonly remove: string }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const isPack = useView((view) => view.documents.length > 1)
  const mayRepeat = useMay('can_repeat_fields_across_documents') && isPack
  return (
    <div className={classes.foot}>
      {mayRepeat && (
        <Button fullWidth size="sm" variant="default" leftSection={<CopyPlus size={14} aria-hidden />} onClick={() => editor.repeat()}>
          {words('repeat')}
        </Button>
      )}
      <Button size="sm" variant="default" leftSection={<Copy size={14} aria-hidden />} onClick={() => ACTIONS.duplicate.perform(editor)}>
        {words('duplicate')}
      </Button>
      <IconButton
        icon={ClipboardCopy}
        iconSize={16}
        name={words('copy_fields')}
        variant="default"
        onClick={() => ACTIONS.copy.perform(editor)}
      />
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => ACTIONS.remove.perform(editor)}
      >
        {remove}
      </Button>
    </div>
  )
}
