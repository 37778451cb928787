// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of a table are not controls; what they hold is
// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned one by one, which the elements of a table do not allow
import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ListRow } from '#contract/document-list'
import { useWords } from '../../messages/index.ts'
import { useNarrow } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { Locked, Upload } from '../uploads/index.ts'
import { FileRow } from './FileRow.tsx'
import type { List } from './list.ts'
import { withoutUploads } from './on-its-way.ts'
import { DocumentRow } from './Row.tsx'
import classes from './Table.module.css'
import { useStaying } from './use-staying.ts'

const ROW = 48
const ROW_NARROW = 72
const HEAD = 37
/** The next page is fetched when this many rows are left below. */
const AHEAD = 20

interface TableProps {
  readonly list: List
  readonly uploads: readonly Upload[]
  readonly onLocked: (locked: Locked) => void
}

/** Rows near the view only, however many there are. */
export function Table({ list, uploads, onLocked }: TableProps) {
  const words = useWords('documents')
  const { rows: all, selected, filter, nextCursor, counts } = useSnapshot(list.state)
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const { user } = useSession()
  const rows = withoutUploads(all as readonly ListRow[], uploads, user?.key ?? '')
  const virtual = useVirtualizer({
    count: uploads.length + rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? ROW_NARROW : ROW),
    getItemKey: (index) => uploads[index]?.id ?? rows[index - uploads.length]!.key,
    overscan: 12,
    scrollPaddingStart: narrow ? 0 : HEAD,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change their height with the width of the page
  useEffect(() => virtual.measure(), [narrow])

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (nextCursor !== null && last >= uploads.length + rows.length - AHEAD) void list.more()
  }, [last, nextCursor, list, rows.length, uploads.length])

  const focusRow = (index: number): boolean => {
    const target = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-focus]`)
    target?.focus({ preventScroll: true })
    return target != null
  }
  useStaying({
    scroller,
    keys: [...uploads.map(({ id }) => id), ...rows.map(({ key }) => key)],
    rowHeight: narrow ? ROW_NARROW : ROW,
    focusRow,
  })
  /** Arrows go from row to row; what is not rendered yet is scrolled to first. */
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (event.key === 'Escape' && list.state.selected.size > 0) return list.selectNone()
    if (!row || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const next = Number(row.dataset.index) + (event.key === 'ArrowDown' ? 1 : -1)
    if (next < 0 || next >= uploads.length + rows.length) return
    virtual.scrollToIndex(next)
    // At once where it is there already: the next key may come before the next frame.
    if (!focusRow(next)) requestAnimationFrame(() => focusRow(next))
  }

  const everyShown = rows.length > 0 && rows.every(({ key }) => selected.has(key))
  return (
    <div
      className={classes.table}
      role="table"
      aria-label={words(filter.type === 'template' ? 'templates_title' : 'title')}
      aria-rowcount={(counts?.[filter.status] ?? rows.length) + 1}
    >
      <div ref={scroller} className={classes.body} role="rowgroup" onKeyDown={move}>
        <div className={classes.head} role="row">
          <span role="columnheader">
            <Checkbox
              aria-label={words('select_all_loaded')}
              checked={everyShown}
              indeterminate={!everyShown && selected.size > 0}
              onChange={() => (everyShown ? list.selectNone() : list.selectShown())}
            />
          </span>
          <span role="columnheader">{words('col_name')}</span>
          <span role="columnheader" className={classes.status}>
            {words('col_status')}
          </span>
          <span role="columnheader" className={classes.signers}>
            {words('col_signers')}
          </span>
          <span role="columnheader" className={classes.workspace}>
            {words('col_workspace')}
          </span>
          <span role="columnheader" className={classes.changed} aria-sort="descending">
            {words('col_changed')}
            <ArrowDown size={12} aria-hidden />
          </span>
          <span role="columnheader">
            <span className="visually-hidden">{words('col_actions')}</span>
          </span>
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {items.map((item) => {
            const upload = uploads[item.index]
            const row = rows[item.index - uploads.length]
            const place = { index: item.index, top: item.start }
            if (upload) return <FileRow key={item.key} upload={upload} place={place} />
            if (!row) return null
            return (
              <DocumentRow
                key={item.key}
                row={row}
                place={place}
                list={list}
                selected={selected.has(row.key)}
                query={filter.search}
                onLocked={onLocked}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
