import { X } from 'lucide-react'
import type { Field } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import classes from './Toast.module.css'
import type { Lost } from './use-ceremony.ts'

interface Props {
  readonly problem: string | null
  readonly lost: Lost | null
  readonly steps: readonly Field[]
  onGo(at: number): void
  onDismiss(): void
}

/** What went wrong: in the case of a lost change with the way to its field. */
export function Toast({ problem, lost, steps, onGo, onDismiss }: Props) {
  const words = useWords('signing')
  if (lost === null && problem === null) return null
  const at = steps.findIndex(({ key }) => key === lost?.field)
  return (
    <div className={classes.toast} role="alert">
      <p>{lost?.text ?? problem}</p>
      {lost && at >= 0 && (
        <button type="button" className={classes.action} onClick={() => onGo(at)}>
          {words('lost_show')}
        </button>
      )}
      {lost && (
        <button type="button" className={classes.close} aria-label={words('lost_dismiss')} onClick={onDismiss}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
