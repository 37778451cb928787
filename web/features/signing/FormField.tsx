import { Check, FileText, PenLine } from 'lucide-react'
import { memo, useEffect, useId, useRef } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, type FieldValue, fieldTypeOf, isInFinal, type PackSettings, UNCHECKED } from '#domain/pack'
import { type KeptDraft, type PackSession, refusalWords } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { attachFile, FieldInput, FieldPaint, fieldHelp, fieldLabel, fieldPath, uploadPicture } from '../fields/index.ts'
import { setUpSigner } from './actions.ts'
import classes from './FormFilling.module.css'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'

/** The same for every field of a form, so that one that did not change is not drawn again. */
export interface FormContext {
  readonly pack: PackSession
  readonly session: OpenedSession
  readonly signerName: string
  readonly draftOf: (field: string) => KeptDraft
  onProblem(field: string, why: string | null): void
  onUnkept(field: string, unkept: boolean): void
  onCurrent(field: string): void
  /** Makes a signature in a window of its own. */
  onSign(field: string): void
  /** To its place on the pages. */
  onPage(field: string): void
  onDecline(): void
}

interface Props {
  readonly context: FormContext
  readonly field: Field
  readonly number: number
  readonly isCurrent: boolean
  readonly problem: string | null
  /** Where its value was copied from, in words. */
  readonly from: string | null
  /** The name of its document, where there are several. */
  readonly document: string | null
  readonly settings: PackSettings
}

/** A field of the form: its question, its place on the pages, its input and what is wrong with it. */
export const FormField = memo(function FormField({ context, field, number, isCurrent, problem, from, document, settings }: Props) {
  const words = useWords('signing')
  const { pack, session } = context
  const by = session.signatory_uuid
  const { isSignature } = fieldTypeOf(field)
  const [helpId, problemId] = [useId(), useId()]
  const body = useRef<HTMLFieldSetElement>(null)
  const label = fieldLabel(field)
  const done = field.value !== null && field.value !== UNCHECKED
  const page = String(field.page + 1)
  const help = isSignature && disclosed(field.description, '') === '' ? '' : fieldHelp(field)
  // Inputs of all kinds stand here: what is wrong is said of the control itself.
  useEffect(() => {
    for (const control of body.current?.querySelectorAll('input, textarea, select, [data-sign]') ?? []) {
      if (problem === null) {
        control.removeAttribute('aria-invalid')
        control.removeAttribute('aria-describedby')
      } else {
        control.setAttribute('aria-invalid', 'true')
        control.setAttribute('aria-describedby', problemId)
      }
    }
  }, [problem, problemId])
  const fill = (value: FieldValue | null, pace: 'typing' | 'settled') => {
    const command =
      value === null ? ({ do: 'ClearField', field: field.key, by } as const) : ({ do: 'FillField', field: field.key, by, value } as const)
    const refused = pack.do(command, pace)
    context.onProblem(field.key, refused ? refusalWords(refused) : null)
  }
  return (
    <fieldset
      ref={body}
      className={classes.field}
      data-form-field={field.key}
      data-now={isCurrent || undefined}
      aria-describedby={help === '' ? undefined : helpId}
      onFocus={() => context.onCurrent(field.key)}
    >
      <legend className={classes.legend}>
        <span className={classes.number} data-done={done || undefined} aria-hidden="true">
          {done ? <Check size={14} /> : number}
        </span>
        <span>
          {fieldPath(field) !== '' && <small className={classes.path}>{fieldPath(field)}</small>}
          <bdi>{label}</bdi> <span className={classes.duty}>{words(field.required ? 'form_required' : 'form_optional')}</span>
        </span>
      </legend>
      <button
        type="button"
        className={classes.page}
        data-to-page
        data-of={document !== null || undefined}
        aria-label={document === null ? words('form_on_page', { page, label }) : words('form_on_page_of', { page, document, label })}
        onClick={() => context.onPage(field.key)}
      >
        <FileText size={14} aria-hidden="true" />
        <bdi>{document === null ? words('page_at', { page }) : words('form_page_of', { page, document })}</bdi>
      </button>
      {isSignature ? (
        <button type="button" className={classes.sign} data-sign data-done={done || undefined} onClick={() => context.onSign(field.key)}>
          {done && (
            <span className={classes.signed} aria-hidden="true">
              <FieldPaint field={field} />
            </span>
          )}
          <span className={classes.signWords}>
            <PenLine size={18} aria-hidden="true" />
            {done ? words('change', { label }) : words('form_sign', { label })}
          </span>
        </button>
      ) : (
        <FieldInput
          field={field}
          methods={settings.methods}
          signerName={context.signerName}
          onChange={(value) => fill(value, 'typing')}
          onCommit={(value) => {
            // On leaving a field nothing has to have changed.
            if (value !== disclosed(pack.view().fields[field.key]?.value ?? null, null)) fill(value, 'settled')
          }}
          onUnkept={(unkept) => context.onUnkept(field.key, unkept)}
          onDecline={context.onDecline}
          draft={context.draftOf(field.key)}
          onSetUp={(details) => setUpSigner(pack, session, field, details)}
          upload={(file, sent) => uploadPicture(session.document_key, field, file, sent)}
          filesGoTo={settings.attachmentsForAllSigners ? 'signers' : 'sender'}
          attach={(file, sent) => attachFile(session.document_key, field, file, sent)}
        />
      )}
      {help !== '' && (
        <p id={helpId} className={classes.help}>
          {help}
        </p>
      )}
      {from !== null && <p className={classes.help}>{from}</p>}
      {!isInFinal(field) && <p className={classes.help}>{words('not_in_final')}</p>}
      {problem !== null && (
        <p id={problemId} className={screen.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
})
