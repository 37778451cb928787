import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { groupColour, isGroupNameTaken, type SignerGroup } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, IconButton, say, signerColour, UNDO_SECONDS } from '../../../ui/index.ts'
import { moved, useSignerRow } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import classes from './inspector.module.css'

/** A group in the list of signers: those under it sign at the same time. */
export function SignerGroupCard({ group: { uuid: group, name: held } }: { readonly group: SignerGroup }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const name = disclosed(held, '')
  const { ref, style, grip } = useSignerRow(group, name)
  const colour = useView((view) => groupColour(view, group))
  const [earlier, later] = [useView((view) => moved(view, group, -1) !== null), useView((view) => moved(view, group, 1) !== null)]
  /** Another number gives the name back that it had. */
  const [reverted, setReverted] = useState(0)
  const rename = (typed: string) => {
    if (isGroupNameTaken(editor.view(), typed, group)) setReverted((times) => times + 1)
    editor.step([{ do: 'NameSignerGroup', group, name: typed }])
  }
  const move = (by: -1 | 1) => {
    const order = moved(editor.view(), group, by)
    if (order) editor.step([order])
  }
  const remove = () => {
    const back = [
      { do: 'AddSignerGroup', group, name },
      { do: 'SetSigningOrder', steps: editor.view().steps },
    ] as const
    editor.step([{ do: 'RemoveSignerGroup', group }])
    say.success(words('group_removed', { name }), UNDO_SECONDS, { action: { label: words('undo'), run: () => editor.step(back) } })
  }
  const hue = colour === 0 ? 'var(--signer-more)' : signerColour(colour - 1)
  return (
    <li ref={ref} className={classes.group} data-group={group} style={{ ...style, '--c': hue } as CSSProperties}>
      {grip}
      <DraftInput
        className={classes.groupName ?? ''}
        aria-label={words('group_name')}
        value={name}
        maxLength={200}
        dropped={reverted}
        onCommit={rename}
      />
      <IconButton icon={ArrowUp} size="sm" iconSize={16} name={words('earlier', { name })} disabled={!earlier} onClick={() => move(-1)} />
      <IconButton icon={ArrowDown} size="sm" iconSize={16} name={words('later', { name })} disabled={!later} onClick={() => move(1)} />
      <IconButton icon={Trash2} size="sm" iconSize={16} name={words('remove_group', { name })} onClick={remove} />
    </li>
  )
}
