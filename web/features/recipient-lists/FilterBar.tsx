import { Button, NativeSelect, TextInput } from '@mantine/core'
import { ListFilter, X } from 'lucide-react'
import { type Column, FILTER_DAYS, MOST_FILTER_RULES, type Operator, operatorsFor } from '#domain/filters'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import type { FilterRuleRecord } from './calls.ts'
import classes from './RecipientLists.module.css'

const HINTS = { number: 'hint_number', date: 'hint_date', text: 'hint_text' } as const

interface Props {
  readonly columns: readonly Column[]
  readonly rules: readonly FilterRuleRecord[]
  readonly onChange: (rules: readonly FilterRuleRecord[]) => void
  /** Why the rules cannot be read. */
  readonly problem: string | null
}

/** Rules that a row must all meet. */
export function FilterBar({ columns, rules, onChange, problem }: Props) {
  const words = useWords('recipient_lists')
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? 'text'
  const put = (at: number, change: Partial<FilterRuleRecord>) =>
    onChange(rules.map((rule, place) => (place === at ? { ...rule, ...change } : rule)))
  const chooseColumn = (at: number, selected_field: string) => {
    const [first] = operatorsFor(typeOf(selected_field))
    put(at, { selected_field, selected_inequality: first!, comparison_value: '' })
  }
  const add = () => onChange([...rules, { selected_field: columns[0]!.name, selected_inequality: 'equal to', comparison_value: '' }])
  return (
    <section className={classes.filter} aria-label={words('filter')}>
      {rules.map((rule, at) => {
        const type = typeOf(rule.selected_field)
        const isSpan = rule.selected_inequality === 'in'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be alike
          <fieldset key={at} className={classes.rule} aria-label={`${words('filter')} ${at + 1}`}>
            <NativeSelect
              aria-label={words('filter_column')}
              data={columns.map(({ name }) => name)}
              value={rule.selected_field}
              onChange={(event) => chooseColumn(at, event.currentTarget.value)}
            />
            <NativeSelect
              aria-label={words('filter_operator')}
              data={[...operatorsFor(type)]}
              value={rule.selected_inequality}
              onChange={(event) => {
                const selected_inequality = event.currentTarget.value as Operator
                const becomesSpan = selected_inequality === 'in'
                put(at, { selected_inequality, ...(becomesSpan === isSpan ? {} : { comparison_value: '' }) })
              }}
            />
            {isSpan ? (
              <NativeSelect
                aria-label={words('filter_value')}
                data={[
                  { value: '', label: words('hint_days'), disabled: true },
                  ...FILTER_DAYS.map((count) => ({ value: String(count), label: words('days', { count: String(count) }) })),
                ]}
                value={rule.comparison_value}
                onChange={(event) => put(at, { comparison_value: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                aria-label={words('filter_value')}
                placeholder={words(HINTS[type])}
                value={rule.comparison_value}
                onChange={(event) => put(at, { comparison_value: event.currentTarget.value })}
              />
            )}
            <IconButton
              icon={X}
              iconSize={16}
              name={words('filter_remove', { column: rule.selected_field })}
              onClick={() => onChange(rules.filter((_, place) => place !== at))}
            />
          </fieldset>
        )
      })}
      {rules.length < MOST_FILTER_RULES && (
        <Button variant="default" size="sm" leftSection={<ListFilter size={16} aria-hidden />} onClick={add}>
          {words('filter_add')}
        </Button>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

/** A rule whose value is still to be typed keeps every row. */
export const isComplete = (rule: FilterRuleRecord, columns: readonly Column[]): boolean =>
  rule.comparison_value.trim() !== '' || columns.find(({ name }) => name === rule.selected_field)?.type === 'text'
