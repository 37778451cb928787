import { useWords } from '../../../messages/index.ts'
import { TeamAvatar } from '../../../ui/index.ts'
import { usePeers } from '../view/context.ts'
import { type Peer, toneOf } from './peers.ts'
import classes from './presence.module.css'

export function Here({ most }: { readonly most: number }) {
  const words = useWords('editor')
  const peers = usePeers()
  if (peers.length === 0) return null
  const [named, more] = [peers.slice(0, peers.length > most ? most - 1 : most), peers.length > most ? peers.length - most + 1 : 0]
  const where = ({ name, page }: Peer) => (page === null ? words('here', { name }) : words('here_page', { name, page: String(page + 1) }))
  return (
    <ul className={classes.people} aria-label={words('others_here')}>
      {named.map((peer) => (
        <li key={peer.id} className={classes.here} title={where(peer)}>
          <span className="visually-hidden">{where(peer)}</span>
          <TeamAvatar name={peer.name} tone={toneOf(peer)} />
        </li>
      ))}
      {more > 0 && (
        <li className={classes.more} title={peers.slice(named.length).map(where).join('\n')}>
          <span aria-hidden="true">+{more}</span>
          <span className="visually-hidden">{words('here_more', { count: more })}</span>
        </li>
      )}
    </ul>
  )
}
