import { FileSearch } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import classes from './verify.module.css'

/** Before the first file: one sentence and one thing to do. */
export function DropZone({ checking, onChoose }: { checking: string | null; onChoose(): void }) {
  const words = useWords('verify')
  return (
    <section className={classes.zone} data-busy={checking !== null || undefined}>
      <span className={classes.zoneMark} aria-hidden="true">
        <FileSearch size={28} />
      </span>
      <h1>{checking === null ? words('drop_title') : words('checking', { name: checking })}</h1>
      {checking === null && (
        <>
          <p>{words('drop_lead')}</p>
          <button type="button" className={classes.primary} onClick={onChoose}>
            {words('choose')}
          </button>
          <p className={classes.hint}>{words('drop_hint')}</p>
        </>
      )}
    </section>
  )
}
