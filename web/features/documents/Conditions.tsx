import { Button, NativeSelect, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { CUSTOM_FIELD_OPERATORS, type CustomFieldCondition, MOST_CUSTOM_FIELD_CONDITIONS } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { go, IconButton, Shown } from '../../ui/index.ts'
import { Waiting } from './ColumnChoice.tsx'
import { addressOf, hasValue } from './conditions.ts'
import type { List } from './list.ts'
import type { Filter } from './membership.ts'
import classes from './Narrowing.module.css'
import { type CustomFieldName, useCustomFieldNames } from './use-custom-field-names.ts'

const narrow = (filter: Pick<Filter, 'type' | 'bulkSend'>, customFields: Filter['customFields']) =>
  go(addressOf({ ...filter, customFields }))

/** Narrows the list by one more custom field. */
export function AddCondition({ list }: { readonly list: List }) {
  const words = useWords('documents')
  const { filter } = useSnapshot(list.state)
  if (filter.customFields.length >= MOST_CUSTOM_FIELD_CONDITIONS) return null
  return (
    <ConditionPopover
      label={words('filter_add')}
      type={filter.type}
      onApply={(condition) => narrow(filter, [...filter.customFields, condition])}
      target={(toggle) => (
        <IconButton
          data-add-condition
          icon={ListFilter}
          name={words('filter_add')}
          variant="default"
          size={36}
          tooltip={false}
          title={words('filter_add')}
          onClick={toggle}
        />
      )}
    />
  )
}

interface ConditionsProps {
  readonly list: List
  /** What its custom fields are called now. */
  readonly names: readonly CustomFieldName[]
}

/** By what the list is narrowed: each can be changed and removed. */
export function Conditions({ list, names }: ConditionsProps) {
  const words = useWords('documents')
  const { filter } = useSnapshot(list.state)
  const { customFields: conditions } = filter
  const { length } = conditions
  const chips = useRef<HTMLUListElement>(null)
  const removed = useRef<number | null>(null)
  // The focus stays where one was removed.
  useEffect(() => {
    if (removed.current === null) return
    const chip = chips.current?.children[Math.min(removed.current, length - 1)]
    removed.current = null
    const next = chip?.querySelector('[data-remove]') ?? document.querySelector('[data-add-condition]')
    if (next instanceof HTMLElement) next.focus()
  }, [length])
  if (length === 0) return null
  const put = (at: number, next: Filter['customFields']) =>
    narrow(filter, [...conditions.slice(0, at), ...next, ...conditions.slice(at + 1)])
  return (
    <ul ref={chips} className={classes.conditions} aria-label={words('filter_list')}>
      {conditions.map((condition, at) => {
        const field = names.find(({ id }) => id === condition.id)?.name ?? condition.id
        const operator = words(`filter_${condition.operator}`)
        const said = hasValue(condition)
          ? words('filter_said', { field, operator, value: condition.value })
          : words('filter_said_bare', { field, operator })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be alike
          <li key={at}>
            <ConditionPopover
              label={words('filter_change', { condition: said })}
              type={filter.type}
              condition={condition}
              onApply={(next) => put(at, [next])}
              target={(toggle) => (
                <UnstyledButton className={classes.condition} aria-label={words('filter_change', { condition: said })} onClick={toggle}>
                  <bdi>{said}</bdi>
                </UnstyledButton>
              )}
            />
            <IconButton
              data-remove
              size="sm"
              icon={X}
              iconSize={14}
              name={words('filter_remove', { condition: said })}
              onClick={() => {
                removed.current = at
                put(at, [])
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface PopoverProps {
  readonly label: string
  readonly type: Filter['type']
  readonly condition?: CustomFieldCondition
  readonly onApply: (condition: CustomFieldCondition) => void
  readonly target: (toggle: () => void) => ReactNode
}

function ConditionPopover({ label, target, onApply, ...form }: PopoverProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover width={300} position="bottom-end" shadow="md" opened={opened} onChange={setOpened} withinPortal trapFocus returnFocus>
      <Popover.Target>{target(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <ConditionForm
          {...form}
          onApply={(condition) => {
            setOpened(false)
            onApply(condition)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function ConditionForm({ type, condition, onApply }: Pick<PopoverProps, 'type' | 'condition' | 'onApply'>) {
  const words = useWords('documents')
  const names = useCustomFieldNames(type)
  const [draft, setDraft] = useState<Partial<CustomFieldCondition>>(condition ?? {})
  return (
    <Shown of={names} waiting={<Waiting />}>
      {(found) => {
        const fields =
          condition && !found.some(({ id }) => id === condition.id) ? [{ id: condition.id, name: condition.id }, ...found] : found
        if (fields.length === 0) return <p className={classes.hint}>{words('no_custom_fields')}</p>
        const next = { operator: 'is', value: '', ...draft, id: draft.id ?? fields[0]!.id } as const
        const isComplete = !hasValue(next) || next.value.trim() !== ''
        return (
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault()
              if (isComplete) onApply(hasValue(next) ? next : { ...next, value: '' })
            }}
          >
            <NativeSelect
              label={words('filter_field')}
              data={fields.map(({ id, name }) => ({ value: id, label: name }))}
              value={next.id}
              onChange={(event) => setDraft({ ...draft, id: event.currentTarget.value })}
            />
            <NativeSelect
              label={words('filter_operator')}
              data={CUSTOM_FIELD_OPERATORS.map((value) => ({ value, label: words(`filter_${value}`) }))}
              value={next.operator}
              onChange={(event) => setDraft({ ...draft, operator: event.currentTarget.value as CustomFieldCondition['operator'] })}
            />
            {hasValue(next) && (
              <TextInput
                label={words('filter_value')}
                value={next.value}
                maxLength={500}
                onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
              />
            )}
            <Button type="submit" disabled={!isComplete}>
              {words('filter_apply')}
            </Button>
          </form>
        )
      }}
    </Shown>
  )
}
