import { BookOpen, ListOrdered } from 'lucide-react'
import { useRef, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type Field, type FieldValue, incompleteFields, type PackState } from '#domain/pack'
import type { PackSession } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { useNarrow } from '../../ui/index.ts'
import { Asking } from '../fields/index.ts'
import { Notes } from '../notes/index.ts'
import { Appearing } from './Appearing.tsx'
import { DocumentPane } from './DocumentPane.tsx'
import { FieldStep } from './FieldStep.tsx'
import classes from './Filling.module.css'
import { FreeChoice } from './FreeChoice.tsx'
import { Leave } from './Leave.tsx'
import { OtherSigners } from './OtherSigners.tsx'
import { SenderHere, useTellingField } from './present.tsx'
import { StepList } from './StepList.tsx'
import { Supporting } from './Supporting.tsx'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'
import { nextOpen, questionOf, signerOf, stepsOf } from './steps.ts'
import { NO_FIELD } from './use-ceremony.ts'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly steps: readonly Field[]
  readonly current: number
  readonly passed: Set<string>
  /** Of a phone: the pages have the whole screen. */
  readonly reading: boolean
  onReading(reading: boolean): void
  /** Changes to the form; null where there is none. */
  readonly onForm: (() => void) | null
  onCurrent(at: number): void
  onReview(): void
  onLater(): void
  onDecline(): void
}

/** One field at a time: the page next to (or above) the panel that asks for it. The wizard leads to the next; without it signers choose. */
export function Filling({
  pack,
  view,
  session,
  steps,
  current,
  passed,
  reading,
  onReading,
  onForm,
  onCurrent,
  onReview,
  onLater,
  onDecline,
}: Props) {
  const words = useWords('signing')
  /** A signature that is being made: shown in its field before it is given. */
  const [draft, setDraft] = useState<{ readonly field: string; readonly value: FieldValue | null } | null>(null)
  /** Where there is room, the pages are there all the time. */
  const reads = useNarrow() && reading
  const by = session.signatory_uuid
  const field = steps[current]
  const isLed = view.settings.wizard
  const me = signerOf(view, by)
  const drafted = draft ? view.fields[draft.field] : undefined
  const shown = draft && drafted ? { ...view, fields: { ...view.fields, [drafted.key]: { ...drafted, value: draft.value } } } : view

  /** What is asked before the signer goes on, and where to. */
  const asking = useRef<HTMLDialogElement>(null)
  const goingOn = useRef(() => {})
  const question = field ? questionOf(field) : ''

  // What keeps the signer from finishing is asked for again, however often they went past it; so is what they have not confirmed.
  const isOpen = (each: Field) => {
    if (!passed.has(each.key)) return questionOf(each) !== '' || (each.value === null && !each.autoDate)
    return each.value === null && !each.autoDate && incompleteFields(pack.view(), by).includes(each.key)
  }
  const goOn = (where: () => void) => {
    goingOn.current = where
    if (question === '') where()
    else asking.current?.showModal()
  }
  const confirm = () => {
    asking.current?.close()
    if (field) passed.add(field.key)
    goingOn.current()
  }
  const advance = () => {
    setDraft(null)
    // Asked of the view as it is now: the value filled in with this very press counts.
    const now = stepsOf(pack.view(), by)
    if (field) passed.add(field.key)
    if (!isLed) return onCurrent(NO_FIELD)
    const open = nextOpen(
      now,
      now.findIndex(({ key }) => key === field?.key),
      isOpen,
    )
    if (open === null) onReview()
    else onCurrent(open)
  }
  const choose = (at: number) => {
    setDraft(null)
    onReading(false)
    onCurrent(at)
  }
  /** By the list or the page: looking back is no progress to go on from. */
  const jump = (at: number) => (at > current ? goOn(() => choose(at)) : choose(at))
  const telling = useTellingField(pack, field?.key ?? null)
  const role = disclosed(me?.role ?? '', '')
  const name = disclosed(me?.name ?? '', '')

  return (
    <>
      <DocumentPane
        pack={pack}
        view={shown}
        signatory={by}
        steps={steps}
        current={current}
        follow={field ?? null}
        reading={reads}
        onChoose={jump}
        onBack={() => onReading(false)}
      />
      <aside className={screen.panel} data-reading={reads || undefined} aria-label={words('your_fields')} {...telling}>
        <div className={classes.progress}>
          <p className={classes.position}>
            {field
              ? words('step', { at: String(Math.min(current + 1, steps.length)), count: String(steps.length) })
              : words('fields_open', { count: steps.filter(isOpen).length })}
            <span className={classes.who}>{name === '' ? role : `${name}, ${role}`}</span>
            <SenderHere pack={pack} />
          </p>
          <div className={classes.bars} aria-hidden="true">
            {steps.map((each, at) => (
              <span key={each.key} className={classes.bar} data-state={at === current ? 'now' : isOpen(each) ? 'open' : 'done'} />
            ))}
          </div>
        </div>
        <Appearing view={view} steps={steps} />
        {field && (
          <FieldStep
            key={field.key}
            pack={pack}
            view={view}
            session={session}
            field={field}
            steps={steps}
            isOpen={isOpen}
            onBack={isLed ? (current > 0 ? () => choose(current - 1) : null) : () => choose(NO_FIELD)}
            onDraft={(value) => setDraft({ field: field.key, value })}
            onNext={() => goOn(advance)}
            {...(isLed ? {} : { done: words('field_done') })}
            onDecline={onDecline}
          />
        )}
        {!field && <FreeChoice open={steps.filter(isOpen).length} onReview={onReview} />}
        <Supporting view={view} />
        <OtherSigners view={view} by={by} />
        <Notes session={pack} view={view} by={by} mayAdd={view.settings.annotation ?? false} open />
        <StepList steps={steps} current={current} onChoose={jump} />
        <Asking window={asking} heading={question} no={words('not_yet')} yes={words('go_on')} onYes={confirm} />
        <footer className={classes.foot}>
          <span>{name === '' ? words('signing_as_nameless', { role }) : words('signing_as', { name, role })}</span>
          {onForm && (
            <button type="button" className={`${screen.quiet} ${classes.asForm}`} onClick={onForm}>
              <ListOrdered size={16} aria-hidden="true" />
              {words('form_fill')}
            </button>
          )}
        </footer>
        <div className={classes.actions}>
          <button type="button" className={screen.quiet} onClick={() => onReading(true)}>
            <BookOpen size={16} aria-hidden="true" />
            {words('read')}
          </button>
          {onForm && (
            <button type="button" className={screen.quiet} onClick={onForm}>
              <ListOrdered size={16} aria-hidden="true" />
              {words('form_fill_short')}
            </button>
          )}
          <Leave onLater={onLater} onDecline={onDecline} />
        </div>
      </aside>
    </>
  )
}
