import { type CSSProperties, memo } from 'react'
import { useWords } from '../../../messages/index.ts'
import { usePeersAt, usePreview, useView } from '../view/context.ts'
import { toneOf } from './peers.ts'
import classes from './presence.module.css'

interface Props {
  readonly field: string
  readonly scale: number
  offset(page: number): number
}

/** Pixels above a field that its tag takes. */
const TAG = 24

/** That others have a field selected, or type in it: a broken outline with their names, over the page and out of the way. */
export const PeerMark = memo(function PeerMark({ field: key, scale, offset }: Props) {
  const words = useWords('editor')
  const peers = usePeersAt(key)
  const field = useView((view) => view.fields[key])
  const shown = usePreview(key)
  const first = peers[0]
  if (!first || !field) return null
  const box = shown ?? field
  const px = (milli: number) => (milli / 1000) * scale
  const typing = peers.filter((peer) => peer.typing === key)
  const names = (typing.length > 0 ? typing : peers).map(({ short }) => short).join(', ')
  return (
    <span
      className={classes.mark}
      data-peers={key}
      data-below={px(box.y) < TAG || undefined}
      style={
        {
          left: px(box.x),
          top: px(box.y) + offset(box.page),
          width: px(box.width),
          height: px(box.height),
          '--peer': toneOf(first),
        } as CSSProperties
      }
    >
      <span className={classes.tag} aria-hidden="true">
        <bdi>{names}</bdi>
        {typing.length > 0 && <Dots />}
      </span>
      <span id={saidOf(key)} className="visually-hidden">
        {words(typing.length > 0 ? 'peer_types' : 'peer_selected', { name: names })}
      </span>
    </span>
  )
})

/** The text that a field with others at it is described by. */
export const saidOf = (field: string) => `peers-${field}`

export function Dots() {
  return (
    <span className={classes.dots}>
      <i />
      <i />
      <i />
    </span>
  )
}
