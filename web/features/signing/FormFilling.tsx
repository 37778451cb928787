import { ArrowRight, FileText } from 'lucide-react'
import { type FormEvent, Fragment, type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { disclosed } from '#domain/kernel'
import { boxesWith, type Field, incompleteFields, isExclusive, type PackState } from '#domain/pack'
import { type PackSession, tabDraft } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { useNarrow } from '../../ui/index.ts'
import { Asking, fieldLabel } from '../fields/index.ts'
import { Notes } from '../notes/index.ts'
import { Appearing } from './Appearing.tsx'
import { principalOf } from './connect.ts'
import { DocumentPane } from './DocumentPane.tsx'
import { FieldStep } from './FieldStep.tsx'
import filling from './Filling.module.css'
import type { FormContext } from './FormField.tsx'
import classes from './FormFilling.module.css'
import { formItems, sectionsOf } from './form-items.ts'
import { Leave } from './Leave.tsx'
import { SenderHere, useTellingField } from './present.tsx'
import { ShownItem } from './ShownItem.tsx'
import { Supporting } from './Supporting.tsx'
import type { OpenedSession } from './session.ts'
import screen from './signing.module.css'
import { questionOf, signerOf } from './steps.ts'
import { neededWords } from './words.ts'

interface Props {
  readonly pack: PackSession
  readonly view: PackState
  readonly session: OpenedSession
  readonly steps: readonly Field[]
  readonly current: number
  readonly passed: Set<string>
  onCurrent(at: number): void
  onReview(): void
  onLater(): void
  onDecline(): void
  /** Changes to the pages. */
  onPages(): void
  /** They came from the pages: on to the field where they were. */
  readonly changedOver: boolean
}

/** All fields at once, in a form: the page of each answer next to it, or on a phone one tap away. */
export function FormFilling({
  pack,
  view,
  session,
  steps,
  current,
  passed,
  onCurrent,
  onReview,
  onLater,
  onDecline,
  onPages,
  changedOver,
}: Props) {
  const words = useWords('signing')
  const narrow = useNarrow()
  const by = session.signatory_uuid
  const me = signerOf(view, by)
  const items = formItems(view, steps, words('form_rest'))
  const asked = items.flatMap((item) => (item.type === 'field' && item.own ? [item.field] : []))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [signing, setSigning] = useState<string | null>(null)
  /** On a phone: the pages lie over the form. */
  const [reading, setReading] = useState(false)
  /** A check found fields that keep the signer from finishing. */
  const [checked, setChecked] = useState(false)
  const unkept = useRef(new Set<string>())
  const form = useRef<HTMLFormElement>(null)
  const asking = useRef<HTMLDialogElement>(null)
  const [question, setQuestion] = useState<Field | null>(null)
  const field = steps[current]
  const telling = useTellingField(pack, field?.key ?? null)
  const place = new Map(steps.map(({ key }, at) => [key, at]))
  const places = new Map(items.map(({ key }, at) => [key, at]))

  const drawn = useDrawn(
    items.length,
    items.findIndex(({ key }) => key === field?.key),
  )

  const focusOn = (key: string) => {
    if (form.current?.querySelector(`[data-form-field="${key}"]`) === null) drawn.all()
    const at = form.current?.querySelector<HTMLElement>(`[data-form-field="${key}"]`)
    at?.scrollIntoView({ block: 'center' })
    at?.querySelector<HTMLElement>(
      'input:not([type="hidden"], [type="file"]), textarea, select, [data-sign], [data-autofocus], button:not([data-to-page])',
    )?.focus({
      preventScroll: true,
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arriving
  useEffect(() => {
    if (changedOver && field) focusOn(field.key)
  }, [])
  // Whatever was rendered last: fields keep the same context, so that those that did not change are not drawn again.
  const latest = useRef({ place, onCurrent, narrow })
  latest.current = { place, onCurrent, narrow }
  const signerName = disclosed(me?.name ?? '', '')
  const declining = useRef(onDecline)
  declining.current = onDecline
  const context = useMemo((): FormContext => {
    const go = (key: string) => {
      const at = latest.current.place.get(key)
      if (at !== undefined) latest.current.onCurrent(at)
    }
    return {
      pack,
      session,
      signerName,
      draftOf: (key) => tabDraft(session.document_key, key, principalOf(session)),
      onProblem: (key, why) => setProblems((all) => withProblem(all, key, why)),
      // Inputs call it in an effect, which must answer nothing.
      onUnkept(key, is) {
        if (is) unkept.current.add(key)
        else unkept.current.delete(key)
      },
      onCurrent: go,
      onSign: setSigning,
      onPage(key) {
        go(key)
        if (latest.current.narrow) setReading(true)
      },
      onDecline: () => declining.current(),
    }
  }, [pack, session, signerName])

  /** What keeps the signer from finishing: everything at once, each with its reason. */
  const check = (): boolean => {
    const now = pack.view()
    const open = incompleteFields(now, by)
    const wrong = asked.filter(({ key }) => open.includes(key) || unkept.current.has(key))
    setChecked(wrong.length > 0)
    setProblems(Object.fromEntries(wrong.flatMap((each) => (open.includes(each.key) ? [[each.key, neededWords(now, each)]] : []))))
    if (wrong[0]) focusOn(wrong[0].key)
    return wrong.length === 0
  }
  /** What is to be confirmed before the signer goes on: one question after the other. */
  const goOn = () => {
    const next = asked.find((each) => questionOf(each) !== '' && !passed.has(each.key))
    setQuestion(next ?? null)
    if (next) return asking.current?.showModal()
    for (const { key } of asked) passed.add(key)
    onReview()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) goOn()
  }
  const confirm = () => {
    asking.current?.close()
    if (question) passed.add(question.key)
    goOn()
  }
  const isOpen = (each: Field) => each.value === null && !each.autoDate && !passed.has(each.key)
  const at = asked.findIndex(({ key }) => key === field?.key)
  const next = [...asked.slice(at + 1), ...asked.slice(0, at)].find(isOpen)
  const onward = () => {
    if (field && !incompleteFields(pack.view(), by).includes(field.key)) passed.add(field.key)
    if (next) focusOn(next.key)
  }
  const missing = asked.filter(({ key }) => problems[key] !== undefined)
  const numbers = new Map(asked.map(({ key }, index) => [key, index + 1]))
  const filled = asked.filter(({ value }) => value !== null).length
  const role = disclosed(me?.role ?? '', '')
  const signed = signing === null ? undefined : view.fields[signing]
  const pages = (
    <DocumentPane
      pack={pack}
      view={view}
      signatory={by}
      steps={steps}
      current={current}
      follow={field ?? null}
      reading={false}
      inPanel
      onChoose={(chosen) => {
        onCurrent(chosen)
        setReading(false)
        const key = steps[chosen]?.key
        if (key) requestAnimationFrame(() => focusOn(key))
      }}
      onBack={() => setReading(false)}
    />
  )

  return (
    <>
      <main className={classes.area} data-form {...telling}>
        <form ref={form} className={classes.form} noValidate aria-label={words('form')} onSubmit={submit}>
          {checked && missing.length > 0 && (
            <div className={classes.summary} role="alert">
              <p>{words('form_missing', { count: missing.length })}</p>
              <ul>
                {missing.map((each) => (
                  <li key={each.key}>
                    <button type="button" onClick={() => focusOn(each.key)}>
                      {fieldLabel(each)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {!items.some(({ type }) => type === 'h1') && <h1 className="visually-hidden">{disclosed(view.name, '')}</h1>}
          <Appearing view={view} steps={steps} />
          {sectionsOf(items).map(({ key, legend, items: together }) => {
            const inside = together.map((item) =>
              drawn.has(places.get(item.key)!) ? (
                <ShownItem
                  key={item.key}
                  item={item}
                  context={context}
                  view={view}
                  number={numbers.get(item.key) ?? 0}
                  isCurrent={item.key === field?.key}
                  problem={problems[item.key] ?? null}
                />
              ) : (
                <div key={item.key} className={classes.undrawn} />
              ),
            )
            const [first] = together
            const boxes = legend !== null && first?.type === 'field' ? boxesWith(view, first.field) : []
            if (legend === null) return <Fragment key={key}>{inside}</Fragment>
            return (
              <fieldset key={key} className={classes.group}>
                <legend>{legend}</legend>
                {isExclusive(boxes) && <p className={classes.help}>{words('one_of_boxes', { count: boxes.length })}</p>}
                {inside}
              </fieldset>
            )
          })}
          {asked.length === 0 && <p className={classes.paragraph}>{words('nothing_filled')}</p>}
          <Supporting view={view} />
          <button type="submit" className={`${screen.next} ${classes.submit}`}>
            <span>{words('review')}</span>
            <ArrowRight size={18} aria-hidden="true" />
          </button>
        </form>
        <Notes session={pack} view={view} by={by} mayAdd={view.settings.annotation ?? false} open />
      </main>
      <aside className={`${screen.panel} ${classes.panel}`} aria-label={words('your_fields')}>
        <div className={filling.progress}>
          <p className={filling.position}>
            {words('form_done', { done: String(filled), count: String(asked.length) })}
            <span className={filling.who}>{signerName === '' ? role : `${signerName}, ${role}`}</span>
            <SenderHere pack={pack} />
          </p>
          <div className={classes.bar} aria-hidden="true">
            <span style={{ inlineSize: `${asked.length === 0 ? 100 : (100 * filled) / asked.length}%` }} />
          </div>
        </div>
        {!narrow && <div className={classes.preview}>{pages}</div>}
        <div className={classes.buttons}>
          {next ? (
            <button type="button" className={screen.next} onClick={onward}>
              <span>{words('next_named', { label: fieldLabel(next) })}</span>
              <ArrowRight size={18} aria-hidden="true" />
            </button>
          ) : (
            <button type="button" className={screen.next} onClick={() => form.current?.requestSubmit()}>
              <span>{words('review')}</span>
              <ArrowRight size={18} aria-hidden="true" />
            </button>
          )}
        </div>
        <footer className={`${filling.foot} ${classes.foot}`}>
          <span>{signerName === '' ? words('signing_as_nameless', { role }) : words('signing_as', { name: signerName, role })}</span>
          <button type="button" className={screen.quiet} onClick={onPages}>
            <FileText size={16} aria-hidden="true" />
            {words('form_pages')}
          </button>
        </footer>
        <div className={filling.actions}>
          <button type="button" className={screen.quiet} onClick={onPages}>
            <FileText size={16} aria-hidden="true" />
            {words('form_pages_short')}
          </button>
          <Leave onLater={onLater} onDecline={onDecline} />
        </div>
      </aside>
      {narrow && reading && (
        <div className={classes.over}>
          {pages}
          <button type="button" className={`${screen.next} ${classes.overBack}`} onClick={() => setReading(false)}>
            {words('form_back')}
          </button>
        </div>
      )}
      {signed && (
        <Signing onClose={() => setSigning(null)} label={fieldLabel(signed)}>
          <FieldStep
            key={signed.key}
            pack={pack}
            view={view}
            session={session}
            field={signed}
            steps={steps}
            isOpen={() => false}
            done={words('form_use')}
            onBack={() => setSigning(null)}
            onDraft={() => {}}
            onNext={() => {
              context.onProblem(signed.key, null)
              setSigning(null)
            }}
            onDecline={onDecline}
          />
        </Signing>
      )}
      <Asking
        window={asking}
        heading={question ? questionOf(question) : ''}
        no={words('not_yet')}
        yes={words('go_on')}
        onYes={confirm}
        onClose={() => question && !passed.has(question.key) && focusOn(question.key)}
      />
    </>
  )
}

/** How many entries on either side are drawn at once: about two screens of a desk. */
const AT_ONCE = 12

/** Which entries of a long form are drawn: those around where the signer is at once, the others little by little while nothing else is to be done. */
function useDrawn(count: number, around: number) {
  const [start] = useState(Math.max(0, around))
  const [reach, setReach] = useState(AT_ONCE)
  const isWhole = start - reach <= 0 && start + reach >= count
  useEffect(() => {
    if (isWhole) return
    const soon = setTimeout(() => startTransition(() => setReach(reach + AT_ONCE)))
    return () => clearTimeout(soon)
  }, [isWhole, reach])
  return {
    has: (at: number) => Math.abs(at - start) <= reach,
    /** For one who goes far before it has come to that. */
    all: () => flushSync(() => setReach(Number.POSITIVE_INFINITY)),
  }
}

/** A window of its own over the form. Escape leaves it. */
function Signing({ label, onClose, children }: { readonly label: string; readonly children: ReactNode; onClose(): void }) {
  const window = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    window.current?.showModal()
    return () => (opener instanceof HTMLElement ? opener.focus() : undefined)
  }, [])
  return (
    <dialog ref={window} className={classes.window} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  )
}

function withProblem(all: Readonly<Record<string, string>>, key: string, why: string | null): Readonly<Record<string, string>> {
  if ((all[key] ?? null) === why) return all
  const { [key]: _, ...others } = all
  return why === null ? others : { ...others, [key]: why }
}
