import { Modal } from '@mantine/core'
import { useWords } from '../../messages/index.ts'
import { Kbd, MOD } from '../../ui/index.ts'
import classes from './Shortcuts.module.css'

export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords('shell')
  const lines = [
    ['shortcut_search', [MOD, 'K']],
    ['shortcut_upload', ['U']],
    ['shortcut_documents', ['G', 'D']],
    ['shortcut_templates', ['G', 'T']],
    ['shortcut_list_move', ['↑', '↓']],
    ['shortcut_list_select', ['Space']],
    ['shortcut_list_open', ['Enter']],
    ['shortcut_escape', ['Esc']],
    ['shortcut_help', ['?']],
  ] as const
  return (
    <Modal opened={opened} onClose={onClose} title={words('help')} centered size={440}>
      <dl className={classes.lines}>
        {lines.map(([label, keys]) => (
          <div key={label}>
            <dt>{words(label)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
