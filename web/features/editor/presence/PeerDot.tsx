import { initialsOf } from '../../../ui/index.ts'
import type { Peer } from './peers.ts'
import classes from './presence.module.css'
import { toneOf } from './tones.ts'

/** A member who is here, as initials in their tone. The words stand elsewhere. */
export function PeerDot({ peer, large = false }: { readonly peer: Peer; readonly large?: boolean }) {
  return (
    <span className={classes.dot} data-large={large || undefined} style={toneOf(peer)} aria-hidden="true">
      {initialsOf(peer.name)}
    </span>
  )
}
