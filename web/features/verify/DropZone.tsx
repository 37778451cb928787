import { FileSearch } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import type { Checking } from './check.ts'
import classes from './DropZone.module.css'
import shared from './verify.module.css'

interface Props {
  readonly checking: Checking | null
  onChoose(): void
  onCancel(): void
}

/** Before the first file: one sentence and one thing to do. Later how far the check has come. */
export function DropZone({ checking, onChoose, onCancel }: Props) {
  const words = useWords('verify')
  return (
    <section className={classes.zone} data-busy={checking !== null || undefined}>
      <span className={classes.zoneMark} aria-hidden="true">
        <FileSearch size={28} />
      </span>
      <h1>{checking === null ? words('drop_title') : words('checking', { name: checking.name })}</h1>
      {checking === null && (
        <>
          <p>{words('drop_lead')}</p>
          <button type="button" className={shared.primary} onClick={onChoose}>
            {words('choose')}
          </button>
          <p className={classes.hint}>{words('drop_hint')}</p>
        </>
      )}
      {checking !== null && (
        <>
          <progress className={classes.bar} value={checking.done} aria-label={words('checked_share')} />
          <button type="button" className={shared.button} onClick={onCancel}>
            {words('cancel')}
          </button>
        </>
      )}
    </section>
  )
}
