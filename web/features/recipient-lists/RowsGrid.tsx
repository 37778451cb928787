// biome-ignore-all lint/a11y/useSemanticElements: rows that are not drawn leave no room for a layout of tables
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable, as grids have it
import { NativeSelect } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { COLUMN_TYPES, type ColumnType } from '#domain/filters'
import { useWords } from '../../messages/index.ts'
import type { RecipientDataRecord, RecipientRowRecord } from './calls.ts'
import classes from './RecipientLists.module.css'

const ROW = 40
export const TYPE_WORDS = { text: 'text', number: 'number_type', date: 'date' } as const satisfies Record<ColumnType, string>

interface Props {
  readonly list: RecipientDataRecord
  readonly rows: readonly RecipientRowRecord[]
  /** How many there are, loaded or not. */
  readonly count: number
  readonly onType: ((at: number, type: ColumnType) => void) | null
}

/** The rows of a list; only those near the view are in the page. Arrow keys walk from cell to cell, rows that are not drawn included. */
export function RowsGrid({ list, rows, count, onType }: Props) {
  const words = useWords('recipient_lists')
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 })
  const columns = list.field_names.length + 1
  function walk(event: KeyboardEvent<HTMLElement>): void {
    if ((event.target as HTMLElement).closest('select')) return
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [10, 0], PageUp: [-10, 0] }[
      event.key
    ]
    const ends = { Home: 0, End: columns - 1 }[event.key]
    if (step === undefined && ends === undefined) return
    event.preventDefault()
    const row = Math.min(Math.max(at.row + (step?.[0] ?? 0), 0), rows.length - 1)
    const column = ends ?? Math.min(Math.max(at.column + (step?.[1] ?? 0), 0), columns - 1)
    setAt({ row, column })
    virtual.scrollToIndex(row)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus())
  }
  const cell = (row: number, column: number) => ({
    role: 'gridcell',
    'aria-colindex': column + 1,
    'data-cell': `${row}-${column}`,
    tabIndex: at.row === row && at.column === column ? 0 : -1,
    onFocus: () => setAt({ row, column }),
  })
  const template = { gridTemplateColumns: `72px repeat(${columns - 1}, minmax(140px, 1fr))`, minWidth: 72 + 140 * (columns - 1) }
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      aria-label={words('grid')}
      aria-rowcount={count + 1}
      aria-colcount={columns}
      onKeyDown={walk}
    >
      <div role="rowgroup" className={classes.gridHead}>
        <div role="row" aria-rowindex={1} className={classes.gridRow} style={template}>
          <span role="columnheader" aria-colindex={1}>
            {words('number')}
          </span>
          {list.field_names.map((name, column) => (
            <span key={name} role="columnheader" aria-colindex={column + 2} title={name}>
              <b dir="auto">{name}</b>
              {onType ? (
                <NativeSelect
                  size="xs"
                  variant="unstyled"
                  aria-label={words('type_of', { column: name })}
                  data={COLUMN_TYPES.map((type) => ({ value: type, label: words(TYPE_WORDS[type]) }))}
                  value={list.field_types[column] ?? 'text'}
                  onChange={(event) => onType(column, event.currentTarget.value as ColumnType)}
                />
              ) : (
                <small>{words(TYPE_WORDS[list.field_types[column] ?? 'text'])}</small>
              )}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: template.minWidth }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]!
          const problemAt = new Map(row.problems.map((problem) => [problem.at, problem.message]))
          const surplus = problemAt.get(list.field_names.length)
          return (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className={classes.gridRow}
              data-problem={row.problems.length > 0 || undefined}
              style={{ ...template, position: 'absolute', insetInline: 0, height: ROW, transform: `translateY(${start}px)` }}
            >
              <span {...cell(index, 0)} title={surplus}>
                {row.number}
                {surplus && (
                  <>
                    <CircleAlert size={14} aria-hidden />
                    <span className={classes.hidden}>{surplus}</span>
                  </>
                )}
              </span>
              {list.field_names.map((name, column) => {
                const message = problemAt.get(column)
                return (
                  <span
                    key={name}
                    {...cell(index, column + 1)}
                    data-type={list.field_types[column]}
                    data-wrong={message !== undefined || undefined}
                    title={message ?? row.values[column]}
                    dir="auto"
                  >
                    {message && <CircleAlert size={14} aria-hidden />}
                    {row.values[column] ?? ''}
                    {message && <span className={classes.hidden}>{message}</span>}
                  </span>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
