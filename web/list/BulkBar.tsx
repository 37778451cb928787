import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useWords } from '../messages/index.ts'
import { IconButton } from '../ui/index.ts'
import classes from './BulkBar.module.css'
import type { ListOf } from './list.ts'
import type { Keyed } from './rows.ts'

interface BulkBarProps<Row extends Keyed, Filter extends object> {
  readonly list: ListOf<Row, Filter>
  /** How many match; null where nobody counted. */
  readonly all: number | null
  readonly children: ReactNode
}

/** What can be done with the rows that are selected; floats above the list's end. */
export function BulkBar<Row extends Keyed, Filter extends object>({ list, all, children }: BulkBarProps<Row, Filter>) {
  const words = useWords('list')
  const { selected, rows, nextCursor } = useSnapshot(list.state)
  if (selected.size === 0) return null
  const more = nextCursor !== null || selected.size < rows.length
  return (
    <div className={classes.bar} role="toolbar" aria-label={words('bulk')}>
      <span className={classes.count} role="status">
        {words('selected', { count: selected.size })}
      </span>
      {more && (
        <button type="button" className={classes.all} onClick={() => void list.selectAll()}>
          {words('select_all', { count: all === null ? '' : all.toLocaleString('en') })}
        </button>
      )}
      <span className={classes.line} />
      {children}
      <span className={classes.line} />
      <IconButton className={classes.close ?? ''} icon={X} iconSize={16} name={words('clear_selection')} onClick={list.selectNone} />
    </div>
  )
}

export function BulkAction({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      <Icon size={16} aria-hidden />
      {label}
    </button>
  )
}
