import { Menu, UnstyledButton } from '@mantine/core'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ListRow } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { browserMemory } from '../../ui/index.ts'
import classes from './Table.module.css'

/** A custom field as a column. */
interface Column {
  readonly id: string
  readonly name: string
}
const KEY = 'documents-column'

function remembered(): Column | null {
  try {
    const { id, name } = JSON.parse(browserMemory.read(KEY) ?? '{}')
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : null
  } catch {
    return null
  }
}

/** What the column in the middle shows: the workspace (null), or a custom field. The browser remembers it. */
export function useChosenColumn() {
  const [chosen, setChosen] = useState(remembered)
  const choose = (column: Column | null) => {
    browserMemory.write(KEY, JSON.stringify(column ?? {}))
    setChosen(column)
  }
  return [chosen, choose] as const
}

interface Props {
  readonly rows: readonly ListRow[]
  readonly chosen: Column | null
  onChoose(column: Column | null): void
}

/** The head of that column. The custom fields of the rows that are there can be chosen. */
export function ChosenColumn({ rows, chosen, onChoose }: Props) {
  const words = useWords('documents')
  const found = new Map(rows.flatMap((row) => (row.user_defined_attributes ?? []).map(({ id, name }) => [id, name] as const)))
  if (chosen) found.set(chosen.id, found.get(chosen.id) ?? chosen.name)
  if (found.size === 0) return <>{words('col_workspace')}</>
  const offered: readonly (Column | null)[] = [null, ...[...found].map(([id, name]) => ({ id, name }))]
  const nameOf = (column: Column | null) => column?.name ?? words('col_workspace')
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes.column} aria-label={words('choose_column', { name: nameOf(chosen) })}>
          <bdi>{nameOf(chosen)}</bdi>
          <ChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((column) => (
          <Menu.Item
            key={column?.id ?? ''}
            leftSection={column?.id === chosen?.id ? <Check size={16} aria-hidden /> : <span style={{ width: 16 }} />}
            aria-current={column?.id === chosen?.id}
            onClick={() => onChoose(column)}
          >
            <bdi>{nameOf(column)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
