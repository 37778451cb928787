import { FIELD_TYPES } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { MOD, ShortcutSheet } from '../../../ui/index.ts'
import { FIELD_WIDGETS } from '../../fields/index.ts'
import { useEditor, useUi } from './context.ts'

export function Shortcuts() {
  const words = useWords('editor')
  const types = useWords('fields')
  const { editor } = useEditor()
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ...FIELD_TYPES.map((type) => [words('shortcut_place', { type: types(type) }), [FIELD_WIDGETS[type].letter]] as const),
    [words('shortcut_drop'), ['Enter']],
    [words('shortcut_label'), ['F2']],
    [words('shortcut_join'), ['Shift', 'Space']],
    [words('shortcut_nudge'), ['←', '↑', '→', '↓', 'Shift']],
    [words('duplicate'), [MOD, 'D']],
    [words('shortcut_drag_copy'), ['Alt']],
    [words('remove'), ['Delete']],
    [words('shortcut_copy'), [MOD, 'C']],
    [words('shortcut_cut'), [MOD, 'X']],
    [words('shortcut_paste'), [MOD, 'V']],
    [words('shortcut_selectAll'), [MOD, 'A']],
    [words('undo'), [MOD, 'Z']],
    [words('redo'), [MOD, 'Shift', 'Z']],
    [words('shortcut_save'), [MOD, 'S']],
    [words('shortcut_messages'), ['F8']],
    [words('shortcut_escape'), ['Esc']],
  ]
  return (
    <ShortcutSheet
      opened={useUi().shortcuts}
      onClose={() => {
        editor.ui.shortcuts = false
      }}
      title={words('shortcuts')}
      lines={lines}
    />
  )
}
