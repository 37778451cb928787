import { Redo2, Undo2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { shownStatus } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { ACTIONS } from '../actions/index.ts'
import { useEditor, useView } from './context.ts'

/** In the bar at the top; on a phone next to the tabs, where there is room for a thumb. */
export function UndoRedo() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { canUndo, canRedo } = useSnapshot(editor.session.store)
  const editable = useView((view) => shownStatus(view) === 'setup')
  return (
    <>
      <IconButton
        icon={Undo2}
        name={words('undo')}
        disabled={!canUndo || !editable}
        onClick={() => ACTIONS.undo.perform(editor)}
        aria-keyshortcuts="Control+Z"
      />
      <IconButton
        icon={Redo2}
        name={words('redo')}
        disabled={!canRedo || !editable}
        onClick={() => ACTIONS.redo.perform(editor)}
        aria-keyshortcuts="Control+Shift+Z"
      />
    </>
  )
}
