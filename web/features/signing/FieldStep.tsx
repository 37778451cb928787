import { Checkbox } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, type FieldValue, fieldTypeOf, type PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { FieldInput, FieldPaint, fieldHelp, fieldLabel } from '../fields/index.ts'
import type { OpenedSession } from './session.ts'
import classes from './signing.module.css'
import { signerOf } from './steps.ts'
import { uploadSignature } from './upload-signature.ts'
import { neededWords, refusalWords } from './words.ts'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly field: Field
  readonly steps: readonly Field[]
  /** The field that comes next; null: the review does. */
  readonly next: Field | null
  readonly onBack: (() => void) | null
  onNext(): void
}

/** One field: its label, its help, its input, and the way on. */
export function FieldStep({ pack, view, session, field, steps, next, onBack, onNext }: Props) {
  const words = useWords('signing')
  const by = session.signatory_uuid
  const { isSignature, completes } = fieldTypeOf(field)
  const [problem, setProblem] = useState<string | null>(null)
  const body = useRef<HTMLFormElement>(null)
  const me = signerOf(view, by)
  const sameKind = steps.filter((each) => each.type === field.type && each.key !== field.key)
  const [forAll, setForAll] = useState(sameKind.some((each) => each.value === null))
  const earlier = isSignature && field.value === null ? lastLooks(sameKind) : null
  const [fresh, setFresh] = useState(earlier === null)

  // The panel is one place for many fields: whoever works by keyboard goes on where the new field's input is.
  useEffect(() => {
    const input = body.current?.querySelector<HTMLElement>(
      'input:not([type="hidden"]):not([type="file"]), textarea, select, [data-autofocus]',
    )
    input?.focus({ preventScroll: true })
  }, [])

  const fill = (value: FieldValue | null, pace: 'typing' | 'settled') => {
    setProblem(null)
    const refused = pack.do(
      value === null ? { do: 'ClearField', field: field.key, by } : { do: 'FillField', field: field.key, by, value },
      pace,
    )
    if (refused) setProblem(refusalWords(refused))
  }
  const goOn = () => {
    const value = disclosed(field.value, null)
    if (field.required && !field.autoDate && (value === null || !completes(value))) {
      setProblem(neededWords(field, view.settings.methods.drawn))
      return
    }
    if (isSignature && forAll && value !== null) {
      for (const each of sameKind) if (each.value === null) pack.do({ do: 'FillField', field: each.key, by, value })
    }
    onNext()
  }
  const reuse = () => {
    if (earlier === null) return
    fill(earlier, 'settled')
    onNext()
  }

  return (
    <form
      ref={body}
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <div>
        <h2 className={classes.stepTitle}>
          {fieldLabel(field)} {!field.required && <span className={classes.optional}>{words('optional')}</span>}
        </h2>
        <p className={classes.help}>{fieldHelp(field)}</p>
      </div>
      {earlier !== null && !fresh ? (
        <div className={classes.reuse}>
          <div className={classes.reusePreview}>
            <FieldPaint field={{ type: field.type, width: 300_000, height: 80_000, value: earlier }} />
          </div>
          <button type="button" className={classes.next} data-autofocus onClick={reuse}>
            {words('sign_here_too')}
          </button>
          <button type="button" className={classes.quiet} onClick={() => setFresh(true)}>
            {words('another_signature')}
          </button>
        </div>
      ) : (
        <FieldInput
          field={field}
          methods={view.settings.methods}
          signerName={disclosed(me?.name ?? '', '')}
          onChange={(value) => fill(value, 'typing')}
          onCommit={(value) => fill(value, 'settled')}
          upload={(file) => uploadSignature(session.document_key, field, file)}
        />
      )}
      {isSignature && fresh && sameKind.some((each) => each.value === null) && (
        <Checkbox
          size="md"
          label={words('use_for_all', { count: sameKind.length + 1, kind: field.type })}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <button type="button" className={classes.back} disabled={onBack === null} onClick={() => onBack?.()}>
          <ArrowLeft size={18} aria-hidden="true" />
          {words('back')}
        </button>
        <button type="submit" className={classes.next}>
          <span>{next ? words('next_named', { label: fieldLabel(next) }) : words('review')}</span>
          <ArrowRight size={18} aria-hidden="true" />
        </button>
      </div>
    </form>
  )
}

/** The signature the signer made last, to be used again with one press. */
function lastLooks(fields: readonly Field[]): FieldValue | null {
  const filled = fields.filter((each) => each.value !== null).sort((a, b) => (a.updated < b.updated ? 1 : -1))[0]
  return filled ? disclosed(filled.value, null) : null
}
