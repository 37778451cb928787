import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, isInFinal, type PackState, viewFor } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { FieldInput, fieldHelp, fieldLabel, fieldPath } from '../fields/index.ts'
import classes from './FieldStep.module.css'
import filling from './Filling.module.css'
import { StepList } from './StepList.tsx'
import screen from './signing.module.css'
import { signerOf, stepsOf } from './steps.ts'

interface Props {
  readonly view: PackState
  readonly signatory: string
  /** Where nothing is asked of them. */
  readonly empty: string
  /** The field that the panel asks for. */
  onStep(field: Field): void
}

/** The panel of a signer, to be looked through before anything is sent. Its inputs take nothing. */
export function PreviewPanel({ view, signatory, empty, onStep }: Props) {
  const words = useWords('signing')
  const seen = useMemo(() => viewFor({ ...view, status: 'awaiting_signatures' }, { of: 'signatory', signatory }), [view, signatory])
  const steps = stepsOf(seen, signatory)
  const [chosen, setChosen] = useState(0)
  const current = Math.min(chosen, Math.max(0, steps.length - 1))
  const field = steps[current]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step
  useEffect(() => {
    if (field) onStep(field)
  }, [field?.key])
  const me = signerOf(seen, signatory)
  const [name, role] = [disclosed(me?.name ?? '', ''), disclosed(me?.role ?? '', '')]
  if (!field) return <p className={classes.none}>{empty}</p>
  const next = steps[current + 1]
  return (
    <>
      <div className={filling.progress}>
        <p className={filling.position}>
          {words('step', { at: String(current + 1), count: String(steps.length) })}
          <span className={filling.who}>{name === '' ? role : `${name}, ${role}`}</span>
        </p>
        <div className={filling.bars} aria-hidden="true">
          {steps.map((each, at) => (
            <span key={each.key} className={filling.bar} data-state={at === current ? 'now' : at < current ? 'done' : 'open'} />
          ))}
        </div>
      </div>
      <div className={screen.step}>
        <div>
          {fieldPath(field) !== '' && <p className={classes.path}>{fieldPath(field)}</p>}
          <h2 className={screen.stepTitle}>
            <bdi>{fieldLabel(field)}</bdi> {!field.required && <span className={classes.optional}>{words('optional')}</span>}
          </h2>
          <p className={screen.help}>{fieldHelp(field)}</p>
          {!isInFinal(field) && <p className={screen.help}>{words('not_in_final')}</p>}
        </div>
        <div inert className={classes.asked}>
          <FieldInput key={field.key} field={field} methods={seen.settings.methods} signerName={name} {...TAKES_NOTHING} />
        </div>
        <div className={screen.buttons}>
          <button type="button" className={screen.back} disabled={current === 0} onClick={() => setChosen(current - 1)}>
            <ArrowLeft size={18} aria-hidden="true" />
            {words('back')}
          </button>
          <button type="button" className={screen.next} disabled={!next} onClick={() => setChosen(current + 1)}>
            <span>{next ? words('next_named', { label: fieldLabel(next) }) : words('review')}</span>
            <ArrowRight size={18} aria-hidden="true" />
          </button>
        </div>
      </div>
      <StepList steps={steps} current={current} onChoose={setChosen} />
    </>
  )
}

const nothing = () => undefined
const never = () => new Promise<never>(nothing)
const TAKES_NOTHING = {
  onChange: nothing,
  onCommit: nothing,
  onUnkept: nothing,
  upload: never,
  attach: never,
  filesGoTo: 'sender',
} as const
