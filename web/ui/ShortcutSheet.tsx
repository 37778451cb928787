import { Dialog } from './Dialog.tsx'
import { Kbd } from './Kbd.tsx'
import classes from './ShortcutSheet.module.css'

interface Props {
  readonly title: string
  readonly opened: boolean
  readonly lines: readonly (readonly [string, readonly string[]])[]
  onClose(): void
}

export function ShortcutSheet({ title, opened, lines, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} centered size={440}>
      <dl className={classes.lines}>
        {lines.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
