import { Copy, Trash2, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useWords } from '../../messages/index.ts'
import { IconButton } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { copySelected } from '../templates/index.ts'
import { deleteSelected } from './actions.ts'
import classes from './BulkBar.module.css'
import type { List } from './list.ts'

/** What can be done with the rows that are selected; floats above the list's end. */
export function BulkBar({ list }: { list: List }) {
  const words = useWords('documents')
  const { selected, rows, nextCursor, counts, filter } = useSnapshot(list.state)
  const { workspace } = useSession()
  if (selected.size === 0) return null
  const copy = async () => {
    if (await copySelected([...list.state.selected], list.state.filter.type)) list.selectNone()
    list.acted()
  }
  const all = filter.search ? null : (counts?.[filter.status] ?? null)
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
      {workspace?.permissions.includes(filter.type === 'template' ? 'can_create_templates' : 'can_create_document_copies') && (
        <button type="button" className={classes.action} onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {words('bulk_copy')}
        </button>
      )}
      <button type="button" className={classes.action} onClick={() => void deleteSelected(list)}>
        <Trash2 size={16} aria-hidden />
        {words('bulk_delete')}
      </button>
      <span className={classes.line} />
      <IconButton className={classes.close ?? ''} icon={X} iconSize={16} name={words('clear_selection')} onClick={list.selectNone} />
    </div>
  )
}
