import { Button, SegmentedControl, Switch } from '@mantine/core'
import { Bug, Plus, TriangleAlert, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import {
  compiledRule,
  type Field,
  type FieldRule,
  fieldTypeOf,
  isAlwaysTrue,
  isTarget,
  type Outcome,
  type Outcomes,
  outcomesOf,
  type PackState,
  type RuleTarget,
  targetsOf,
  testsIn,
  writeCondition,
} from '#domain/pack'
import { refusalWords } from '../../../live/index.ts'
import { useWords, wordsOf } from '../../../messages/index.ts'
import { IconButton, say, UNDO_SECONDS } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { fieldIcon, fieldLabel } from '../../fields/index.ts'
import { useEditor, useUi, useView } from '../view/context.ts'
import { nameOfAssignee, whoseIs } from '../view/people.ts'
import { ConditionBuilder, OutcomeIcon } from './ConditionBuilder.tsx'
import { conditionOf, type DraftGroup, draftOf, emptyGroup } from './draft.ts'
import classes from './rules.module.css'
import { TryOnPast } from './TryOnPast.tsx'
import { conditionWords } from './words.ts'

const OUTCOMES = { enabled: 'on', disabled: 'off', unknown: 'unknown' } as const

/** When the selected field is shown, and the other conditions of the document. */
export function RulesPanel() {
  const words = useWords('rules')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const { selection } = useUi()
  const [debug, setDebug] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const field = selection.length === 1 ? view.fields[selection[0]!] : undefined
  const { rules = [] } = view
  const others = rules.filter(({ target }) => targetsOf(view, target).length > 0 && !(field && isTarget(target, field)))
  const outcomes = useMemo(() => outcomesOf(view), [view])
  const mayChange = useMay('can_use_field_rules') && view.status === 'setup'
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`}>
      <header className={classes.head}>
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
          {words('title')}
        </h2>
        <label className={classes.debug} htmlFor={`${id}-debug`} title={words('debug_hint')}>
          <Bug size={16} aria-hidden="true" />
          {words('debug')}
        </label>
        <Switch id={`${id}-debug`} checked={debug} onChange={(event) => setDebug(event.currentTarget.checked)} />
        <IconButton
          icon={X}
          name={words('close')}
          onClick={() => {
            editor.ui.rules = false
          }}
        />
      </header>
      {!mayChange && view.status === 'setup' && <p className={classes.note}>{words('not_permitted')}</p>}
      {field && !field.removed ? (
        <OfField key={field.key} {...{ field, view, outcomes, debug, mayChange }} />
      ) : (
        <p className={classes.note}>{words('choose_field')}</p>
      )}
      {others.length > 0 && (
        <section className={classes.others} aria-labelledby={`${id}-others`}>
          <h3 id={`${id}-others`}>
            {words('others')}
            <span>{others.length}</span>
          </h3>
          <ul>
            {others.map((rule) => (
              <OtherRule key={rule.key} rule={rule} view={view} outcome={outcomes.of(targetsOf(view, rule.target)[0]!.key)} />
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}

function OtherRule({ rule, view, outcome }: { readonly rule: FieldRule; readonly view: PackState; readonly outcome: Outcome }) {
  const words = useWords('rules')
  const { editor } = useEditor()
  const [target] = targetsOf(view, rule.target)
  const condition = compiledRule(rule)?.condition
  if (!target) return null
  const Icon = fieldIcon(target.type)
  return (
    <li>
      <button type="button" className={classes.other} onClick={() => editor.select([target.key])}>
        <Icon size={16} aria-hidden="true" />
        <span>
          <b>{fieldLabel(target)}</b> {condition && conditionWords(view, condition)}
        </span>
        <span className={classes.chip} data-outcome={outcome}>
          {words(OUTCOMES[outcome])}
        </span>
      </button>
    </li>
  )
}

interface OfFieldProps {
  readonly field: Field
  readonly view: PackState
  readonly outcomes: Outcomes
  readonly debug: boolean
  readonly mayChange: boolean
}

function OfField({ field, view, outcomes, debug, mayChange }: OfFieldProps) {
  const words = useWords('rules')
  const { isExcludedFromSigning, setsUpSigner, hasGroup } = fieldTypeOf(field)
  const grouped = hasGroup && field.group !== null
  const [of, setOf] = useState<'field' | 'group'>(() =>
    grouped && view.rules?.some(({ target }) => 'group' in target && target.group === field.group) ? 'group' : 'field',
  )
  const Icon = fieldIcon(field.type)
  const target: RuleTarget = of === 'group' && grouped ? { group: field.group! } : { field: field.key }
  const own = (view.rules ?? []).filter((rule) => 'field' in rule.target === 'field' in target && isTarget(rule.target, field))
  // A rule keeps the key it was begun with: what is being filled in stays in place, with the focus, as it is first saved or deleted.
  const [begun] = useState(() => {
    const keyOf = (kind: 'field' | 'group') =>
      view.rules?.find((rule) => kind in rule.target && isTarget(rule.target, field))?.key ?? crypto.randomUUID()
    return { field: keyOf('field'), group: keyOf('group') }
  })
  const ruleKey = own[0]?.key ?? begun['field' in target ? 'field' : 'group']
  return (
    <>
      <div className={classes.target}>
        <span className={classes.icon}>
          <Icon size={18} aria-hidden="true" />
        </span>
        <div>
          <b>{fieldLabel(field)}</b>
          <span>{words('field_page', { label: whoseIs(view, field), page: String(field.page + 1) })}</span>
        </div>
        {grouped && (
          <SegmentedControl
            size="xs"
            aria-label={words('target')}
            value={of}
            data={[
              { value: 'field', label: words('this_field') },
              { value: 'group', label: words('its_group') },
            ]}
            onChange={(next) => setOf(next as 'field' | 'group')}
          />
        )}
      </div>
      {isExcludedFromSigning || setsUpSigner ? (
        <p className={classes.note}>{words('always_takes_part')}</p>
      ) : (
        <OneRule key={`${of} ${ruleKey}`} rule={own[0] ?? null} {...{ ruleKey, target, field, view, outcomes, debug, mayChange }} />
      )}
      {own.slice(1).map((rule) => {
        const condition = compiledRule(rule)?.condition
        return condition ? (
          <p key={rule.key} className={classes.note}>
            {words('several', { condition: conditionWords(view, condition) })}
          </p>
        ) : null
      })}
    </>
  )
}

interface OneRuleProps extends OfFieldProps {
  readonly rule: FieldRule | null
  readonly ruleKey: string
  readonly target: RuleTarget
}

function OneRule({ rule, ruleKey: key, target, field, view, outcomes, debug, mayChange }: OneRuleProps) {
  const outcome = outcomes.of(field.key)
  const words = useWords('rules')
  const { editor } = useEditor()
  const stored = rule ? (compiledRule(rule)?.condition ?? null) : null
  const text = stored ? writeCondition(stored) : ''
  const written = useRef(text)
  const [draft, setDraft] = useState<DraftGroup | null>(() => stored && draftOf(stored))
  const [problem, setProblem] = useState<string | null>(null)
  const [removed, setRemoved] = useState(false)
  // Somebody else changed it, or it was undone: that is what is shown from here on.
  useEffect(() => {
    if (text === written.current) return
    written.current = text
    setDraft(stored && draftOf(stored))
    setProblem(null)
  }, [text, stored])

  const change = (next: DraftGroup) => {
    const empty = next.parts.length === 0
    setDraft(empty ? null : next)
    setProblem(null)
    if (empty) return remove()
    const condition = conditionOf(next)
    if (!condition || writeCondition(condition) === written.current) return
    const before = written.current
    written.current = writeCondition(condition)
    const [refused] = editor.session.step([{ do: 'SetFieldRule', rule: key, target, condition: written.current }])
    if (!refused) return
    written.current = before
    setProblem(refusalWords(refused))
  }
  const remove = () => {
    setRemoved(true)
    setDraft(null)
    setProblem(null)
    written.current = ''
    if (!rule) return
    editor.step([{ do: 'RemoveFieldRule', rule: key }])
    const back = { do: 'SetFieldRule', rule: key, target: rule.target, condition: text } as const
    say.success(words('deleted', { label: fieldLabel(field) }), UNDO_SECONDS, {
      action: { label: wordsOf('ui')('undo'), run: () => editor.step([back]) },
    })
  }
  const targets = useMemo(() => new Set(targetsOf(view, target).map((one) => one.key)), [view, target])
  const condition = draft && conditionOf(draft)
  const learnt = condition ? learningFrom(view, field, condition) : null
  if (!draft) {
    return (
      <div className={classes.none}>
        <h3>{words('always_shown')}</h3>
        <p>{words('always_shown_text')}</p>
        <Button
          variant="default"
          autoFocus={removed}
          leftSection={<Plus size={16} aria-hidden />}
          disabled={!mayChange}
          onClick={() => setDraft(emptyGroup())}
        >
          {words('add_first')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.rule}>
      <h3>
        {words('shown_when')}
        <span className={classes.right}>
          {words('right_now')}{' '}
          <span className={classes.chip} data-outcome={outcome}>
            <OutcomeIcon outcome={outcome} />
            {words(OUTCOMES[outcome])}
          </span>
        </span>
      </h3>
      <ConditionBuilder {...{ view, draft, targets }} outcomes={debug ? outcomes : null} disabled={!mayChange} onChange={change} />
      {problem && (
        <p className={classes.problem} role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          {problem}
        </p>
      )}
      {!problem && condition && isAlwaysTrue(view, condition) && (
        <p className={classes.warning} role="status">
          <TriangleAlert size={16} aria-hidden="true" />
          {words('always_true')}
        </p>
      )}
      {learnt && <p className={classes.hint}>{words('tells', learnt)}</p>}
      {mayChange && !problem && condition && view.kind === 'template' && (
        <TryOnPast
          key={writeCondition(condition)}
          drafted={{ pack: editor.session.documentKey, rule: key, field_or_group: nameOf(target), infix_logic: writeCondition(condition) }}
        />
      )}
      {debug && condition && <pre className={classes.infix}>{conditionWords(view, condition)}</pre>}
      <Button className={classes.delete ?? ''} variant="subtle" color="red" size="xs" disabled={!mayChange} onClick={remove}>
        {words('delete')}
      </Button>
    </div>
  )
}

const nameOf = (target: RuleTarget) => ('field' in target ? target.field : target.group)

/** A condition on another signer's answer tells of it: by name who learns, and whose answer. */
function learningFrom(view: PackState, field: Field, condition: Parameters<typeof testsIn>[0]): { name: string; other: string } | null {
  const isSigner = (assignee: Field['assignee']) => assignee !== null && assignee !== 'self'
  if (!isSigner(field.assignee)) return null
  const asked = testsIn(condition).map((test) => view.fields[test.field]?.assignee ?? null)
  const other = asked.find((assignee) => isSigner(assignee) && assignee !== field.assignee)
  return other === undefined ? null : { name: nameOfAssignee(view, field.assignee), other: nameOfAssignee(view, other) }
}
