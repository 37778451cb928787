import { Check } from 'lucide-react'
import type { Field } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { fieldLabel } from '../fields/index.ts'
import classes from './StepList.module.css'
import { summaryOf } from './summary.ts'

interface Props {
  readonly steps: readonly Field[]
  readonly current: number
  onChoose(at: number): void
}

/** Where the signer stands, and what each field holds. */
export function StepList({ steps, current, onChoose }: Props) {
  const words = useWords('signing')
  const note = (field: Field) => {
    if (field.value !== null) return summaryOf(field)
    return field.autoDate ? words('set_when_signed') : words('page_at', { page: String(field.page + 1) })
  }
  return (
    <nav className={classes.list} data-chooses={current < 0 || undefined} aria-label={words('your_fields')}>
      <h2 className={classes.title}>{words('your_fields')}</h2>
      <ol className={classes.items}>
        {steps.map((field, at) => (
          <li key={field.key}>
            <button
              type="button"
              className={classes.item}
              aria-current={at === current ? 'step' : undefined}
              data-done={field.value !== null || undefined}
              onClick={() => onChoose(at)}
            >
              <span className={classes.dot} aria-hidden="true">
                {field.value !== null && at !== current ? <Check size={14} /> : at + 1}
              </span>
              <bdi>{fieldLabel(field)}</bdi>
              <span className={classes.note}>{note(field)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
