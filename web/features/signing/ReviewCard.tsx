import { useEffect, useState } from 'react'
import { isWithheld } from '#domain/kernel'
import { type Field, incompleteFields, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { FIELD_WIDGETS, FieldPaint, fieldLabel } from '../fields/index.ts'
import { Card } from './Card.tsx'
import classes from './ReviewCard.module.css'
import { Supporting } from './Supporting.tsx'
import screen from './signing.module.css'
import { summaryOf } from './summary.ts'

interface Props {
  readonly view: PackState
  readonly signatory: string
  readonly steps: readonly Field[]
  readonly busy: boolean
  readonly problem: string | null
  onChange(at: number): void
  onFinish(): void
  onRead(): void
}

/** The last step: the filled-in values, then the one button that signs. */
export function ReviewCard({ view, signatory, steps, busy, problem, onChange, onFinish, onRead }: Props) {
  const words = useWords('signing')
  const missing = incompleteFields(view, signatory)
  const filled = steps.filter((field) => !FIELD_WIDGETS[field.type].holdsNothing)
  const open = steps.findIndex((field) => missing.includes(field.key))
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (open < 0) setPressed(false)
  }, [open])
  return (
    <Card title={words('review_title')} lead={filled.length === 0 ? words('nothing_filled') : words('review_lead')}>
      {filled.length > 0 && (
        <ul className={classes.list}>
          {filled.map((field) => (
            <li key={field.key} className={classes.item}>
              <div>
                <div className={classes.label}>
                  <bdi>{fieldLabel(field)}</bdi>
                </div>
                <div className={classes.value}>
                  <Shown field={field} />
                </div>
              </div>
              <button
                type="button"
                className={screen.quiet}
                onClick={() => onChange(steps.indexOf(field))}
                aria-label={words('change', { label: fieldLabel(field) })}
              >
                {words('change_short')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Supporting view={view} />
      {pressed && open >= 0 && (
        <div role="alert">
          <p className={screen.problem}>{words('incomplete')}</p>
          <button type="button" className={screen.quiet} onClick={() => onChange(open)}>
            {words('go_to_open')}
          </button>
        </div>
      )}
      {problem && (
        <p className={screen.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={screen.buttons}>
        <button type="button" className={screen.back} onClick={onRead}>
          {words('read')}
        </button>
        <button type="button" className={screen.next} disabled={busy} onClick={() => (open >= 0 ? setPressed(true) : onFinish())}>
          {busy ? words('finishing') : words('finish')}
        </button>
      </div>
    </Card>
  )
}

function Shown({ field }: { readonly field: Field }) {
  const words = useWords('signing')
  const { value } = field
  if (value === null) return <>{field.autoDate ? words('set_when_signed') : '–'}</>
  // A picture is shown; a file is named.
  const isSummed = typeof value === 'string' || (!isWithheld(value) && value.method === 'attached')
  const summary = isSummed ? summaryOf(field) : ''
  if (summary !== '') return summary
  return (
    <div className={classes.paint} style={{ aspectRatio: `${field.width} / ${field.height}` }}>
      <FieldPaint field={field} />
    </div>
  )
}
