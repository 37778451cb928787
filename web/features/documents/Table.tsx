// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table are not controls; what they hold is
// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned one by one, which the elements of a table do not allow
import { Checkbox } from '@mantine/core'
import { ArrowDown } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { useRows } from '../../list/index.ts'
import { useWords } from '../../messages/index.ts'
import { useNarrow } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Locked, Upload } from '../uploads/index.ts'
import { useMaySelect } from './BulkBar.tsx'
import type { Column } from './columns.ts'
import { FileRow } from './FileRow.tsx'
import type { List } from './list.ts'
import { withoutUploads } from './on-its-way.ts'
import { DocumentRow } from './Row.tsx'
import classes from './Table.module.css'

const ROW = 48
const ROW_NARROW = 72
const LINE_NARROW = 20
const HEAD = 37

interface TableProps {
  readonly list: List
  readonly columns: readonly Column[]
  readonly uploads: readonly Upload[]
  readonly onLocked: (locked: Locked) => void
  readonly onEvents: (row: ListRow) => void
  readonly onMove: (row: ListRow) => void
}

/** Rows near the view only, however many there are. */
export function Table({ list, columns, uploads, onLocked, onEvents, onMove }: TableProps) {
  const words = useWords('documents')
  const { rows: all, selected, filter, counts } = useSnapshot(list.state)
  const narrow = useNarrow()
  const { user } = useSession()
  const maySelect = useMaySelect()
  const lines = narrow ? columns.filter(({ id }) => id !== null).length : 0
  const rows = withoutUploads(all as readonly ListRow[], uploads, user?.key ?? '')
  const { scroller, items, height, onKeyDown } = useRows(list, {
    keys: [...uploads.map(({ id }) => id), ...rows.map(({ key }) => key)],
    rowHeight: narrow ? ROW_NARROW + lines * LINE_NARROW : ROW,
    headHeight: narrow ? 0 : HEAD,
  })
  const everyShown = rows.length > 0 && rows.every(({ key }) => selected.has(key))
  return (
    <div
      className={classes.table}
      data-columns={(!narrow && (columns.length !== 1 || columns[0]!.id !== null)) || undefined}
      style={
        {
          '--columns': columns.length,
          '--of-columns': columns.length > 0 ? `repeat(${columns.length}, 8.5rem)` : ' ',
          '--lines': lines,
        } as CSSProperties
      }
      role="table"
      aria-label={words(filter.type === 'template' ? 'templates_title' : 'title')}
      aria-rowcount={(counts?.[filter.status] ?? rows.length) + 1}
    >
      <div ref={scroller} className={classes.body} role="rowgroup" onKeyDown={onKeyDown}>
        <div className={classes.head} role="row">
          <span role="columnheader">
            {maySelect && (
              <Checkbox
                aria-label={words('select_all_loaded')}
                checked={everyShown}
                indeterminate={!everyShown && selected.size > 0}
                onChange={() => (everyShown ? list.selectNone() : list.selectShown())}
              />
            )}
          </span>
          <span role="columnheader" className={classes.name}>
            {words('col_name')}
          </span>
          <span role="columnheader" className={classes.status}>
            {words('col_status')}
          </span>
          <span role="columnheader" className={classes.signers}>
            {words('col_signers')}
          </span>
          {columns.map(({ id, name }) => (
            <span key={id ?? ''} role="columnheader" className={id === null ? classes.workspace : classes.custom} title={name}>
              {id === null ? words('col_workspace') : <bdi>{name}</bdi>}
            </span>
          ))}
          <span role="columnheader" className={classes.changed} aria-sort="descending">
            {words('col_changed')}
            <ArrowDown size={12} aria-hidden />
          </span>
          <span role="columnheader">
            <span className="visually-hidden">{words('col_actions')}</span>
          </span>
        </div>
        <div className={classes.rows} style={{ height }} role="presentation">
          {items.map((item) => {
            const upload = uploads[item.index]
            const row = rows[item.index - uploads.length]
            const place = { index: item.index, top: item.start }
            if (upload) return <FileRow key={item.key} upload={upload} place={place} columns={columns} />
            if (!row) return null
            return (
              <DocumentRow
                key={item.key}
                row={row}
                place={place}
                list={list}
                selected={selected.has(row.key)}
                maySelect={maySelect}
                query={filter.search}
                columns={columns}
                narrow={narrow}
                onLocked={onLocked}
                onEvents={onEvents}
                onMove={onMove}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
