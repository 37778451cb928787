import { Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, ErrorState, IconButton, Loading, say } from '../../ui/index.ts'
import { SignatureLooks } from '../fields/index.ts'
import { type Kept, type Kind, keptClasses } from '../kept-signatures/index.ts'
import { forget, kept, loadKept } from './kept.ts'
import classes from './my-signatures.module.css'

/** What somebody keeps, the newest first. */
export function Held({ user, kind }: { readonly user: string; readonly kind: Kind }) {
  const words = useWords('my_signatures')
  const { signatures, failed } = useSnapshot(kept)
  if (signatures === null) {
    return failed ? (
      <ErrorState message={words('load_failed')} onRetry={() => void loadKept(user, true)} />
    ) : (
      <Loading>
        <Bone width="100%" height={56} />
      </Loading>
    )
  }
  const mine = (signatures as readonly Kept[]).filter(({ type }) => type === kind).toReversed()
  const drop = (key: string) =>
    forget(user, key).catch((thrown: unknown) => {
      say.danger(messageOf(thrown, words('failed')))
    })
  return (
    <>
      <h3 className={classes.heading} id="kept-signatures">
        {words(`list_${kind}`)}
      </h3>
      {mine.length === 0 && <p className={classes.none}>{words('none')}</p>}
      <ul className={keptClasses.tiles} aria-labelledby="kept-signatures">
        {mine.map(({ key, data, text }, at) => (
          <li key={key} className={classes.held}>
            <span
              className={keptClasses.tile}
              role="img"
              aria-label={text || words(data.method === 'uploaded' ? 'picture' : 'drawing', { n: String(at + 1) })}
            >
              <SignatureLooks type={kind} value={data} />
            </span>
            <IconButton
              icon={Trash2}
              size="sm"
              iconSize={16}
              name={
                text
                  ? words('remove', { text })
                  : words(data.method === 'uploaded' ? 'remove_picture' : 'remove_drawn', { n: String(at + 1) })
              }
              onClick={() => void drop(key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
