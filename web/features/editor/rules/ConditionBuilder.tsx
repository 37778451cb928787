import { MultiSelect, SegmentedControl, Select, TagsInput } from '@mantine/core'
import { Check, CircleHelp, Group, Plus, X } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import {
  type Field,
  liveFields,
  type Outcome,
  type Outcomes,
  operandOf,
  type PackState,
  type TestName,
  testsFor,
  testsOffered,
} from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, IconButton } from '../../../ui/index.ts'
import { fieldLabel } from '../../fields/index.ts'
import { whoseIs } from '../view/people.ts'
import { conditionOf, type Draft, type DraftGroup, type DraftTest, emptyGroup, emptyTest, withAdded, withJoin, withPart } from './draft.ts'
import classes from './rules.module.css'
import { testWords, valueNow } from './words.ts'

/** Deeper groups are read from calls, and made by nobody with a mouse. */
const MOST_DEPTH = 4

interface Props {
  readonly view: PackState
  readonly draft: DraftGroup
  /** Fields that the condition is for: they are not asked themselves. */
  readonly targets: ReadonlySet<string>
  /** What each part is now, where that is shown. */
  readonly outcomes: Outcomes | null
  readonly disabled: boolean
  onChange(draft: DraftGroup): void
}

/** A condition, part by part. Everything is reached by the keyboard: parts are added and removed by buttons. */
export function ConditionBuilder({ view, draft, targets, outcomes, disabled, onChange }: Props) {
  const outcomeOf = (part: Draft): Outcome | null => {
    const condition = outcomes && conditionOf(part)
    return outcomes && condition ? outcomes.ofCondition(condition) : null
  }
  const asked = liveFields(view).filter((field) => !targets.has(field.key) && testsFor(field.type).length > 0)
  const at: At = {
    view,
    asked,
    disabled,
    outcomeOf,
    change: (id, next) => onChange(withPart(draft, id, next)),
    add: (group, part) => onChange(withAdded(draft, group, part)),
    join: (group, join) => onChange(withJoin(draft, group, join)),
  }
  return <GroupRow group={draft} depth={0} at={at} />
}

/** The whole condition, as its parts need it. */
interface At {
  readonly view: PackState
  readonly asked: readonly Field[]
  readonly disabled: boolean
  outcomeOf(part: Draft): Outcome | null
  /** null takes the part out. */
  change(id: string, next: (part: Draft) => Draft | null): void
  add(group: string, part: Draft): void
  join(group: string, join: DraftGroup['join']): void
}

function GroupRow({ group, depth, at }: { readonly group: DraftGroup; readonly depth: number; readonly at: At }) {
  const words = useWords('rules')
  return (
    <fieldset className={classes.group} data-depth={depth} disabled={at.disabled}>
      <legend className={classes.join}>
        <SegmentedControl
          size="xs"
          aria-label={words('join')}
          value={group.join}
          data={[
            { value: 'all', label: words('and') },
            { value: 'any', label: words('or') },
          ]}
          onChange={(join) => at.join(group.id, join as DraftGroup['join'])}
        />
        <span>{words(group.join === 'all' ? 'all_of' : 'any_of')}</span>
      </legend>
      {group.parts.map((part) =>
        'parts' in part ? <GroupRow key={part.id} group={part} depth={depth + 1} at={at} /> : <TestRow key={part.id} test={part} at={at} />,
      )}
      <div className={classes.add}>
        <button type="button" data-add onClick={() => at.add(group.id, emptyTest())}>
          <Plus size={16} aria-hidden="true" />
          {words('add_condition')}
        </button>
        {depth < MOST_DEPTH && (
          <button type="button" onClick={() => at.add(group.id, emptyGroup(group.join === 'all' ? 'any' : 'all'))}>
            <Group size={16} aria-hidden="true" />
            {words('add_group')}
          </button>
        )}
      </div>
    </fieldset>
  )
}

function TestRow({ test, at: { view, asked, outcomeOf, change } }: { readonly test: DraftTest; readonly at: At }) {
  const words = useWords('rules')
  const outcome = outcomeOf(test)
  const field = test.field === null ? undefined : view.fields[test.field]
  const set = (next: Partial<DraftTest>) => change(test.id, (held) => ({ ...held, ...next }) as DraftTest)
  const offered = field ? testsOffered(field.type, test.operands[0] ?? '') : []
  const known = test.is !== null && !offered.includes(test.is) ? [...offered, test.is] : offered
  return (
    <div className={classes.test} data-outcome={outcome ?? undefined}>
      {outcome && (
        <span className={classes.mark} data-outcome={outcome}>
          <OutcomeIcon outcome={outcome} />
        </span>
      )}
      <Select
        size="sm"
        searchable
        aria-label={words('field')}
        placeholder={words('field_placeholder')}
        allowDeselect={false}
        value={test.field}
        // Only the part that was just added asks for a field yet.
        autoFocus={test.field === null}
        data={Array.from(
          Map.groupBy(asked, (one) => whoseIs(view, one)),
          ([group, fields]) => ({
            group,
            items: fields.map((one) => ({
              value: one.key,
              label: words('field_page', { label: fieldLabel(one), page: String(one.page + 1) }),
            })),
          }),
        )}
        onChange={(key) => {
          const next = key === null ? undefined : view.fields[key]
          if (!next) return
          const keeps = test.is !== null && testsFor(next.type).includes(test.is)
          set({ field: key, is: keeps ? test.is : (testsFor(next.type)[0] ?? null), ...(keeps ? {} : { operands: [] }) })
        }}
      />
      <IconButton
        icon={X}
        name={words('remove_condition')}
        size="sm"
        iconSize={16}
        onClick={(event) => {
          // The button goes with its row: who works by keyboard goes on where the next part is added.
          event.currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[data-add]')?.focus()
          change(test.id, () => null)
        }}
      />
      {field && (
        <div className={classes.asks}>
          <Select
            size="sm"
            aria-label={words('test')}
            placeholder={words('test_placeholder')}
            allowDeselect={false}
            value={test.is}
            data={known.map((is) => ({ value: is, label: testWords(is) }))}
            onChange={(is) => is !== null && set({ is: is as TestName })}
          />
          <Operand test={test} field={field} onChange={(operands) => set({ operands })} />
        </div>
      )}
      {outcome && test.field !== null && <p className={classes.now}>{words('now', { value: valueNow(view, test.field), outcome })}</p>}
    </div>
  )
}

interface OperandProps {
  readonly test: DraftTest
  readonly field: Field
  onChange(operands: readonly string[]): void
}

/** What is compared with: choices where the field has some, else what is typed. */
function Operand({ test, field, onChange }: OperandProps) {
  const words = useWords('rules')
  const needs = test.is === null ? 'none' : operandOf(test.is)
  if (needs === 'none') return null
  const options = [...disclosed(field.options, [])]
  const [first = ''] = test.operands
  if (needs === 'several') {
    const shared = { size: 'sm', 'aria-label': words('values'), onChange } as const
    const value = [...test.operands]
    return options.length > 0 ? (
      <MultiSelect {...shared} value={value} data={options} />
    ) : (
      <TagsInput {...shared} value={value} acceptValueOnBlur />
    )
  }
  if (options.length > 0 && (test.is === 'equal' || test.is === 'unequal')) {
    return (
      <Select
        size="sm"
        aria-label={words('value')}
        allowDeselect={false}
        value={first || null}
        data={options}
        onChange={(option) => onChange(option === null ? [] : [option])}
      />
    )
  }
  return (
    <DraftInput
      label={words('value')}
      labelProps={{ className: classes.unseen }}
      value={first}
      {...(needs === 'number' ? { inputMode: 'decimal' as const } : {})}
      onCommit={(text) => onChange([text])}
    />
  )
}

export function OutcomeIcon({ outcome }: { readonly outcome: Outcome }) {
  const Icon = outcome === 'enabled' ? Check : outcome === 'disabled' ? X : CircleHelp
  return <Icon size={14} aria-hidden="true" />
}
