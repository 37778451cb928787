import { useWords } from '../../messages/index.ts'
import { MOD, ShortcutSheet } from '../../ui/index.ts'

export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords('shell')
  const lines = [
    ['shortcut_search', [MOD, 'K']],
    ['shortcut_upload', ['U']],
    ['shortcut_notifications', ['N']],
    ['shortcut_documents', ['G', 'D']],
    ['shortcut_templates', ['G', 'T']],
    ['shortcut_list_move', ['↑', '↓']],
    ['shortcut_list_select', ['Space']],
    ['shortcut_list_open', ['Enter']],
    ['shortcut_messages', ['F8']],
    ['shortcut_escape', ['Esc']],
    ['shortcut_help', ['?']],
  ] as const
  return (
    <ShortcutSheet opened={opened} onClose={onClose} title={words('help')} lines={lines.map(([label, keys]) => [words(label), keys])} />
  )
}
