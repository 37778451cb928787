import { Select } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { Assignee } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { useView } from './context.ts'
import { PersonDot } from './PersonDot.tsx'
import classes from './people.module.css'
import { choicesOf } from './people.ts'

interface Props {
  readonly label: string
  readonly hideLabel?: boolean
  readonly value: Assignee
  /** The selected fields are for several. */
  readonly mixed?: boolean
  readonly disabled?: boolean
  onChange(assignee: Assignee): void
  /** Offers one more signer at the end of the list. */
  onAdd?(): void
}

/** Stands among the keys of signers, which are UUIDs. */
const ADD = 'add'

/** Picks for whom a field is: a signer, or the sender. */
export function AssigneePicker({ label, hideLabel = false, value, mixed = false, disabled = false, onChange, onAdd }: Props) {
  const words = useWords('editor')
  const view = useView((whole) => whole)
  const choices = useMemo(() => choicesOf(view), [view])
  const roles = new Map(choices.map(({ value: key, role }) => [key, role]))
  return (
    <Select
      size="sm"
      {...(hideLabel ? { 'aria-label': label } : { label })}
      classNames={{ input: classes.pick ?? '' }}
      allowDeselect={false}
      disabled={disabled}
      placeholder={mixed ? words('mixed') : words('unassigned')}
      value={mixed || value === null ? null : value}
      data={[
        ...choices.map(({ value: key, label: name }) => ({ value: key, label: name })),
        ...(onAdd ? [{ value: ADD, label: words('add_signer') }] : []),
      ]}
      onChange={(next) => (next === ADD ? onAdd?.() : next !== null && onChange(next))}
      leftSection={<PersonDot assignee={mixed ? null : value} />}
      leftSectionPointerEvents="none"
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.value === ADD ? <UserPlus size={16} aria-hidden /> : <PersonDot assignee={option.value} />}
          <span className={classes.name}>{option.label}</span>
          <span className={classes.role}>{roles.get(option.value)}</span>
        </span>
      )}
    />
  )
}
