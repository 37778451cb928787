import { Checkbox, Popover } from '@mantine/core'
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { Bone, IconButton, Loading, Shown } from '../../ui/index.ts'
import { type Column, MOST_COLUMNS, movedColumn, offeredColumns } from './columns.ts'
import type { Filter } from './membership.ts'
import classes from './Narrowing.module.css'
import { useCustomFieldNames } from './use-custom-field-names.ts'

interface Props {
  readonly type: Filter['type']
  readonly columns: readonly Column[]
  onChange(columns: readonly Column[]): void
}

/** Which columns the list shows, and in which order. */
export function ColumnChoice(props: Props) {
  const words = useWords('documents')
  return (
    <Popover width={300} position="bottom-end" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={Columns3} name={words('columns')} variant="default" size={36} tooltip={false} title={words('columns')} />
      </Popover.Target>
      <Popover.Dropdown aria-label={words('columns')}>
        <Choice {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ type, columns, onChange }: Props) {
  const words = useWords('documents')
  const names = useCustomFieldNames(type)
  return (
    <Shown of={names} waiting={<Waiting />}>
      {(fields) => (
        <>
          <ul className={classes.choices}>
            {offeredColumns(columns, fields).map((column) => {
              const at = columns.findIndex(({ id }) => id === column.id)
              const name = column.id === null ? words('col_workspace') : column.name
              return (
                <li key={column.id ?? ''}>
                  <Checkbox
                    label={<bdi>{name}</bdi>}
                    checked={at >= 0}
                    disabled={at < 0 && columns.length >= MOST_COLUMNS}
                    onChange={() => onChange(at >= 0 ? columns.filter((_, place) => place !== at) : [...columns, column])}
                  />
                  {at >= 0 && columns.length > 1 && (
                    <span>
                      {/* Not disabled at an end: the focus would be lost, and Escape with it. */}
                      <IconButton
                        icon={ArrowUp}
                        iconSize={16}
                        name={words('merge_up', { name })}
                        tooltip={false}
                        data-disabled={at === 0}
                        aria-disabled={at === 0}
                        onClick={() => at > 0 && onChange(movedColumn(columns, at, -1))}
                      />
                      <IconButton
                        icon={ArrowDown}
                        iconSize={16}
                        name={words('merge_down', { name })}
                        tooltip={false}
                        data-disabled={at === columns.length - 1}
                        aria-disabled={at === columns.length - 1}
                        onClick={() => at < columns.length - 1 && onChange(movedColumn(columns, at, 1))}
                      />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          <p className={classes.hint}>
            {fields.length === 0
              ? words('no_custom_fields')
              : columns.length >= MOST_COLUMNS && words('columns_most', { most: String(MOST_COLUMNS) })}
          </p>
        </>
      )}
    </Shown>
  )
}

export function Waiting() {
  return (
    <Loading className={classes.waiting}>
      <Bone width="60%" height={20} />
      <Bone width="45%" height={20} />
    </Loading>
  )
}
