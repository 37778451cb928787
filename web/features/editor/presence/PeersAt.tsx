import type { CSSProperties } from 'react'
import { useWords } from '../../../messages/index.ts'
import { usePeersAt } from '../view/context.ts'
import { Dots } from './PeerMarks.tsx'
import { toneOf } from './peers.ts'
import classes from './presence.module.css'

/** The others at a field, where it is a row of a list. */
export function PeersAt({ field }: { readonly field: string }) {
  const words = useWords('editor')
  const peers = usePeersAt(field)
  const first = peers.find(({ typing }) => typing === field) ?? peers[0]
  if (!first) return null
  const typing = first.typing === field
  return (
    <span className={classes.tag} data-inline style={{ '--peer': toneOf(first) } as CSSProperties}>
      <bdi aria-hidden="true">{first.short}</bdi>
      {typing && <Dots />}
      <span className="visually-hidden">{words(typing ? 'peer_types' : 'peer_selected', { name: first.short })}</span>
    </span>
  )
}
