import type { FieldValue } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { SignatureLooks } from '../fields/index.ts'
import { type Kept, usedIn } from './kept.ts'
import classes from './kept-signatures.module.css'

interface Props {
  readonly document: string
  readonly offered: readonly Kept[]
  onUse(value: FieldValue): void
  onFailed(message: string): void
}

/** The stored signatures, each to be used with one press. */
export function Tiles({ document, offered, onUse, onFailed }: Props) {
  const words = useWords('signature')
  if (offered.length === 0) return null
  const nameOf = ({ data, text }: Kept, at: number) =>
    text ? words('use_kept', { text }) : words(data.method === 'uploaded' ? 'use_picture' : 'use_drawn', { n: String(at + 1) })
  const use = (one: Kept) => usedIn(document, one).then(onUse, (thrown: unknown) => onFailed(messageOf(thrown, words('use_failed'))))
  return (
    <fieldset className={classes.offered}>
      <legend>{words('used_before')}</legend>
      <div className={classes.tiles}>
        {offered.map((one, at) => (
          <button key={one.key} type="button" className={classes.tile} aria-label={nameOf(one, at)} onClick={() => void use(one)}>
            <SignatureLooks type={one.type} value={one.data} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}
