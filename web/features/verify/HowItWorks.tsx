import type { RefObject } from 'react'
import { useWords } from '../../messages/index.ts'
import { Fingerprint } from './Fingerprint.tsx'
import classes from './HowItWorks.module.css'
import type { Anchor } from './installation.ts'
import shared from './verify.module.css'

interface Props {
  /** To open it by. It stays in the page: opened again in the moment it closes, it is not removed. */
  readonly window: RefObject<HTMLDialogElement | null>
  readonly anchors: readonly Anchor[]
}

/** What the check is worth, in four sentences, and whose seals this page knows: to be compared with a printed fingerprint. */
export function HowItWorks({ window, anchors }: Props) {
  const words = useWords('verify')
  return (
    <dialog ref={window} className={classes.dialog} aria-labelledby="how-title" closedby="any">
      <h2 id="how-title">{words('how_title')}</h2>
      {(['how_1', 'how_2', 'how_3', 'how_4'] as const).map((part) => (
        <p key={part}>{words(part)}</p>
      ))}
      <h3>{words('how_anchors')}</h3>
      {anchors.length === 0 && <p>{words('how_none')}</p>}
      {anchors.map(({ fingerprint, name }) => (
        <div key={fingerprint} className={classes.anchor}>
          {name}
          <Fingerprint of={fingerprint} />
        </div>
      ))}
      <button type="button" className={shared.button} onClick={() => window.current?.close()}>
        {words('close')}
      </button>
    </dialog>
  )
}
