import { Checkbox } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, type FieldValue, fieldTypeOf, incompleteFields, isExclusive, isInFinal, type PackState } from '#domain/pack'
import { type PackSession, refusalWords, tabDraft } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { attachFile, FieldInput, FieldPaint, fieldHelp, fieldLabel, fieldPath, Synced, uploadPicture } from '../fields/index.ts'
import { setUpSigner } from './actions.ts'
import { principalOf } from './connect.ts'
import classes from './FieldStep.module.css'
import { KeptHere } from './KeptHere.tsx'
import { useGivenAtOnce } from './one-click.ts'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'
import { groupOf, nextOpen, signerOf } from './steps.ts'
import { neededWords } from './words.ts'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly field: Field
  readonly steps: readonly Field[]
  /** Whether a field still waits for the signer. */
  isOpen(field: Field): boolean
  readonly onBack: (() => void) | null
  /** What the way on is called where it leads to no other step. */
  readonly done?: string
  /** What is being made, before it is given. */
  onDraft(value: FieldValue | null): void
  onNext(): void
  onDecline(): void
}

/** One field: its label, its help, its input, and the way on. */
export function FieldStep({ pack, view, session, field, steps, isOpen, onBack, done, onDraft, onNext, onDecline }: Props) {
  const words = useWords('signing')
  const by = session.signatory_uuid
  const { isSignature, oneClick } = fieldTypeOf(field)
  const fillsAll = oneClick !== null && view.settings[oneClick] === true
  const [problem, setProblem] = useState<string | null>(null)
  const [unkept, setUnkept] = useState(false)
  /** The input begins again with the stored value. */
  const [taken, setTaken] = useState(0)
  const body = useRef<HTMLFormElement>(null)
  const helpId = useId()
  const boxesId = useId()
  const me = signerOf(view, by)
  const sameKind = steps.filter((each) => each.type === field.type && each.key !== field.key)
  const empty = sameKind.filter((each) => each.value === null)
  const [forAll, setForAll] = useState(empty.length > 0)
  const earlier = isSignature && field.value === null ? lastLooks(sameKind) : null
  const [fresh, setFresh] = useState(earlier === null)

  // The panel is one place for many fields: keyboard users go on where the new field's input is.
  const toInput = () =>
    body.current
      ?.querySelector<HTMLElement>('input:not([type="hidden"]):not([type="file"]), textarea, select, [data-autofocus]')
      ?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a field
  useEffect(() => toInput(), [])

  const fill = (value: FieldValue | null, pace: 'typing' | 'settled') => {
    setProblem(null)
    const refused = pack.do(
      value === null ? { do: 'ClearField', field: field.key, by } : { do: 'FillField', field: field.key, by, value },
      pace,
    )
    if (refused) setProblem(refusalWords(refused))
  }
  const atOnce = useGivenAtOnce((value) => fill(value, 'settled'))

  const goOn = () => {
    if (unkept) return toInput()
    const given = atOnce.give()
    const now = pack.view()
    const value = disclosed(now.fields[field.key]?.value ?? null, null)
    const last = groupOf(now, field).at(-1)?.key === field.key
    // Any one of a group will do: a signer who goes past this one may mean the next.
    if (last && incompleteFields(now, by).includes(field.key)) {
      setProblem(neededWords(now, field))
      return
    }
    if (isSignature && !fillsAll && forAll && value !== null) {
      for (const each of empty) pack.do({ do: 'FillField', field: each.key, by, value })
    }
    if (fillsAll && given) atOnce.afterwards(onNext)
    else onNext()
  }
  const reuse = () => {
    if (earlier === null) return
    fill(earlier, 'settled')
    if (fillsAll) atOnce.afterwards(onNext)
    else onNext()
  }

  const takeKept = (value: FieldValue) => {
    setUnkept(false)
    setTaken((count) => count + 1)
    if (!fillsAll) return fill(value, 'settled')
    // In the place of any unfinished input.
    atOnce.hold(value)
    atOnce.give()
    atOnce.afterwards(onNext)
  }

  const willFill = isSignature && (fillsAll || forAll) && fresh
  const at = steps.findIndex((each) => each.key === field.key)
  const ahead = nextOpen(steps, at, (each) => isOpen(each) && each.key !== field.key && !(willFill && each.type === field.type))
  const next = ahead === null ? undefined : steps[ahead]
  // What the sender wrote is read first; the specification's own sentences speak of “the box above”, and stand below it:
  // a signature is made in several ways, and each says itself how.
  const own = disclosed(field.description, '') !== ''
  const boxes = groupOf(view, field)
  const isOneOf = boxes.length > 1 && isExclusive(boxes)
  const describedBy = [isOneOf && boxesId, (own || !isSignature) && helpId].filter(Boolean).join(' ')
  const help = (
    <p id={helpId} className={screen.help}>
      {fieldHelp(field)}
    </p>
  )
  return (
    <form
      ref={body}
      className={screen.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <div>
        {fieldPath(field) !== '' && <p className={classes.path}>{fieldPath(field)}</p>}
        <h2 className={screen.stepTitle}>
          <bdi>{fieldLabel(field)}</bdi> {!field.required && <span className={classes.optional}>{words('optional')}</span>}
        </h2>
        {own && help}
        {isOneOf && (
          <p id={boxesId} className={screen.help}>
            {words('one_of_boxes', { count: boxes.length })}
          </p>
        )}
        <Synced view={view} field={field} />
        {!isInFinal(field) && <p className={screen.help}>{words('not_in_final')}</p>}
      </div>
      {earlier !== null && !fresh ? (
        <div className={classes.reuse}>
          {/* By mouse or finger; by keys there is the button below, which says it. */}
          <button type="button" className={classes.reusePreview} tabIndex={-1} aria-hidden="true" onClick={reuse}>
            <FieldPaint field={{ type: field.type, width: 300_000, height: 80_000, value: earlier }} />
          </button>
          {!own && help}
          <button type="button" className={screen.next} data-autofocus onClick={reuse}>
            {words('sign_here_too')}
          </button>
          <button type="button" className={`${screen.quiet} ${classes.another}`} onClick={() => setFresh(true)}>
            {words('another_signature')}
          </button>
        </div>
      ) : (
        <fieldset className={classes.asked} aria-describedby={describedBy || undefined}>
          <KeptHere session={session} field={field} methods={view.settings.methods} onUse={takeKept} onFailed={setProblem} />
          <FieldInput
            key={taken}
            field={field}
            methods={view.settings.methods}
            signerName={disclosed(me?.name ?? '', '')}
            onChange={(value) => fill(value, 'typing')}
            onCommit={(value) => {
              if (!fillsAll) return fill(value, 'settled')
              setProblem(null)
              atOnce.hold(value)
              onDraft(value)
            }}
            onUnkept={setUnkept}
            onDecline={onDecline}
            draft={tabDraft(session.document_key, field.key, principalOf(session))}
            onSetUp={(details) => setUpSigner(pack, session, field, details)}
            upload={(file, sent) => uploadPicture(session.document_key, field, file, sent)}
            filesGoTo={view.settings.attachmentsForAllSigners ? 'signers' : 'sender'}
            attach={(file, sent) => attachFile(session.document_key, field, file, sent)}
          />
          {!own && !isSignature && <div className={classes.below}>{help}</div>}
        </fieldset>
      )}
      {isSignature && !fillsAll && fresh && empty.length > 0 && (
        <Checkbox
          size="md"
          label={words('use_for_all', { count: sameKind.length + 1, kind: field.type })}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      )}
      {fillsAll && empty.length > 0 && <p className={screen.help}>{words('fills_all', { count: empty.length + 1, kind: field.type })}</p>}
      {problem && (
        <p className={screen.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={screen.buttons}>
        <button type="button" className={screen.back} disabled={onBack === null} onClick={() => onBack?.()}>
          <ArrowLeft size={18} aria-hidden="true" />
          {words('back')}
        </button>
        <button type="submit" className={screen.next}>
          <span>{done ?? (next ? words('next_named', { label: fieldLabel(next) }) : words('review'))}</span>
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
